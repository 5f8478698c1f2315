# -p may stand beside recipients; identities are tried first, and a variable that cannot be one harms nobody then.

$ echo hello | CLEAVE_PASSPHRASE=zebra cleave -p -r "$(cat $K/alice.pub)" -o a.cleave
$ CLEAVE_PASSPHRASE=zebra cleave -d a.cleave
> hello
$ CLEAVE_PASSPHRASE= cleave -d -i $K/alice.key a.cleave
> hello
$ cleave -d -i $K/bob.key a.cleave
! cleave: error: no key given opens this container: it wants key id [..], or a passphrase; given here: [..]
! cleave: hint: without a terminal the passphrase is given by --passphrase-file FILE, --passphrase-fd N or CLEAVE_PASSPHRASE
? 3
$ rm *
