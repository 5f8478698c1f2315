# An identity file may itself be protected by a passphrase.

$ umask 077; echo hello > notes.txt; export CLEAVE_PASSPHRASE=zebra; cleave -p -o me.key.cleave $K/alice.key; cleave -p -a -o me.asc $K/alice.key; cleave -p -o carol.cleave $K/carol.key
$ export CLEAVE_PASSPHRASE=zebra; cleave -e -i me.key.cleave --sign carol.cleave -o a.cleave notes.txt; cleave -d -i me.asc --signer $K/carol.pub a.cleave
> hello
$ CLEAVE_PASSPHRASE=wrong cleave -d -i me.key.cleave a.cleave
! cleave: error: me.key.cleave: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$ cleave -d -i me.key.cleave a.cleave
! cleave: error: me.key.cleave is protected by a passphrase, and none is given
! cleave: hint: --passphrase-file FILE, --passphrase-fd N or CLEAVE_PASSPHRASE give it without a terminal
? 3
$ cleave -e -i $K/alice.key -o other.cleave $K/alice.key; cleave -d -i other.cleave a.cleave
! cleave: error: other.cleave is an encrypted file, and no passphrase opens it to a key
! cleave: hint: if it is what you want to decrypt, give its key: cleave -d -i KEYFILE FILE
? 3
$tty cleave -d -i me.key.cleave -o out a.cleave
~ Passphrase for me.key.cleave:
< zebra
$ CLEAVE_PASSPHRASE=zebra cleave -p -o notakey.cleave notes.txt; CLEAVE_PASSPHRASE=zebra cleave -d -i notakey.cleave a.cleave
! cleave: error: notakey.cleave: line 1: the identity does not decode: get it whole and on one line
? 3
$ echo zebra > pw; cleave -e -i me.key.cleave --passphrase-file pw -o b.cleave notes.txt
$ cleave -e -i $K/alice.key --passphrase-file pw -o c.cleave notes.txt
! cleave: error: a passphrase is given, and nothing asks for one
! cleave: hint: -p encrypts with it; without -p it only opens protected key files
? 2
$ rm *
