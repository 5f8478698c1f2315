# A key file: the time, the public key, the secret; 0600 whatever the umask, and never in place of another.

$ umask 000; cleave keygen -o a.key
! cleave: public key: cleave1[..]
! cleave: fingerprint: [..]
$ umask 077; cleave keygen -q -o b.key
$ umask 0777; cleave keygen -q --sign -o c.key
$ sed 's/1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]\{20,\}$/1.../I' a.key c.key
> # created: [..]
> # public key: cleave1...
> CLEAVE-SECRET-KEY-1...
> # created: [..]
> # public key: cleavesig1...
> CLEAVE-SIGNING-KEY-1...
$ cleave keygen -o a.key
! cleave: error: a.key already exists
! cleave: hint: a key is never overwritten; name another file
? 7
$ cleave keygen -o missing/a.key
! cleave: error: missing/a.key: no such file or directory
! cleave: hint: make its folder first: mkdir -p missing
? 7
= 0600 a.key 2084 bytes
= 0600 b.key 2084 bytes
= 0600 c.key 3266 bytes
