# rewrap that cannot be meant, or cannot be done, leaves nothing.

$ echo hello | cleave -R $K/alice.pub -o a.cleave
$ cleave rewrap -i $K/alice.key -o b.cleave a.cleave
! cleave: error: nothing is to be changed
! cleave: hint: -r, -R and -p add; --remove, --remove-hidden and --remove-passphrases remove; --sign and --unsign change the signature
? 2
$ cleave rewrap -i $K/alice.key --remove "$(cat $K/alice.pub)" -o b.cleave a.cleave
! cleave: error: nobody could open the container any more: keep or add a recipient
? 2
$ cleave rewrap -i $K/alice.key --remove "$(cat $K/bob.pub)" -o b.cleave a.cleave
! cleave: error: no recipient of the container has the key id [..]
! cleave: hint: `cleave inspect` shows the key ids that are there
? 2
$ cleave rewrap -i $K/alice.key --remove 0123456789abcdef -o b.cleave a.cleave
! cleave: error: no recipient of the container has the key id [..]
! cleave: hint: `cleave inspect` shows the key ids that are there
? 2
$ cleave rewrap -i $K/alice.key --remove alice -o b.cleave a.cleave
! cleave: error: --remove: the recipient does not decode: copy it again, whole and on one line
! cleave: hint: make a key with cleave keygen
! cleave: hint: --remove takes a public key, or the 16 digits of a key id that `cleave inspect` shows
? 3
$ cleave rewrap -i $K/alice.key --remove-hidden -o b.cleave a.cleave
! cleave: error: the container has no hidden recipient to remove
? 2
$ cleave rewrap -i $K/alice.key --remove-passphrases -o b.cleave a.cleave
! cleave: error: the container has no passphrase to remove
? 2
$ cleave rewrap -i $K/alice.key --hidden --remove-passphrases -o b.cleave a.cleave
! cleave: error: --hidden is for recipients that are added, and none is
! cleave: hint: to hide one that is there: --remove it, and add it with -r and --hidden
? 2
$ cleave rewrap -i $K/alice.key -R $K/alice.pub -o same.cleave a.cleave
! cleave: warning: the recipient [..] is there already
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/bob.key -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cleave rewrap -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: no key given opens this container: it wants key id [..]; no identity was given
! cleave: hint: -i FILE gives the identity to decrypt with
? 3
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -o a.cleave a.cleave
! cleave: error: the input and the output are the same file
! cleave: hint: --force rewraps it in place: the old one stays until the new one is whole
? 2
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -o same.cleave a.cleave
! cleave: error: same.cleave already exists
! cleave: hint: --force overwrites it
? 7
$ cleave rewrap -i $K/alice.key -r "$(cat $K/alice.key | tail -n 1)" -o b.cleave a.cleave
! cleave: error: -r takes a recipient, and this is an identity (a secret key)
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 3
$ cleave rewrap -i $K/alice.key --passphrase-file $K/alice.pub -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: a passphrase is given, and nothing asks for one
! cleave: hint: -p adds it; without -p it only opens the container, or protected key files
? 2
$ cleave rewrap -i $K/alice.key --new-passphrase-file x -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: the following required arguments were not provided: --passphrase
! cleave: hint: see `cleave help rewrap`
? 2
$ cleave rewrap -i $K/alice.key --adopt -R $K/bob.pub -o b.cleave a.cleave
! cleave: error: the following required arguments were not provided: --sign <KEYFILE>
! cleave: hint: see `cleave help rewrap`
? 2
$ cleave rewrap -i $K/alice.key --sign x --unsign -o b.cleave a.cleave
! cleave: error: the argument '--sign <KEYFILE>' cannot be used with '--unsign'
! cleave: hint: see `cleave help rewrap`
? 2
$ head -c -3 a.cleave | cleave rewrap -i $K/alice.key -R $K/bob.pub -o b.cleave
! cleave: error: the file ends before the container's last chunk does; get the whole file
? 4
$ echo hello | cleave rewrap -i $K/alice.key -R $K/bob.pub -o b.cleave
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
? 4
$ cleave --json rewrap -i $K/alice.key a.cleave
! cleave: error: `rewrap` is a subcommand only as the first word
! cleave: hint: cleave rewrap --json -i $K/alice.key a.cleave
! {"ok":false,"error":"usage","message":"`rewrap` is a subcommand only as the first word","hint":"cleave rewrap --json -i $K/alice.key a.cleave"}
? 2
= 0644 a.cleave 1312 bytes
= 0644 same.cleave 1312 bytes
