# keygen -y: the public keys of a key file, one a line.

$ cleave keygen -y $K/alice.key | cmp - $K/alice.pub
$ cleave keygen -y $K/carol.key | cmp - $K/carol.pub
$ umask 077; cat $K/alice.key $K/carol.key $K/bob.key > all.key; umask 022; cleave keygen -v -o all.pub -y all.key
! cleave: fingerprint: [..]
! cleave: fingerprint: [..]
$ cat $K/alice.pub $K/carol.pub $K/bob.pub | cmp - all.pub
$ cat all.key | cleave keygen -y - | cmp - all.pub
$ cleave keygen -y all.key -o all.pub
! cleave: error: all.pub already exists
! cleave: hint: name another file
? 7
$ cleave keygen -y all.key -o all.key
! cleave: error: the key file and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave keygen --json -y $K/alice.key -o json.pub
! {"ok":true,"command":"keygen","public_keys":["cleave1[..]"],"output":"json.pub","seconds":[..]}
$ cleave keygen -y $K/alice.pub
! cleave: error: $K/alice.pub: line 1: this is a recipient (a public key), and not an identity (a secret key)
! cleave: hint: encrypt to it with -r KEY or -R FILE
? 3
$ cleave keygen -y missing
! cleave: error: missing: no such file or directory
? 7
$ echo '# nothing' | cleave keygen -y -
! cleave: error: standard input: no key is in this file
? 3
$ echo CLEAVE-SIGNING-KEY-1QQQ | cleave keygen -y -
! cleave: error: standard input: line 1: the signing key's checksum fails: a character was changed or lost
? 3
$ echo 'Dear Bob, hello' | cleave keygen -y -
! cleave: error: standard input: line 1 holds no key
! cleave: hint: a key file has one secret key a line; comments begin with #
? 3
$ (cat $K/alice.key; echo 'a stray line') | cleave keygen -y -
! cleave: error: standard input: line 4 holds no key
! cleave: hint: a key file has one secret key a line; comments begin with #
? 3
$ cleave keygen --sign -y $K/carol.key
! cleave: error: the argument '--sign' cannot be used with '--public <FILE>'
! cleave: hint: see `cleave help keygen`
? 2
$ cleave keygen -p -y $K/carol.key
! cleave: error: the argument '--passphrase' cannot be used with '--public <FILE>'
! cleave: hint: see `cleave help keygen`
? 2
$ CLEAVE_PASSPHRASE=zebra cleave keygen -q -p -o p.key; cleave keygen --passphrase-file - -y - < p.key
! cleave: error: standard input is asked for more than one thing
! cleave: hint: name a file for the input or for the keys
? 2
$ CLEAVE_PASSPHRASE=zebra cleave keygen -y p.key | grep -c '^cleave1'
> 1
= 0600 all.key 7434 bytes
= 0644 all.pub 7061 bytes
= 0644 json.pub 1960 bytes
= 0600 p.key 3160 bytes
