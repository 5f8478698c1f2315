# A linked output is written through and not replaced; one that leads nowhere yet is made.

$ mkdir there; echo old > there/file; chmod 600 there/file; ln -s there/file link; ln -s there/new dangling; ln -s loop loop
$ echo hello > notes.txt
$ cleave -r "$(cat $K/alice.pub)" -o link notes.txt
! cleave: error: link already exists
! cleave: hint: --force overwrites it
? 7
$ cleave -f -r "$(cat $K/alice.pub)" -o link notes.txt; cleave -d -i $K/alice.key there/file
> hello
$ cleave -r "$(cat $K/alice.pub)" -o dangling notes.txt; cleave -d -i $K/alice.key there/new
> hello
$ cleave -r "$(cat $K/alice.pub)" -o loop notes.txt
! cleave: error: loop: too many levels of symbolic links
? 7
= link dangling -> there/new
= link link -> there/file
= link loop -> loop
= 0644 notes.txt "hello\n"
= dir there
= 0600 there/file 1312 bytes
= 0644 there/new 1312 bytes
