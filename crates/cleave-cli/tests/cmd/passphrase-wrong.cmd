# A wrong passphrase touches nothing that is there.

$ echo hello | CLEAVE_PASSPHRASE=right cleave -p -o a.cleave; echo precious > out
$ CLEAVE_PASSPHRASE=wrong cleave -d -f -o out a.cleave
! cleave: error: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$ cleave -d -f -o out a.cleave
! cleave: error: no key given opens this container: it wants a passphrase; no identity was given
! cleave: hint: without a terminal the passphrase is given by --passphrase-file FILE, --passphrase-fd N or CLEAVE_PASSPHRASE
? 3
$ CLEAVE_PASSPHRASE= cleave -d -f -o out a.cleave
! cleave: error: the variable CLEAVE_PASSPHRASE: the passphrase is empty
? 3
$ cat out; rm a.cleave
> precious
= 0644 out "precious\n"
