# Fifos, devices and /dev/stdout are written directly; a full device is an error.

$ echo hello > notes.txt
$ cleave -r "$(cat $K/alice.pub)" -o /dev/full notes.txt
! cleave: error: /dev/full: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ cleave -r "$(cat $K/alice.pub)" notes.txt > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ cleave -a -r "$(cat $K/alice.pub)" notes.txt > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ cleave -r "$(cat $K/alice.pub)" -o /dev/null notes.txt
$ cleave -r "$(cat $K/alice.pub)" < /dev/null > /dev/null
$ cleave -r "$(cat $K/alice.pub)" -o /dev/stdout notes.txt | cleave -d -i $K/alice.key -o /dev/stdout /dev/stdin
> hello
$ (printf 'before '; cleave -r "$(cat $K/alice.pub)" notes.txt | cleave -d -i $K/alice.key -o /dev/stdout) > out; cat out
> before hello
$ mkfifo pipe; cat pipe > copy & cleave -r "$(cat $K/alice.pub)" -o pipe notes.txt; wait; cleave -d -i $K/alice.key copy
> hello
$ rm copy
= 0644 notes.txt "hello\n"
= 0644 out "before hello\n"
= fifo pipe
