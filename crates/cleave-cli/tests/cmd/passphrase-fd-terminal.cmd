# A descriptor or a file that is a terminal is no script: whoever sits there is asked, and does not see what is typed.

$ echo hello > notes.txt
$tty cleave -p --passphrase-fd 0 -o a.cleave notes.txt
~ Passphrase for notes.txt (leave it empty to have one made):
< zebra
~ The same passphrase again:
< zebra
!~ zebra
$tty cleave -d -o - --passphrase-fd 0 a.cleave < /dev/tty
~ Passphrase for a.cleave:
< zebra
~ hello
!~ zebra
$tty cleave -d -o - --passphrase-file - a.cleave
~ Passphrase for a.cleave:
< zebra
~ hello
!~ zebra
$tty cleave -d -o - --passphrase-file /dev/tty a.cleave
~ Passphrase for a.cleave:
< zebra
~ hello
!~ zebra
$ rm *
