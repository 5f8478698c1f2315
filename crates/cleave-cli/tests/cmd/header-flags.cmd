# A flag that is flipped in the header: no bit of it goes unnoticed, whatever the container is. Slots are read at another place
# then, so that what is missing first is by chance: a slot that opens, the rest of the header, a fragment that fits.

$ echo hello > notes.txt; cleave -r "$(cat $K/alice.pub)" -o plain.cleave notes.txt; cleave -r "$(cat $K/alice.pub)" --sign $K/carol.key -o signed.cleave notes.txt; cleave -q -r "$(cat $K/alice.pub)" --split frag -o split.cleave notes.txt
$ for f in plain signed split; do cleave -d -q -i $K/alice.key --fragment frag $f.cleave; done
> hello
> hello
> hello
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ for f in plain signed split; do for bit in 1 2 4 8 16 32 64 128; do flags=$(head -c 10 $f.cleave | tail -c 1 | od -An -tu1); (head -c 9 $f.cleave; printf "\\x$(printf %x $((flags ^ bit)))"; tail -c +11 $f.cleave) > bad; cleave -d -i $K/alice.key --fragment frag -o out bad 2> said; case $? in 3 | 4 | 6) ;; *) echo $f $bit $?; cat said ;; esac; done; done
$ rm *.cleave bad said frag notes.txt
