# keygen -p: a key file that is itself a container under a passphrase; the public key is shown.

$ printf 'zebra\n' > pw; cleave keygen -p --passphrase-file pw -o me.key
! cleave: public key: cleave1[..]
! cleave: fingerprint: [..]
$ head -n 1 me.key; cleave inspect me.key | grep -A1 passphrases
> -----BEGIN CLEAVE CONTAINER-----
> passphrases: 1
>   Argon2id 64MiB, 3 passes, 4 lanes
> --
>             71  header, passphrases
>             32  header, header_mac
$ export CLEAVE_PASSPHRASE=zebra; cleave keygen -p --sign -q -o sign.key; cleave keygen -y sign.key > signer; cleave keygen -y me.key > me.pub
$ export CLEAVE_PASSPHRASE=zebra; echo hello | cleave -R me.pub --sign sign.key -o a.cleave; cleave -d -i me.key --signer signer a.cleave
> hello
$ CLEAVE_PASSPHRASE=zebra cleave inspect -i me.key a.cleave | grep wanted
>   key id [..]  me.key: wanted
$ CLEAVE_PASSPHRASE=wrong cleave -d -i me.key a.cleave
! cleave: error: me.key: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$ cleave keygen -p -o other.key
! cleave: error: a passphrase is to be typed, and there is no terminal to ask on
! cleave: hint: in a script, give it by --passphrase-file FILE, --passphrase-fd N or the variable CLEAVE_PASSPHRASE
? 2
$ cleave keygen -p --passphrase-file pw -o me.key
! cleave: error: me.key already exists
! cleave: hint: a key is never overwritten; name another file
? 7
$ cleave keygen --passphrase-file pw -o other.key
! cleave: error: a passphrase is given, and nothing asks for one
! cleave: hint: -p protects the key file with it
? 2
$tty cleave keygen -p -o typed.key
~ Passphrase for the key file (leave it empty to have one made):
< zebra
~ The same passphrase again:
< zebra
~ public key: cleave1
$ CLEAVE_PASSPHRASE=zebra cleave keygen -y typed.key | cut -c 1-7
> cleave1
$tty cleave keygen -p -o made.key
~ Passphrase for the key file (leave it empty to have one made):
< 
~ Made this passphrase; keep it:
$ CLEAVE_PASSPHRASE=zebra cleave keygen -p -q | head -n 1
> -----BEGIN CLEAVE CONTAINER-----
$ CLEAVE_PASSPHRASE=zebra cleave keygen -p --json -q -o j.key
! {"ok":true,"command":"keygen","kind":"identity","public_key":"cleave1[..]","fingerprint":"[..]","protected":true,"output":"j.key","seconds":[..]}
= 0644 a.cleave 4653 bytes
= 0600 j.key 3160 bytes
= 0600 made.key 3160 bytes
= 0600 me.key 3160 bytes
= 0644 me.pub 1960 bytes
= 0644 pw "zebra\n"
= 0600 sign.key 4761 bytes
= 0644 signer 3141 bytes
= 0600 typed.key 3160 bytes
