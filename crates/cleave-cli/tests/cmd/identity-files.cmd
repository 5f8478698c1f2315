# Key files as editors and shells leave them, and as pipes give them: read once.

$ echo hello | cleave -r "$(cat $K/alice.pub)" -o a.cleave
$ umask 077; sed 's/$/\r/' $K/alice.key > crlf.key; cleave -d -i crlf.key a.cleave
> hello
$ umask 077; (printf '\xef\xbb\xbf'; cat $K/alice.key) > bom.key; cleave -d -i bom.key a.cleave
> hello
$ umask 077; (printf '\xff\xfe'; iconv -t UTF-16LE $K/alice.key) > utf16.key; cleave -d -i utf16.key a.cleave
> hello
$ umask 077; (printf '\xfe\xff'; iconv -t UTF-16BE $K/alice.key) > utf16be.key; cleave -d -i utf16be.key a.cleave
> hello
$ umask 077; sed 's/^/  /; s/$/ \t/' $K/alice.key > spaces.key; cleave -d -i spaces.key a.cleave
> hello
$ umask 077; tail -n 1 $K/alice.key | tr A-Z a-z | tr -d '\n' > lower.key; cleave -d -i lower.key a.cleave
> hello
$ cleave -d -i <(cat $K/alice.key) a.cleave
> hello
$ mkfifo pipe; cat $K/alice.key > pipe & cleave -d -i pipe a.cleave
> hello
$ cleave -d -i - a.cleave < $K/alice.key
> hello
$ cleave -d -i $K/bob.key -i $K/alice.key a.cleave
> hello
$ umask 077; cat $K/bob.key $K/alice.key > both.key; cleave -d -i both.key a.cleave
> hello
$ rm *
