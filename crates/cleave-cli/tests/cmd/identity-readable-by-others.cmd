# A secret key that others can read is warned about, and used.

$ echo hello | cleave -r "$(cat $K/alice.pub)" -o a.cleave; cp $K/alice.key open.key; chmod 644 open.key
$ cleave -d -i open.key a.cleave
> hello
! cleave: warning: open.key is open to others (mode 0644); chmod 600 closes it
$ cleave -q -d -i open.key a.cleave
> hello
! cleave: warning: open.key is open to others (mode 0644); chmod 600 closes it
$ chmod 620 open.key; cleave -d -i open.key -o b a.cleave
! cleave: warning: open.key is open to others (mode 0620); chmod 600 closes it
= 0644 a.cleave 1312 bytes
= 0600 b "hello\n"
= 0620 open.key 2084 bytes
