# A missing file, an unreadable one, a folder, standard input in its spellings.

$ cleave -r "$(cat $K/alice.pub)" -o out missing.txt
! cleave: error: missing.txt: no such file or directory
? 7
$ mkdir 'a folder'; cleave -r "$(cat $K/alice.pub)" -o out 'a folder'
! cleave: error: a folder is a directory
! cleave: hint: tar -c 'a folder' | cleave … encrypts it as one file
? 7
$ cleave -d -i $K/alice.key -o out 'a folder'
! cleave: error: a folder is a directory
? 7
$ cleave -r "$(cat $K/alice.pub)" -o out < 'a folder'
! cleave: error: standard input is a directory
? 7
$ for input in '' - /dev/stdin; do echo hello | cleave -r "$(cat $K/alice.pub)" $input | cleave -d -i $K/alice.key $input; done
> hello
> hello
> hello
$ echo hello > -; cleave -r "$(cat $K/alice.pub)" -o ./-.cleave ./-; cleave -d -i $K/alice.key -- ./-.cleave
> hello
$ name=$(printf 'n\xc3\xafe\xff'); echo hello > "$name"; cleave -r "$(cat $K/alice.pub)" -o "$name.cleave" "$name"; cleave -d -i $K/alice.key "$name.cleave"
> hello
$ name=$(printf 'n\xc3\xafe\xff'); cleave -d -i $K/alice.key -o "$name" "$name.cleave"
! cleave: error: nïe� already exists
! cleave: hint: --force overwrites it
? 7
$ name=$(printf 'n\xc3\xafe\xff'); cleave -d -i $K/alice.key -o out "$name.missing"
! cleave: error: nïe�.missing: no such file or directory
? 7
$ rm -r ./*
