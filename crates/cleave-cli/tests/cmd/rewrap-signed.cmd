# rewrap and signatures: a new header needs a new one, and only what its signer signed before is signed again unasked.

$ echo hello > notes.txt; cleave -R $K/alice.pub --sign $K/carol.key -o a.cleave notes.txt; cleave -R $K/alice.pub -o u.cleave notes.txt
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: the container is signed, and a new header needs a new signature: give the signing key, or have the signature removed
! cleave: hint: --sign KEYFILE signs it again; --unsign leaves the signature out
? 2
$ cleave rewrap --json -i $K/alice.key -R $K/bob.pub --sign $K/carol.key -o b.cleave a.cleave; cleave -d -i $K/bob.key --signer $K/carol.pub b.cleave
> hello
! {"ok":true,"command":"rewrap","plaintext_bytes":6,"container_bytes":5830,"output_bytes":5830,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]","[..]"],"recipients":2,"hidden":0,"passphrases":0,"added":1,"removed":0,"split":false,"signed":true,"authenticated":true,"armored":false,"output":"b.cleave","seconds":[..]}
$ cleave rewrap -i $K/alice.key --unsign -o n.cleave a.cleave; cleave verify -i $K/alice.key n.cleave
> all authentic: 6 bytes in 1 chunk; not signed
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/alice.key --sign $K/dave.key -o c.cleave a.cleave
! cleave: error: the container is signed by someone other than the key that is to sign it
! cleave: hint: --adopt signs it all the same; look at the content first: whoever opens the container could have changed it
? 5
$ cleave rewrap -i $K/alice.key --sign $K/dave.key -o c.cleave u.cleave
! cleave: error: the container is not signed: it is not known whose content is to be signed
! cleave: hint: --adopt signs it all the same; look at the content first: whoever opens the container could have changed it
? 5
$ cleave rewrap -i $K/alice.key --sign $K/dave.key --adopt -o c.cleave a.cleave; cleave verify -i $K/alice.key --signer $K/dave.pub c.cleave
> all authentic: 6 bytes in 1 chunk; signed by $K/dave.pub
$ cleave rewrap -i $K/alice.key --sign $K/dave.key --adopt -o d.cleave u.cleave; cleave verify -i $K/alice.key --signer $K/dave.pub d.cleave
> all authentic: 6 bytes in 1 chunk; signed by $K/dave.pub
$ (head -c 1400 a.cleave; printf xyz; tail -c +1404 a.cleave) > e.cleave; cleave rewrap -i $K/alice.key --sign $K/carol.key -o f.cleave e.cleave
! cleave: error: the signature does not verify: the content is not what the signer signed; do not use it
? 5
$ (head -c 1322 a.cleave; printf x; tail -c +1324 a.cleave) > e.cleave; cleave rewrap -i $K/alice.key --sign $K/carol.key -o f.cleave e.cleave
! cleave: error: chunk 0 was changed, moved or damaged; nothing from it on was released: get another copy
? 4
= 0644 a.cleave 4653 bytes
= 0644 b.cleave 5830 bytes
= 0644 c.cleave 4653 bytes
= 0644 d.cleave 4653 bytes
= 0644 e.cleave 4653 bytes
= 0644 n.cleave 1312 bytes
= 0644 notes.txt "hello\n"
= 0644 u.cleave 1312 bytes
