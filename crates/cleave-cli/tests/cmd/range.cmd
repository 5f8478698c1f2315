# A range of the plaintext, by seeking: only the chunks that it covers are read and vouched for.

$ seq 20000 > in; cleave -r "$(cat $K/alice.pub)" --chunk-size 4KiB -o a.cleave in; wc -c < in
> 108894
$ for r in .. 0..0 ..10 4090..4100 100000.. 108894.. 108893..200000; do cleave -d -i $K/alice.key --range $r -o part a.cleave; a=${r%%..*}; b=${r##*..}; cmp part <(head -c ${b:-999999} in | tail -c +$((${a:-0} + 1))) && stat -c %s part; rm part; done
> 108894
> 0
> 10
> 10
> 8894
> 0
> 1
$ cleave -d -i $K/alice.key --range 48..52 < a.cleave
> 20
> 2
$ cleave -d -v -i $K/alice.key --range=..2 a.cleave
> 1
! cleave: 2 bytes of the range, all authentic
$ cleave -d --json -i $K/alice.key --range ..2 -o part a.cleave; rm part
! {"ok":true,"command":"decrypt","plaintext_bytes":2,"chunk_bytes":4096,"key_ids":["[..]"],"recipients":1,"hidden":0,"passphrases":0,"opened_by":"identity","split":false,"signature":"none","output":"part","seconds":[..]}
$ cleave -a -r "$(cat $K/alice.pub)" -o b.asc in; cleave -d -i $K/alice.key --range 48..52 b.asc
> 20
> 2

# A chunk that is damaged is only in the way of ranges that cover it.
$ cp a.cleave bad; printf x | dd of=bad bs=1 seek=50000 conv=notrunc status=none; cleave -d -i $K/alice.key --range 90000..90006 bad
> 16852
$ cleave -d -i $K/alice.key --range 40000..50000 -o part bad
! cleave: error: chunk 11 was changed, moved or damaged; nothing from it on was released: get another copy
? 4

# With a required signer the whole is verified first.
$ cleave -r "$(cat $K/alice.pub)" --sign $K/carol.key --chunk-size 4KiB -o s.cleave in; cleave -d -i $K/alice.key --signer $K/carol.pub --range 48..52 s.cleave
> 20
> 2
$ cleave -d -i $K/alice.key --range 48..52 s.cleave
> 20
> 2
! cleave: warning: the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does
$ printf x | dd of=s.cleave bs=1 seek=50000 conv=notrunc status=none; cleave -d -i $K/alice.key --signer $K/carol.pub --range 48..52 s.cleave
! cleave: error: chunk 11 was changed, moved or damaged; nothing from it on was released: get another copy
? 4

# What cannot be.
$ cleave -d -i $K/alice.key --range 5..2 a.cleave
! cleave: error: --range: the range is invalid: it ends before it starts
! cleave: hint: --range A..B takes the bytes from A on, up to B; the first byte is 0, and A or B may be left out
? 2
$ cleave -d -i $K/alice.key --range -5 a.cleave
! cleave: error: --range: the range is invalid: it is not of the form A..B
! cleave: hint: --range A..B takes the bytes from A on, up to B; the first byte is 0, and A or B may be left out
? 2
$ cleave -d -i $K/alice.key --range 108895.. -o part a.cleave
! cleave: error: the range is invalid: it starts past the end of the plaintext
? 2
$ cat a.cleave | cleave -d -i $K/alice.key --range 0..5
! cleave: error: --range reads by seeking, which standard input does not allow
! cleave: hint: name a regular file; of a stream, decrypt all and cut the bytes out of it
? 2
$ (read -N 1 x; cleave -d -i $K/alice.key --range 0..5) < in
! cleave: error: --range reads by seeking, which standard input does not allow
! cleave: hint: name a regular file; of a stream, decrypt all and cut the bytes out of it
? 2
$ cleave -p --range 0..5 in
! cleave: error: --range is for decrypting
! cleave: hint: -d decrypts
? 2
$ rm *
