# rewrap says when the key that opened the old container does not open the new one.

$ echo hello > notes.txt; cat $K/alice.pub $K/bob.pub > both; cleave -R both -o a.cleave notes.txt; cleave --hidden -R both -o h.cleave notes.txt
$ cleave rewrap -q -i $K/alice.key --remove "$(cat $K/alice.pub)" -o b.cleave a.cleave
! cleave: warning: the key in $K/alice.key, with which the container was opened, does not open the new one
$ cleave rewrap -q -i $K/alice.key --remove "$(cat $K/bob.pub)" -o c.cleave a.cleave
$ cleave rewrap -q -i $K/alice.key --remove "$(cat $K/alice.pub)" --hidden -R $K/alice.pub -o d.cleave a.cleave; cleave -d -i $K/alice.key d.cleave
> hello
$ cleave rewrap -q -i $K/alice.key --remove-hidden -p --new-passphrase-file <(echo zebra) -o e.cleave h.cleave
! cleave: warning: the key in $K/alice.key, with which the container was opened, does not open the new one
$ cleave rewrap -q -i $K/alice.key --remove-hidden -R $K/alice.pub -o f.cleave h.cleave
$ CLEAVE_PASSPHRASE=zebra cleave rewrap -q --remove-passphrases -R $K/bob.pub -o g.cleave e.cleave
! cleave: warning: the passphrase, with which the container was opened, does not open the new one
$ CLEAVE_PASSPHRASE=zebra cleave rewrap -q --remove-passphrases -p --new-passphrase-file <(echo lion) -o i.cleave e.cleave
$ rm *
