# When encrypting fails, no fragment is left for a file; for a stream it stays, since the stream may be whole.

$ (ulimit -f 8; trap '' XFSZ; head -c 100000 /dev/zero | cleave -r "$(cat $K/alice.pub)" --split frag -o a.cleave)
! cleave: error: a.cleave: file too large
? 7
$ head -c 100000 /dev/zero | cleave -r "$(cat $K/alice.pub)" --split frag > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
! cleave: hint: the fragment stays in frag
? 7
$ rm frag
