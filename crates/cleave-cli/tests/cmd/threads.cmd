# Threads: the same result whatever their number, to a file and to a pipe, signed or not; from a slow pipe too.

$ seq 700000 > in; for j in 1 2 7; do cleave -j $j -r "$(cat $K/alice.pub)" --chunk-size 64KiB --sign $K/carol.key -o $j.cleave in; done
$ for j in 1 2 7; do cleave -d -j $((8 - j)) -i $K/alice.key --signer $K/carol.pub -o out$j $j.cleave; cmp in out$j; done
$ cat 2.cleave | cleave -d -j 4 -i $K/alice.key --signer $K/carol.pub | cmp - in
$ cleave -d -j 4 -q -i $K/alice.key 2.cleave | cmp - in
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ (head -c 700000 in; sleep 0.2; tail -c +700001 in) | cleave -j 3 -r "$(cat $K/alice.pub)" | cleave -d --threads 3 -i $K/alice.key | cmp - in
$ cleave -a -j 3 -r "$(cat $K/alice.pub)" < in | cleave -d -j 3 -i $K/alice.key -o out; cmp in out

# What is wrong in the middle is said, and nothing is left of the output.
$ cp 1.cleave bad; printf x | dd of=bad bs=1 seek=2000000 conv=notrunc status=none; cleave -d -j 4 -i $K/alice.key --signer $K/carol.pub -o out4 bad
! cleave: error: chunk 30 was changed, moved or damaged; nothing from it on was released: get another copy
? 4
$ cleave -d -j 4 -q -i $K/alice.key bad | cmp - <(head -c $((30 * 65536)) in)
! cleave: error: chunk 30 was changed, moved or damaged; nothing from it on was released: get another copy
! cleave: hint: what was written to the output until then is not the whole and must not be used
$ cleave -d -j 4 -q -i $K/alice.key --signer $K/dave.pub -o out4 1.cleave
! cleave: error: the container is signed by someone other than the required signer
! cleave: hint: without --signer it opens, and says that nobody checked who signed it
? 5
$ cleave -j 0 -p in
! cleave: error: invalid value '0' for '--threads <N>': a number of threads is from 1 to 65535
! cleave: hint: see `cleave --help`
? 2
$ rm *
