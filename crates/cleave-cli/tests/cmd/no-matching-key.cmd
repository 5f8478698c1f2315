# A key that does not fit: which key ids the container wants, and which were offered.

$ echo hello | cleave -r "$(cat $K/alice.pub)" -o a.cleave
$ cleave -d -i $K/bob.key -o out a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cleave -d -o out a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; no identity was given
! cleave: hint: -i FILE gives the identity to decrypt with
? 3
$ cleave -d --json -i $K/bob.key -o out a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
! {"ok":false,"error":"no_matching_key","message":"no key given opens this container: it wants key id [..]; given here: [..]","hint":"-i FILE gives another identity; it may be repeated"}
? 3
$ cleave --hidden -r "$(cat $K/alice.pub)" -o hidden.cleave a.cleave; cleave -d -i $K/bob.key hidden.cleave
! cleave: error: no key given opens this container: it wants 1 hidden recipient; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
= 0644 a.cleave 1312 bytes
= 0644 hidden.cleave 2618 bytes
