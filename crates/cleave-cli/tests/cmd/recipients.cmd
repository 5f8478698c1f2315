# -r, -R and -e -i name recipients; each of them opens the container.

$ echo hello > notes.txt; printf '# friends\r\n\r\n  %s  \r\n' "$(cat $K/bob.pub)" > friends.txt
$ cleave -r "$(cat $K/alice.pub)" -o a.cleave notes.txt
$ cleave -R friends.txt -o b.cleave notes.txt
$ cleave -e -i $K/alice.key -i $K/bob.key -o c.cleave notes.txt
$ cat $K/alice.pub | cleave -R - -R friends.txt -o d.cleave notes.txt
$ for f in a c d; do cleave -d -i $K/alice.key $f.cleave; done
> hello
> hello
> hello
$ for f in b c d; do cleave -d -i $K/bob.key $f.cleave; done
> hello
> hello
> hello
$ cleave -d -i $K/bob.key a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
= 0644 a.cleave 1312 bytes
= 0644 b.cleave 1312 bytes
= 0644 c.cleave 2489 bytes
= 0644 d.cleave 2489 bytes
= 0644 friends.txt 1978 bytes
= 0644 notes.txt "hello\n"
