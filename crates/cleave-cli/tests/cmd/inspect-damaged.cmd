# inspect of a container that is not whole: what can be told is, with a warning; a header that cannot be is refused.

$ head -c 10000 /dev/zero | cleave -r "$(cat $K/alice.pub)" --chunk-size 4KiB -o a.cleave; head -c 6000 a.cleave > cut; cleave inspect cut | sed -n '/^bytes/,/in all/p'
> bytes
>             77  header, fixed part
>           1177  header, recipients
>             32  header, header_mac
>             20  chunks, heads and tags
>           4096  chunks, content
>            598  not accounted for
>           6000  in all
! cleave: warning: the file ends before the container does; get the whole file
$ (cat a.cleave; echo more) > longer; cleave inspect --json longer | grep -o '"frames":.*"file_bytes":[0-9]*'
> "frames":"trailing_data","bytes":{"header_fixed":77,"recipient_slots":1177,"passphrase_slots":0,"extension_slots":0,"header_mac":32,"frame_overhead":60,"plaintext":10000,"signature":0,"unaccounted":5,"armor":0},"file_bytes":11351
! cleave: warning: bytes stand after the container's end
$ (head -c 1286 a.cleave; printf '\377\377\377\377'; tail -c +1291 a.cleave) > bad; cleave inspect --json bad | grep -o '"frames":.*"file_bytes":[0-9]*'
> "frames":"chunk_tampered","bytes":{"header_fixed":77,"recipient_slots":1177,"passphrase_slots":0,"extension_slots":0,"header_mac":32,"frame_overhead":0,"plaintext":0,"signature":0,"unaccounted":10060,"armor":0},"file_bytes":11346
! cleave: warning: chunk 0 was changed or moved: from it on no byte is accounted for
$ head -c 500 a.cleave | cleave inspect
! cleave: error: the file ends inside the container's header; get the whole file
? 4
$ head -c 500 a.cleave | cleave inspect --json
> {"ok":false,"error":"truncated","message":"the file ends inside the container's header; get the whole file"}
! cleave: error: the file ends inside the container's header; get the whole file
? 4
$ echo hello | cleave inspect
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
? 4
$ : | cleave inspect
! cleave: error: the input is empty; get the whole file
? 4
$ cleave inspect missing
! cleave: error: missing: no such file or directory
? 7
$ cleave inspect .
! cleave: error: . is a directory
? 7
$ cleave inspect --max-header 100 a.cleave
! cleave: error: the header is larger than the limit of 100 bytes; raise the header limit if you trust its source
! cleave: hint: --max-header 1286 lets it through
? 8
$ cleave inspect a.cleave > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ cleave inspect --json a.cleave > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ cleave --json inspect a.cleave
! cleave: error: `inspect` is a subcommand only as the first word
! cleave: hint: cleave inspect --json a.cleave
! {"ok":false,"error":"usage","message":"`inspect` is a subcommand only as the first word","hint":"cleave inspect --json a.cleave"}
? 2
$ rm *
