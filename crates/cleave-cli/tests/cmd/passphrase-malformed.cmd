# What cannot be a passphrase is refused: empty, several lines, not UTF-8, far too long.

$ : > empty; printf '\n' > lf; printf 'a\nb' > two; printf 'a\rb\n' > cr; printf 'a\n\n' > lflf; printf '\xff' > latin; head -c 100000 /dev/zero > long
$ for f in empty lf two cr lflf latin long missing .; do cleave -p --passphrase-file $f -o out /dev/null; done
! cleave: error: empty: the passphrase is empty
! cleave: error: lf: the passphrase is empty
! cleave: error: two: more than one line; a passphrase is one line, and its line break at the end is not part of it
! cleave: error: cr: more than one line; a passphrase is one line, and its line break at the end is not part of it
! cleave: error: lflf: more than one line; a passphrase is one line, and its line break at the end is not part of it
! cleave: error: latin: the passphrase is not UTF-8 text
! cleave: error: long: too long for a passphrase (over 65536 bytes)
! cleave: error: missing: no such file or directory
! cleave: error: . is a directory
? 7
$ CLEAVE_PASSPHRASE= cleave -p -o out /dev/null
! cleave: error: the variable CLEAVE_PASSPHRASE: the passphrase is empty
? 3
$ echo hello | cleave -p --passphrase-fd 1 -o a.cleave > /dev/null
! cleave: error: descriptor 1 is not open for reading
! cleave: hint: the shell opens it: --passphrase-fd 3 3< FILE
? 7
$ cleave -p --passphrase-fd 9 -o out /dev/null 9<&-
! cleave: error: descriptor 9 is not open for reading
! cleave: hint: the shell opens it: --passphrase-fd 3 3< FILE
? 7
$ cleave -p -o out /dev/null
! cleave: error: a passphrase is to be typed, and there is no terminal to ask on
! cleave: hint: in a script, give it by --passphrase-file FILE, --passphrase-fd N or the variable CLEAVE_PASSPHRASE
? 2
$ cleave -p --passphrase=zebra -o out /dev/null
! cleave: error: --passphrase takes no value
! cleave: hint: a passphrase is never an argument: it is typed, or given as --help says for scripts
? 2
$ cleave --passphrase-file latin -r "$(cat $K/alice.pub)" -o out /dev/null
! cleave: error: a passphrase is given, and nothing asks for one
! cleave: hint: -p encrypts with it; without -p it only opens protected key files
? 2
$ rm *
