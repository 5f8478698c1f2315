# What is wrong with a container is named, with an exit code of its own, and nothing is written.

$ head -c 10000 /dev/zero | cleave --chunk-size 4KiB -r "$(cat $K/alice.pub)" -o a.cleave
$ cleave -d -i $K/alice.key -o out <(echo hello)
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
! cleave: hint: to encrypt, leave out -d
? 4
$ : | cleave -d -i $K/alice.key -o out
! cleave: error: the input is empty; get the whole file
? 4
$ head -c 5000 a.cleave | cleave -d -i $K/alice.key -o out
! cleave: error: the file ends before the container's last chunk does; get the whole file
? 4
$ (cat a.cleave; echo) | cleave -d -i $K/alice.key -o out
! cleave: error: bytes stand after the container's end: something was appended; get another copy
? 4
$ cat a.cleave a.cleave | cleave -d -i $K/alice.key -o out
! cleave: error: bytes stand after the container's end: something was appended; get another copy
? 4
$ sed 's/\r$//' a.cleave | cleave -d -i $K/alice.key -o out
! cleave: error: the container was damaged by a transfer that treats it as text; transfer it again in binary mode, or use armor
? 4
$ (head -c 8 a.cleave; printf '\2'; tail -c +10 a.cleave) | cleave -d -i $K/alice.key -o out
! cleave: error: the container is of version 2; this program reads version 1: use a newer release
? 4
$ (head -c 8 a.cleave; printf '\0'; tail -c +10 a.cleave) | cleave -d -i $K/alice.key -o out
! cleave: error: the container is of version 0; this program reads version 1, and there never was a version 0: the file is damaged, get another copy
? 4
$ (head -c 9 a.cleave; printf '\10'; tail -c +11 a.cleave) | cleave -d -i $K/alice.key -o out
! cleave: error: the header is malformed: a reserved flag is set; the file is damaged, get another copy
? 4
$ (head -c 1283 a.cleave; printf abc; tail -c +1287 a.cleave) | cleave -d -i $K/alice.key -o out
! cleave: error: the header was changed after it was written; do not use this file, get another copy
? 4
$ (head -c 5406; head -c 1 > byte; tr '\0-\377' '\377\0-\376' < byte; cat) < a.cleave | cleave -d --json -i $K/alice.key -o out
! cleave: error: chunk 1 was changed, moved or damaged; nothing from it on was released: get another copy
! {"ok":false,"error":"chunk_tampered","chunk":1,"message":"chunk 1 was changed, moved or damaged; nothing from it on was released: get another copy"}
? 4
$ (head -c 9000; head -c 1 > byte; tr '\0-\377' '\377\0-\376' < byte; cat) < a.cleave | cleave -d -i $K/alice.key | wc -c
> 4096
! cleave: error: chunk 1 was changed, moved or damaged; nothing from it on was released: get another copy
! cleave: hint: what was written to the output until then is not the whole and must not be used
$ rm *
