# An existing output is refused before any work, and replaced with --force, keeping its mode.

$ echo hello > notes.txt; echo old > out; chmod 640 out
$ cleave -r "$(cat $K/alice.pub)" -o out notes.txt; cat out
> old
! cleave: error: out already exists
! cleave: hint: --force overwrites it
$ cleave -f -r "$(cat $K/alice.pub)" -o out notes.txt; cleave -d -i $K/alice.key out
> hello
$ echo old > plain; chmod 664 plain; cleave -d -i $K/alice.key -o plain out
! cleave: error: plain already exists
! cleave: hint: --force overwrites it
? 7
$ cleave -d -f -i $K/alice.key -o plain out
$ cleave -d -i $K/alice.key -o new out
$ cleave -r "$(cat $K/alice.pub)" -o . notes.txt
! cleave: error: . is a directory
! cleave: hint: name a file in it
? 7
$ cleave -r "$(cat $K/alice.pub)" -o missing/x notes.txt
! cleave: error: missing/x: no such file or directory
! cleave: hint: make its folder first: mkdir -p missing
? 7
$ cleave -r "$(cat $K/alice.pub)" -o notes.txt/x notes.txt
! cleave: error: notes.txt/x: not a directory
? 7
$ cleave -r "$(cat $K/alice.pub)" -o '' notes.txt
! cleave: error: the name of the output is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
= 0600 new "hello\n"
= 0644 notes.txt "hello\n"
= 0640 out 1312 bytes
= 0664 plain "hello\n"
