# What was there before stays when a run fails, and nothing else is left.

$ echo hello | cleave -r "$(cat $K/alice.pub)" -o a.cleave; echo precious > out
$ head -c 1300 a.cleave > cut.cleave; cleave -d -f -i $K/alice.key -o out cut.cleave
! cleave: error: the file ends before the container's last chunk does; get the whole file
? 4
$ cleave -d -f -i $K/bob.key -o out a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cleave -d -f -i $K/alice.key -o out missing.cleave
! cleave: error: missing.cleave: no such file or directory
? 7
$ (ulimit -f 1; trap '' XFSZ; head -c 100000 /dev/zero | cleave -f -r "$(cat $K/alice.pub)" -o out)
! cleave: error: out: file too large
? 7
$ cat out; rm *.cleave
> precious
= 0644 out "precious\n"
