# Binary is not written to a terminal unless -o - says so; nor is plaintext that is not text.

$tty echo hello | cleave -r "$(cat $K/alice.pub)"
~ cleave: error: binary is not written to a terminal
~ cleave: hint: -a writes text, -o FILE a file; -o - forces it
? 2
$tty echo hello | cleave -a -r "$(cat $K/alice.pub)"
~ -----BEGIN CLEAVE CONTAINER-----
~ -----END CLEAVE CONTAINER-----
$tty echo hello | cleave -r "$(cat $K/alice.pub)" -o - | cat > a.cleave; cleave -d -i $K/alice.key < a.cleave
~ hello
$tty printf 'bell \a' | cleave -r "$(cat $K/alice.pub)" | cleave -d -i $K/alice.key
~ cleave: error: the content is not text, and is not written to a terminal
~ cleave: hint: name a file with -o FILE, or force it with -o -
? 7
$tty printf 'grüße \033[31m' | cleave -r "$(cat $K/alice.pub)" | cleave -d -i $K/alice.key -o -
~ grüße [31m
$ rm *
