# A reader that goes away is quiet, before and during the output.

$ head -c 3000000 /dev/zero | cleave -r "$(cat $K/alice.pub)" -o a.cleave
$ cleave -d -i $K/alice.key a.cleave | head -c 10 | wc -c
> 10
$ cleave -d -i $K/alice.key a.cleave | true
$ (sleep 0.5; cleave -r "$(cat $K/alice.pub)" a.cleave; echo "code $?" >&2) | true
! code 7
$ (sleep 0.5; cleave --help; echo "code $?" >&2) | true
! code 7
$ cleave -d -i $K/alice.key -o /dev/null a.cleave 2>&-
$ rm a.cleave
