# A passphrase is asked for on the terminal, twice when encrypting, and not shown.

$ echo hello > notes.txt
$tty cleave -p -o a.cleave notes.txt
~ Passphrase for notes.txt (leave it empty to have one made):
< zebra crossing
~ The same passphrase again:
< zebra crossing
!~ zebra
$tty cleave -d -o out a.cleave
~ Passphrase for a.cleave:
< zebra crossing
!~ zebra
$tty cat a.cleave | cleave -d > out2
~ Passphrase for standard input:
< zebra crossing
$tty cleave -p -o b.cleave notes.txt
~ have one made):
< one
~ again:
< other
~ cleave: error: the two passphrases differ; nothing was written
? 3
$tty cleave -d -o out3 a.cleave
~ Passphrase for a.cleave:
< wrong
~ cleave: error: wrong passphrase
? 3
$tty cleave -d -o out3 a.cleave
~ Passphrase for a.cleave:
< ^D
~ cleave: error: no passphrase was typed
? 7
$tty cleave -d -o out3 a.cleave
~ Passphrase for a.cleave:
< 
~ cleave: error: the passphrase is empty
? 3
$ rm a.cleave
= 0644 notes.txt "hello\n"
= 0600 out "hello\n"
= 0644 out2 "hello\n"
