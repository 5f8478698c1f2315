# rewrap and passphrases: a script's opens the container, and is added by -p where it did not.

$ echo hello | cleave -R $K/alice.pub -o a.cleave; printf zebra > old; printf yak > new
$ cleave rewrap -i $K/alice.key -p --passphrase-file old -o p.cleave a.cleave; cleave -d --passphrase-file old p.cleave
> hello
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap --passphrase-file old -p --new-passphrase-file new --remove-passphrases -o q.cleave p.cleave; cleave -d --passphrase-file new q.cleave
> hello
! cleave: who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave -d --passphrase-file old q.cleave
! cleave: error: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$ cleave rewrap --passphrase-file old -p -o r.cleave p.cleave
! cleave: error: a passphrase is to be typed, and there is no terminal to ask on
! cleave: hint: in a script, give it by --passphrase-file FILE, --passphrase-fd N or the variable CLEAVE_PASSPHRASE
! cleave: hint: the passphrase given opened the container or a key; --new-passphrase-file FILE gives the one to be added
? 2
$ cleave rewrap --passphrase-file new -p -o r.cleave p.cleave
! cleave: error: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$ cleave rewrap -i $K/alice.key --remove-passphrases -q -o r.cleave q.cleave; cleave inspect r.cleave | grep passphrases:
> passphrases: 0
$tty cleave rewrap --passphrase-file new -p -o t.cleave q.cleave
~ Passphrase for the container, to be added (leave it empty to have one made):
< third
~ The same passphrase again:
< third
$ CLEAVE_PASSPHRASE=third cleave -d t.cleave; cleave -d --passphrase-file new t.cleave
> hello
> hello
$ : > empty; cleave rewrap -i $K/alice.key -p --new-passphrase-file empty -o u.cleave a.cleave
! cleave: error: empty: the passphrase is empty
? 3
$ cleave rewrap -i $K/alice.key -p -o u.cleave a.cleave
! cleave: error: a passphrase is to be typed, and there is no terminal to ask on
! cleave: hint: in a script, give it by --passphrase-file FILE, --passphrase-fd N or the variable CLEAVE_PASSPHRASE
? 2
$tty cleave rewrap -p -o v.cleave q.cleave
~ Passphrase for q.cleave:
< yak
~ Passphrase for the container, to be added (leave it empty to have one made):
< fourth
~ The same passphrase again:
< fifth
? 3
= 0644 a.cleave 1312 bytes
= 0644 empty ""
= 0644 new "yak"
= 0644 old "zebra"
= 0644 p.cleave 1383 bytes
= 0644 q.cleave 1383 bytes
= 0644 r.cleave 1312 bytes
= 0644 t.cleave 1454 bytes
