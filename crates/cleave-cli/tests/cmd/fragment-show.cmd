# fragment show and qr: a fragment as text and as a QR code, on standard output.

$ cleave -r "$(cat $K/alice.pub)" --split frag -o a.cleave /dev/null; cleave fragment show frag > text
! cleave: the fragment is in frag; without it nobody opens the container
! cleave: warning: the fragment goes to a file that others can read; chmod 600 closes it
! cleave: pairing hint: [..]
$ rm text; (umask 077; cleave fragment show -q frag > text); cleave fragment qr -q frag > qr; rm qr
! cleave: warning: the fragment goes to a file that others can read; chmod 600 closes it
$ cmp text <(tail -n 1 frag) && chmod 600 text && cleave -d -i $K/alice.key --fragment text a.cleave
$ cleave fragment show -q - < text | cmp - text
$ cleave fragment qr frag | head -c 12; test $(cleave fragment qr frag | wc -l) -gt 20 && echo
> ████
$ cleave fragment show --json frag | cmp - text
! cleave: pairing hint: [..]
! {"ok":true,"command":"fragment show","pairing_hint":"[..]","seconds":[..]}
$ cleave -q -r "$(cat $K/alice.pub)" --split frag2 --no-hint -o b.cleave /dev/null; cleave fragment show frag2 > text
! cleave: it carries no pairing hint: nothing tells which container it belongs to
$tty cleave fragment qr frag
~ ████ ▄▄▄▄▄ █

# The 61 bytes themselves are read too.
$ printf 'CLVF\1' > raw; chmod 600 raw; cleave fragment show raw
! cleave: error: raw: the fragment is malformed: a fragment has 61 bytes; get another copy of it
? 6
$ cleave fragment show $K/alice.key
! cleave: error: $K/alice.key: line 3: this is an identity (a secret key), and not a fragment
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 6
$ cleave fragment qr a.cleave
! cleave: error: a.cleave is a cleave container (an encrypted file), and not a fragment
! cleave: hint: decrypt it with cleave -d -i KEYFILE FILE
? 6
$ sed '$ { s/Q$/P/; t; s/.$/Q/ }' frag > bad; chmod 600 bad; cleave fragment show bad
! cleave: error: bad: the fragment is malformed: a character of its text was changed or lost; get another copy of it
? 6
$ cleave fragment show missing
! cleave: error: missing: no such file or directory
? 7
$ cleave fragment
! cleave: error: `cleave fragment` needs a word that says what to do
! cleave: hint: see `cleave help fragment`
? 2
$ cleave fragment show
! cleave: error: the following required arguments were not provided: <FILE>
! cleave: hint: see `cleave help fragment`
? 2
$ cleave --json fragment show frag
! cleave: error: `fragment` is a subcommand only as the first word
! cleave: hint: cleave fragment --json show frag
! {"ok":false,"error":"usage","message":"`fragment` is a subcommand only as the first word","hint":"cleave fragment --json show frag"}
? 2
$ rm *
