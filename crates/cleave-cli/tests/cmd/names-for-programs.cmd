# Names of files: as they are in --json, and escaped in messages where a character cannot be seen or turns the text.

$ echo hello > $'in\u202efdp'; cleave -q --json -R $K/alice.pub -o $'out\u202efdp' $'in\u202efdp'
! {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":1312,"output_bytes":1312,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"split":false,"signed":false,"armored":false,"output":"out\u202efdp","seconds":[..]}
$ cleave --json -R $K/alice.pub -o $'out\u202efdp' $'in\u202efdp' 2>&1 | grep -c $'\u202e'
> 0
? 1
$ cleave -d -i $K/alice.key $'out\u202efdp' -o $'new\n\u2066'; cleave -d -i $K/alice.key $'out\u202efdp' -o $'new\n\u2066'
! cleave: error: new\n\u{2066} already exists
! cleave: hint: --force overwrites it
? 7
$ cleave --$'bo\u202egus'
! cleave: error: unexpected argument '--bo\u{202e}gus' found
! cleave: hint: see `cleave --help`
? 2
$ cleave --json --new-key $'k\ney' -o $'a\xff.cleave' $'in\u202efdp'
! cleave: made the key k\ney; whoever loses it cannot decrypt
! cleave: decrypt with: cleave -d -i $'k\x0aey' -o $'in\xe2\x80\xaefdp.decrypted' $'a\xff.cleave'
! {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":1312,"output_bytes":1312,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"split":false,"signed":false,"armored":false,"output":{"hex":"61ff2e636c65617665"},"new_key":"k\ney","seconds":[..]}
# In place of a name that is not UTF-8 there is an object with its bytes.
$ cleave --json -d -i $'k\ney' -o $'b\xff' $'a\xff.cleave' 2> result; name=$(sed 's/.*"output":{"hex":"\([0-9a-f]*\)"}.*/\1/' result | sed 's/../\\x&/g'); cat "$(printf "$name")"
> hello
$ cleave inspect --json -i $'k\ney' $'a\xff.cleave' | grep -o '"identities":.*"wanted":true'
> "identities":[{"file":"k\ney","key_id":"[..]","wanted":true
$ rm *
