# A passphrase is asked for only where the container has a passphrase slot and no identity opened it.

$ echo hello | CLEAVE_PASSPHRASE=zebra cleave -p -r "$(cat $K/alice.pub)" -o a.cleave; echo hello | cleave -r "$(cat $K/alice.pub)" -o b.cleave
$tty cleave -d -i $K/alice.key -o out a.cleave
!~ Passphrase
$tty cleave -d -i $K/bob.key -o out2 b.cleave
~ cleave: error: no key given opens this container
!~ Passphrase
? 3
$tty CLEAVE_PASSPHRASE=zebra cleave -d -o out3 a.cleave
!~ Passphrase
$ rm *
