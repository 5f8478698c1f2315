# Hidden recipients are not named, and found by trying.

$ echo hello > notes.txt; cleave --hidden --json -r "$(cat $K/alice.pub)" -r "$(cat $K/bob.pub)" -o a.cleave notes.txt
! {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":2489,"output_bytes":2489,"chunks":1,"chunk_bytes":1048576,"key_ids":[],"recipients":0,"hidden":2,"passphrases":0,"split":false,"signed":false,"armored":false,"output":"a.cleave","seconds":[..]}
$ cleave -d -i $K/bob.key a.cleave
> hello
$ cleave --hidden -q --new-key me.key -o b.cleave notes.txt; cleave -d --json -i me.key b.cleave
> hello
! {"ok":true,"command":"decrypt","plaintext_bytes":6,"chunks":1,"chunk_bytes":1048576,"key_ids":[],"recipients":0,"hidden":1,"passphrases":0,"opened_by":"identity","split":false,"signature":"none","seconds":[..]}
$ rm *
