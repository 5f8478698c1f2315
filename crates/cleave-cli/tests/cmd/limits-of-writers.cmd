# What a reader would refuse is not made, unless the same limit is raised.

$ echo hello > notes.txt; cat $K/alice.pub $K/bob.pub > both
$ cleave --hidden --max-trials 1 -R both -o a.cleave notes.txt
! cleave: error: 2 hidden recipients, of which a reader tries 1 at the most
! cleave: hint: --max-trials 2 makes it all the same, and its readers need that flag too
? 8
$ cleave --hidden --max-trials 1 --new-key me.key -R $K/alice.pub -o a.cleave notes.txt
! cleave: error: 2 hidden recipients, of which a reader tries 1 at the most
! cleave: hint: --max-trials 2 makes it all the same, and its readers need that flag too
? 8
$ cleave --hidden --max-trials 1 -R $K/alice.pub -r "$(cat $K/alice.pub)" -o a.cleave notes.txt; cleave -d -i $K/alice.key a.cleave
> hello
! cleave: warning: the recipient [..] is given more than once
$ cleave rewrap -i $K/alice.key --hidden --max-trials 1 -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: 2 hidden recipients, of which a reader tries 1 at the most
! cleave: hint: --max-trials 2 makes it all the same, and its readers need that flag too
? 8
$ cleave rewrap -i $K/alice.key --hidden --max-trials 2 -R $K/bob.pub -o b.cleave a.cleave
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave -d -i $K/bob.key b.cleave
> hello
$ export CLEAVE_PASSPHRASE=zebra; for i in 1 2 3 4 5 6 7 8; do cleave rewrap -i $K/alice.key -p -f -o a.cleave a.cleave || echo $i; done; cleave -d a.cleave
> hello
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ CLEAVE_PASSPHRASE=yak cleave rewrap -i $K/alice.key -p -f -o a.cleave a.cleave
! cleave: error: 9 passphrases, of which a reader takes 8
! cleave: hint: --remove-passphrases removes those that are there
! cleave: hint: --max-kdf-work 8GiB allows it; its readers need that flag too
? 8
$ CLEAVE_PASSPHRASE=yak cleave rewrap -i $K/alice.key -p --remove-passphrases -q -f -o a.cleave a.cleave; CLEAVE_PASSPHRASE=yak cleave -d a.cleave
> hello
$ CLEAVE_PASSPHRASE=yak cleave rewrap -i $K/alice.key -p --max-kdf-work 8GiB -o d.cleave a.cleave
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ rm *
