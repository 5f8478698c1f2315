# A flag that does not exist is named, also where what follows it looks like one input too many.

$ cleave --nope val -r "$(cat $K/alice.pub)" -o z /dev/null
! cleave: error: unexpected argument '--nope' found
! cleave: hint: see `cleave --help`
? 2
$ cleave --nope=val -r "$(cat $K/alice.pub)" -o z /dev/null
! cleave: error: unexpected argument '--nope' found
! cleave: hint: see `cleave --help`
? 2
$ cleave -r "$(cat $K/alice.pub)" a b
! cleave: error: more than one input is given
! cleave: hint: one file at a time; quote a name with spaces; tar -c … | cleave … takes several files
? 2
$ cleave -p secret -o z /dev/null
! cleave: error: more than one input is given
! cleave: hint: one file at a time; quote a name with spaces; tar -c … | cleave … takes several files
! cleave: hint: -p takes no value: a passphrase is never an argument
? 2
