# Without -o the key goes to standard output; a file that others can read is warned about.

$ cleave keygen | sed 's/1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]\{20,\}$/1.../I'
> # created: [..]
> # public key: cleave1...
> CLEAVE-SECRET-KEY-1...
! cleave: public key: cleave1[..]
! cleave: fingerprint: [..]
$ cleave keygen > redirected.key
! cleave: warning: the secret key goes to a file that others can read; -o FILE makes one that they cannot
! cleave: public key: cleave1[..]
! cleave: fingerprint: [..]
$ cleave keygen -q > redirected.key
! cleave: warning: the secret key goes to a file that others can read; -o FILE makes one that they cannot
$ CLEAVE_PASSPHRASE=zebra cleave keygen -p -q > protected.key; rm protected.key
$ umask 077; cleave keygen -o - -q > private.key
$ cleave keygen --json -q --sign | wc -l
> 3
! {"ok":true,"command":"keygen","kind":"signing key","public_key":"cleavesig1[..]","protected":false,"seconds":[..]}
= 0600 private.key 2084 bytes
= 0644 redirected.key 2084 bytes
