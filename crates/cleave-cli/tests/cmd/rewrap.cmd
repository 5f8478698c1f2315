# rewrap: who opens a container is changed by a new header; the chunks are copied as they are.

$ head -c 9000 /dev/zero > zeros; cleave --chunk-size 4KiB -r "$(cat $K/alice.pub)" -o a.cleave zeros
$ cleave rewrap -i $K/alice.key -r "$(cat $K/bob.pub)" -o both.cleave a.cleave
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave -d -i $K/bob.key both.cleave | cmp - zeros
$ cleave -d -i $K/alice.key both.cleave | cmp - zeros
$ cmp <(tail -c 9060 a.cleave) <(tail -c 9060 both.cleave)

# Whoever is removed, by public key or by key id, is told of.

$ cleave rewrap -i $K/alice.key --remove "$(cat $K/alice.pub)" -o bob.cleave both.cleave
! cleave: who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again
! cleave: warning: the key in $K/alice.key, with which the container was opened, does not open the new one
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave -d -i $K/alice.key bob.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cleave -d -i $K/bob.key bob.cleave | cmp - zeros
$ id=$(cleave inspect -i $K/alice.key both.cleave | sed -n 's/^  key id \([0-9a-f]*\) .*wanted/\1/p'); cleave rewrap --json -i $K/bob.key --remove $id -o bob2.cleave both.cleave; cleave -d -i $K/bob.key bob2.cleave | cmp - zeros
! cleave: who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again
! {"ok":true,"command":"rewrap","plaintext_bytes":9000,"container_bytes":10346,"output_bytes":10346,"chunks":3,"chunk_bytes":4096,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"added":0,"removed":1,"split":false,"signed":false,"authenticated":false,"armored":false,"output":"bob2.cleave","seconds":[..]}

# From and to a pipe; of text, text is made.

$ cat a.cleave | cleave rewrap -i $K/alice.key -R $K/bob.pub | cleave -d -i $K/bob.key | cmp - zeros
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/alice.key -a -o a.asc a.cleave; head -n 1 a.asc; cleave rewrap -q -i $K/alice.key -R $K/bob.pub a.asc | head -n 1
> -----BEGIN CLEAVE CONTAINER-----
> -----BEGIN CLEAVE CONTAINER-----
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that

# Hidden ones are added, and removed all at once.

$ cleave rewrap -i $K/alice.key --hidden -R $K/bob.pub -o hidden.cleave a.cleave; cleave inspect hidden.cleave | grep recipients:; cleave -d -i $K/bob.key hidden.cleave | cmp - zeros
> recipients: 1
> hidden recipients: 1
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -q -i $K/alice.key --remove-hidden hidden.cleave | cleave inspect | grep recipients:
> recipients: 1
> hidden recipients: 0

# A split container stays split, under the same fragment.

$ cleave -q --split frag -R $K/alice.pub -o split.cleave zeros; cleave rewrap -i $K/alice.key --fragment frag -R $K/bob.pub -o split2.cleave split.cleave; cleave -d -i $K/bob.key --fragment frag split2.cleave | cmp - zeros
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/alice.key -R $K/bob.pub split.cleave
! cleave: error: the container is split: its fragment is needed to open it
! cleave: hint: --fragment FILE gives it
? 6
$ rm *
