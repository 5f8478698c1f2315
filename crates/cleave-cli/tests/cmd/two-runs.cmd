# Of two runs to one new name one wins, and the other says so.

$ mkfifo slow; (cat slow | cleave -r "$(cat $K/alice.pub)" -o out; echo "slow: $?" >&2) & exec 3> slow; while ! ls .out.* > /dev/null 2>&1; do sleep 0.02; done; echo fast | cleave -r "$(cat $K/alice.pub)" -o out; echo slow >&3; exec 3>&-; wait; cleave -d -i $K/alice.key out
> fast
! cleave: error: out was made by another while this run was writing, and is left as it is
! slow: 7
$ rm out slow
