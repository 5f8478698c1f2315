# --json: the last line on standard error is one object, whatever happens.

$ echo hello > notes.txt; cleave --json -r "$(cat $K/alice.pub)" -o a.cleave notes.txt
! {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":1312,"output_bytes":1312,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"split":false,"signed":false,"armored":false,"output":"a.cleave","seconds":[..]}
$ cleave --json -d -i $K/alice.key a.cleave
> hello
! {"ok":true,"command":"decrypt","plaintext_bytes":6,"chunks":1,"chunk_bytes":1048576,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"opened_by":"identity","split":false,"signature":"none","seconds":[..]}
$ cleave --json --new-key me.key --split frag --sign $K/carol.key --chunk-size 4KiB -a -q -o b.asc notes.txt
! {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":4661,"output_bytes":6378,"chunks":1,"chunk_bytes":4096,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"split":true,"signed":true,"armored":true,"output":"b.asc","new_key":"me.key","fragment":"frag","seconds":[..]}
$ cleave --json -d -i me.key --fragment frag -o b b.asc
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
! {"ok":true,"command":"decrypt","plaintext_bytes":6,"chunks":1,"chunk_bytes":4096,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"opened_by":"identity","split":true,"signature":"unchecked","output":"b","seconds":[..]}
$ cleave --json keygen
! cleave: error: `keygen` is a subcommand only as the first word
! cleave: hint: cleave keygen --json
! {"ok":false,"error":"usage","message":"`keygen` is a subcommand only as the first word","hint":"cleave keygen --json"}
? 2
# Where the object goes is decided by the first word: this is no `inspect`, and that one is.
$ cleave --json inspect a.cleave
! cleave: error: `inspect` is a subcommand only as the first word
! cleave: hint: cleave inspect --json a.cleave
! {"ok":false,"error":"usage","message":"`inspect` is a subcommand only as the first word","hint":"cleave inspect --json a.cleave"}
? 2
$ cleave inspect --json missing
> {"ok":false,"error":"input","message":"missing: no such file or directory"}
! cleave: error: missing: no such file or directory
? 7
$ cleave inspect --json --bogus
> {"ok":false,"error":"usage","message":"unexpected argument '--bogus' found","hint":"see `cleave help inspect`"}
! cleave: error: unexpected argument '--bogus' found
! cleave: hint: see `cleave help inspect`
? 2
$ cleave keygen --json -q -o k
! {"ok":true,"command":"keygen","kind":"identity","public_key":"cleave1[..]","fingerprint":"[..]","protected":false,"output":"k","seconds":[..]}
$ cleave --json -d -i $K/bob.key a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
! {"ok":false,"error":"no_matching_key","message":"no key given opens this container: it wants key id [..]; given here: [..]","hint":"-i FILE gives another identity; it may be repeated"}
? 3
$ cleave --json -r x -o a.cleave notes.txt
! cleave: error: a.cleave already exists
! cleave: hint: --force overwrites it
! {"ok":false,"error":"output","message":"a.cleave already exists","hint":"--force overwrites it"}
? 7
$ cleave --json -d -i $K/alice.key missing
! cleave: error: missing: no such file or directory
! {"ok":false,"error":"input","message":"missing: no such file or directory"}
? 7
$ cleave --json -d -i $K/alice.key -o /dev/full a.cleave
! cleave: error: /dev/full: no space left on device
! cleave: hint: free some space there, or write to another disk
! {"ok":false,"error":"output","message":"/dev/full: no space left on device","hint":"free some space there, or write to another disk"}
? 7
= 0644 a.cleave 1312 bytes
= 0600 b "hello\n"
= 0644 b.asc 6378 bytes
= 0600 frag 187 bytes
= 0600 k 2084 bytes
= 0600 me.key 2084 bytes
= 0644 notes.txt "hello\n"
