# Progress: on a terminal, when the work takes over a second; rate always, portion and time left where the size is known.

$ seq 600000 > in; cleave -r "$(cat $K/alice.pub)" --chunk-size 64KiB --sign $K/carol.key -o a.cleave in
$tty (head -c 2000000 in; sleep 1.3; tail -c +2000001 in) | cleave -r "$(cat $K/alice.pub)" -o b.cleave
~ iB/s
!~ left
!~ %
$tty cleave -d -q -i $K/alice.key b.cleave | cmp - in
!~ /s
$tty cleave -d -i $K/alice.key b.cleave | (sleep 1.3; cat) | cmp - in
~ [
~ %
~ MiB of
~ iB/s
~ left
!~ error
$tty cleave -r "$(cat $K/alice.pub)" in | (sleep 1.3; cat) > c.cleave
~ MiB of 3.9 MiB
~ left
$tty cleave -d -i $K/alice.key --signer $K/carol.pub a.cleave | (sleep 1.3; cat) | cmp - in
~ MiB of 7.8 MiB
~ left
$tty cleave -d -i $K/alice.key --range 100.. a.cleave 2> said | (sleep 1.3; cat) | cmp - <(tail -c +101 in); cat said
!~ /s
~ nobody checked by whom

# The line goes away before anything else is said.
$tty (head -c 2000000 a.cleave; sleep 1.3; head -c 1000000 in) | cleave -d -i $K/alice.key > out
~ iB/s
~ [K
~ cleave: error: chunk
!~ left
? 4

# None where it is short, where it is not wanted, or where nobody looks.
$tty cleave -d -i $K/alice.key b.cleave > out
!~ /s
$tty cleave -q -r "$(cat $K/alice.pub)" in | (sleep 1.3; cat) > c.cleave
!~ /s
$tty cleave --json -r "$(cat $K/alice.pub)" in | (sleep 1.3; cat) > c.cleave
~ "ok":true
!~ /s
$ cleave -r "$(cat $K/alice.pub)" in | (sleep 1.3; cat) > c.cleave

# None where the terminal shows the output.
$tty (head -c 500 in; sleep 1.3; tail -c +501 in | head -c 1000) | cleave -q -r "$(cat $K/alice.pub)" | cleave -d -i $K/alice.key
~ 250
!~ /s
$ rm *
