# inspect: what the header tells without a key, and a breakdown that adds up to the file's size.

$ echo hello > notes.txt; cleave -r "$(cat $K/alice.pub)" -o a.cleave notes.txt; cleave inspect a.cleave
> container: version 1
> chunks: 1 of up to 1MiB
> salt: [..]
> commitment: [..]
> recipients: 1
>   key id [..]
> hidden recipients: 0
> passphrases: 0
> split: no
> signed: no
>
> bytes
>             77  header, fixed part
>           1177  header, recipients
>             32  header, header_mac
>             20  chunks, heads and tags
>              6  chunks, content
>           1312  in all
>
> Nothing of this is authenticated: `cleave verify` does that, with a key.
> Anyone who has a recipient's public key can have written it.
$ cleave inspect - < a.cleave | cmp - <(cleave inspect a.cleave)
$ cat a.cleave | cleave inspect | cmp - <(cleave inspect a.cleave)
$ cleave inspect -i $K/alice.key -i $K/bob.key a.cleave | grep 'key id'
>   key id [..]  $K/alice.key
>   key id [..]  $K/alice.key: wanted
>   key id [..]  $K/bob.key: not wanted
$ cleave inspect --json -i $K/bob.key a.cleave
> {"ok":true,"command":"inspect","authenticated":false,"version":1,"armored":false,"chunk_bytes":1048576,"salt":"[..]","commitment":"[..]","key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"argon2id":[],"extensions":0,"split":false,"signed":false,"chunks":1,"plaintext_bytes":6,"frames":"whole","bytes":{"header_fixed":77,"recipient_slots":1177,"passphrase_slots":0,"extension_slots":0,"header_mac":32,"frame_overhead":20,"plaintext":6,"signature":0,"unaccounted":0,"armor":0},"file_bytes":1312,"identities":[{"file":"$K/bob.key","key_id":"[..]","wanted":false}],"seconds":[..]}

# A signed and split one, to a hidden recipient, as text.

$ cleave -a --hidden -r "$(cat $K/alice.pub)" --split frag --sign $K/carol.key --chunk-size 4KiB -o b.asc notes.txt; cleave inspect -i $K/bob.key b.asc
> container: version 1, armored
> chunks: 1 of up to 4KiB
> salt: [..]
> commitment: [..]
> recipients: 0
> hidden recipients: 1
> passphrases: 0
> split: yes: the fragment of pairing hint [..] is needed
> signed: yes, not checked here; signer id [..]
>
> keys given
>   key id [..]  $K/bob.key: not named, and may be a hidden recipient's
>
> bytes
>            117  header, fixed part
>           1177  header, recipients
>             32  header, header_mac
>             20  chunks, heads and tags
>              6  chunks, content
>           3309  signature
>           1717  armor
>           6378  in all
>
> Nothing of this is authenticated: `cleave verify` does that, with a key.
> Anyone who has a recipient's public key can have written it.
! cleave: the fragment is in frag; without it nobody opens the container
$ cleave inspect --json b.asc
> {"ok":true,"command":"inspect","authenticated":false,"version":1,"armored":true,"chunk_bytes":4096,"salt":"[..]","commitment":"[..]","key_ids":[],"recipients":0,"hidden":1,"passphrases":0,"argon2id":[],"extensions":0,"split":true,"hint":"[..]","signed":true,"signer_id":"[..]","chunks":1,"plaintext_bytes":6,"frames":"whole","bytes":{"header_fixed":117,"recipient_slots":1177,"passphrase_slots":0,"extension_slots":0,"header_mac":32,"frame_overhead":20,"plaintext":6,"signature":3309,"unaccounted":0,"armor":1717},"file_bytes":6378,"seconds":[..]}

# Passphrases, alone and beside recipients.

$ CLEAVE_PASSPHRASE=zebra cleave -p -o p.cleave notes.txt; cleave inspect p.cleave | tail -n 13
> split: no
> signed: no
>
> bytes
>             77  header, fixed part
>             71  header, passphrases
>             32  header, header_mac
>             20  chunks, heads and tags
>              6  chunks, content
>            206  in all
>
> Nothing of this is authenticated: `cleave verify` does that, with a key.
> Once a passphrase opens it, its writer is known to have known that passphrase.
$ CLEAVE_PASSPHRASE=zebra cleave -p -r "$(cat $K/alice.pub)" -o q.cleave notes.txt; cleave inspect q.cleave | tail -n 14
> split: no
> signed: no
>
> bytes
>             77  header, fixed part
>           1177  header, recipients
>             71  header, passphrases
>             32  header, header_mac
>             20  chunks, heads and tags
>              6  chunks, content
>           1383  in all
>
> Nothing of this is authenticated: `cleave verify` does that, with a key.
> Passphrases stand beside recipients: that one opens it does not show that its writer knew it, since a recipient could have written it anew.

# The bytes are the file's, whatever their number.

$ for n in 0 1 4095 4096 4097 8192 300000; do head -c $n /dev/zero | cleave -r "$(cat $K/alice.pub)" --sign $K/carol.key --chunk-size 4KiB -a > f; cleave inspect --json f | grep -o '"bytes":{[^}]*}' | grep -o '[0-9]*' | paste -sd+ > sum; echo $(($(cat sum))) | cmp - <(stat -c %s f); done
= 0644 a.cleave 1312 bytes
= 0644 b.asc 6378 bytes
= 0644 f 414586 bytes
= 0600 frag 187 bytes
= 0644 notes.txt "hello\n"
= 0644 p.cleave 206 bytes
= 0644 q.cleave 1383 bytes
= 0644 sum "109+1177+0+0+32+1480+300000+3309+0+108479\n"
