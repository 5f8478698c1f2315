# -q says nothing but errors, -v says more.

$ echo hello > notes.txt; cleave -q --new-key me.key --sign $K/carol.key -o a.cleave notes.txt
$ cleave -v -d -i me.key a.cleave
> hello
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
! cleave: 6 bytes in 1 chunk, all authentic
$ cleave -q -d -i me.key a.cleave
> hello
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ cleave -v -e -i me.key -o b.cleave notes.txt
! cleave: to the recipient [..]
! cleave: 6 bytes in 1 chunk became 1312 bytes
$ cleave -q -d -i $K/bob.key a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ rm *
