# verify: authenticates every chunk, and the signature with --signer; writes nothing.

$ echo hello > notes.txt; cleave -r "$(cat $K/alice.pub)" --sign $K/carol.key -o a.cleave notes.txt; cleave -r "$(cat $K/alice.pub)" -o b.cleave notes.txt
$ cleave verify -i $K/alice.key --signer $K/carol.pub a.cleave
> all authentic: 6 bytes in 1 chunk; signed by $K/carol.pub
$ cat a.cleave | cleave verify -i $K/alice.key --signer $K/carol.pub
> all authentic: 6 bytes in 1 chunk; signed by $K/carol.pub
$ cleave verify -i $K/alice.key a.cleave
> all authentic: 6 bytes in 1 chunk; signed, and nobody checked by whom
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ cleave verify -i $K/alice.key b.cleave
> all authentic: 6 bytes in 1 chunk; not signed
$ cleave verify --json -i $K/alice.key --signer $K/carol.pub a.cleave
> {"ok":true,"command":"verify","plaintext_bytes":6,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"opened_by":"identity","split":false,"signature":"verified","signer":"$K/carol.pub","seconds":[..]}
$ cleave verify -i $K/alice.key --signer $K/dave.pub a.cleave
! cleave: error: the container is signed by someone other than the required signer
! cleave: hint: without --signer it opens, and says that nobody checked who signed it
? 5
$ cleave verify -i $K/alice.key --signer $K/carol.pub b.cleave
! cleave: error: a signer is required and the container is not signed
! cleave: hint: without --signer it opens, and says that nobody checked who signed it
? 5
$ cleave verify -i $K/bob.key b.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cleave verify --json -i $K/bob.key b.cleave
> {"ok":false,"error":"no_matching_key","message":"no key given opens this container: it wants key id [..]; given here: [..]","hint":"-i FILE gives another identity; it may be repeated"}
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ (head -c 1290 b.cleave; printf x; tail -c +1292 b.cleave) > c.cleave; cleave verify -i $K/alice.key c.cleave
! cleave: error: chunk 0 was changed, moved or damaged; nothing from it on was released: get another copy
? 4
$ cleave verify --json -i $K/alice.key c.cleave
> {"ok":false,"error":"chunk_tampered","chunk":0,"message":"chunk 0 was changed, moved or damaged; nothing from it on was released: get another copy"}
! cleave: error: chunk 0 was changed, moved or damaged; nothing from it on was released: get another copy
? 4
$ (cat b.cleave; printf x) > d.cleave; cleave verify -i $K/alice.key d.cleave
! cleave: error: bytes stand after the container's end: something was appended; get another copy
? 4
$ head -c -1 b.cleave | cleave verify -i $K/alice.key
! cleave: error: the file ends before the container's last chunk does; get the whole file
? 4
$ (head -c 1400 a.cleave; printf xyz; tail -c +1404 a.cleave) > e.cleave; cleave verify -i $K/alice.key --signer $K/carol.pub e.cleave
! cleave: error: the signature does not verify: the content is not what the signer signed; do not use it
? 5
$ CLEAVE_PASSPHRASE=zebra cleave -p -a -o p.asc notes.txt; CLEAVE_PASSPHRASE=zebra cleave verify p.asc
> all authentic: 6 bytes in 1 chunk; not signed
$ CLEAVE_PASSPHRASE=wrong cleave verify p.asc
! cleave: error: wrong passphrase
! cleave: hint: give it again: capitals, spaces and the keyboard's layout count
? 3
$tty cleave verify p.asc
~ Passphrase for p.asc:
< zebra
~ all authentic
$ cleave -r "$(cat $K/alice.pub)" --split frag -o s.cleave notes.txt; cleave verify -i $K/alice.key --fragment frag s.cleave
> all authentic: 6 bytes in 1 chunk; not signed
! cleave: the fragment is in frag; without it nobody opens the container
$ cleave verify -i $K/alice.key s.cleave
! cleave: error: the container is split: its fragment is needed to open it
! cleave: hint: --fragment FILE gives it
? 6
$ cleave verify -i $K/alice.key notes.txt
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
? 4
$ cleave verify --bogus --json
> {"ok":false,"error":"usage","message":"unexpected argument '--bogus' found","hint":"see `cleave help verify`"}
! cleave: error: unexpected argument '--bogus' found
! cleave: hint: see `cleave help verify`
? 2
$ cleave verify -i $K/alice.key b.cleave > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
= 0644 a.cleave 4653 bytes
= 0644 b.cleave 1312 bytes
= 0644 c.cleave 1312 bytes
= 0644 d.cleave 1313 bytes
= 0644 e.cleave 4653 bytes
= 0600 frag 187 bytes
= 0644 notes.txt "hello\n"
= 0644 p.asc 345 bytes
= 0644 s.cleave 1320 bytes
