# Without -o, a file and a terminal on standard output give a name; into a pipe it is standard output.

$ echo hello > notes.txt
$tty cleave -r "$(cat $K/alice.pub)" notes.txt
$tty rm notes.txt; cleave -d -i $K/alice.key notes.txt.cleave
$tty cleave -d -i $K/alice.key notes.txt.cleave
~ cleave: error: notes.txt already exists
~ cleave: hint: --force overwrites it
? 7
$tty cp notes.txt.cleave other; cleave -d -i $K/alice.key other
~ other does not end in .cleave
? 2
$tty cleave -d -i $K/alice.key -o - other
~ hello
$ cleave -d -i $K/alice.key other
> hello
= 0600 notes.txt "hello\n"
= 0644 notes.txt.cleave 1312 bytes
= 0644 other 1312 bytes
