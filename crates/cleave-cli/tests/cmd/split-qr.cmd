# On a terminal the fragment is shown as a QR code too, and never on a redirected standard error.

$tty cleave -r "$(cat $K/alice.pub)" --split frag -o a.cleave /dev/null
~ the fragment is in frag
~ ████ ▄▄▄▄▄ █
$tty cleave -q -r "$(cat $K/alice.pub)" --split frag2 -o b.cleave /dev/null
!~ ████ ▄▄▄▄▄ █
$ rm *
