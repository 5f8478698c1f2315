# Signing, and requiring a signer: by the key itself or by a file.

$ echo hello > notes.txt; cleave -r "$(cat $K/alice.pub)" --sign $K/carol.key -o a.cleave notes.txt
$ cleave -d -i $K/alice.key --signer $K/carol.pub a.cleave
> hello
$ cleave -d -i $K/alice.key --signer "$(cat $K/carol.pub)" a.cleave
> hello
$ cleave -d -i $K/alice.key --signer $K/carol.pub < a.cleave
> hello
$ cat a.cleave | cleave -d -i $K/alice.key --signer $K/carol.pub
> hello

# Who signed is said with -v and --json: the file, or the key by its first and last letters.

$ cleave -v -d -i $K/alice.key --signer $K/carol.pub a.cleave
> hello
! cleave: the signature is verified: signed by $K/carol.pub
! cleave: 6 bytes in 1 chunk, all authentic
$ cleave -v -d -i $K/alice.key --signer "$(cat $K/carol.pub)" --range 1.. a.cleave
> ello
! cleave: the signature is verified: signed by cleavesig1[..]...[..]
! cleave: 5 bytes of the range, all authentic
$ cleave --json -d -i $K/alice.key --signer $K/carol.pub a.cleave
> hello
! {"ok":true,"command":"decrypt","plaintext_bytes":6,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"opened_by":"identity","split":false,"signature":"verified","signer":"$K/carol.pub","seconds":[..]}
$ cleave verify -i $K/alice.key --signer "$(cat $K/carol.pub)" a.cleave
> all authentic: 6 bytes in 1 chunk; signed by cleavesig1[..]...[..]

$ cleave -d -i $K/alice.key a.cleave
> hello
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ cleave -d -i $K/alice.key --signer $K/dave.pub a.cleave
! cleave: error: the container is signed by someone other than the required signer
! cleave: hint: without --signer it opens, and says that nobody checked who signed it
? 5
$ cleave -r "$(cat $K/alice.pub)" -o b.cleave notes.txt; cleave -d -i $K/alice.key --signer $K/carol.pub b.cleave
! cleave: error: a signer is required and the container is not signed
! cleave: hint: without --signer it opens, and says that nobody checked who signed it
? 5
$ (head -c 1400 a.cleave; printf xyz; tail -c +1404 a.cleave) > c.cleave; cleave -d -i $K/alice.key --signer $K/carol.pub c.cleave
! cleave: error: the signature does not verify: the content is not what the signer signed; do not use it
? 5
$ cat c.cleave | cleave -d -i $K/alice.key --signer $K/carol.pub
> hello
! cleave: error: the signature does not verify: the content is not what the signer signed; do not use it
! cleave: hint: the content was written to the output before this was known, and must not be used
? 5
$ cat c.cleave | cleave -d -i $K/alice.key --signer $K/carol.pub -o out
! cleave: error: the signature does not verify: the content is not what the signer signed; do not use it
? 5
$ cleave -d -i $K/alice.key --signer $K/carol.key a.cleave
! cleave: error: $K/carol.key: line 3: this is a signing key (a secret key), and not a signer (a public key)
! cleave: hint: sign with it by --sign FILE
? 3
$ cleave -d -i $K/alice.key --signer $K/alice.pub a.cleave
! cleave: error: $K/alice.pub: line 1: this is a recipient, and not a signer
! cleave: hint: encrypt to it with -r KEY or -R FILE
? 3
$ cleave -d -i $K/alice.key --signer "$(cat $K/alice.pub)" a.cleave
! cleave: error: --signer takes a signer or a file that holds one, and this is a recipient (a public key)
! cleave: hint: encrypt to it with -r KEY or -R FILE
? 3
$ cleave -r "$(cat $K/alice.pub)" --sign $K/alice.key -o d.cleave notes.txt
! cleave: error: $K/alice.key: line 3: this is an identity, and not a signing key
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 3
$ cleave -r "$(cat $K/alice.pub)" --sign $K/carol.pub -o d.cleave notes.txt
! cleave: error: $K/carol.pub: line 1: this is a signer (a public key), and not a signing key (a secret key)
! cleave: hint: require it with -d --signer KEY_OR_FILE
? 3
$ cat $K/carol.key $K/dave.key > two.key; chmod 600 two.key; cleave -r "$(cat $K/alice.pub)" --sign two.key -o d.cleave notes.txt
! cleave: error: two.key: one signing key is wanted, and more are here
? 3
$ rm *
