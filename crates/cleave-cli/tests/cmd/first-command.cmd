# The first command that a newcomer runs: a key, an encrypted file, and a line that says how to decrypt.

$ printf 'hello\n' > notes.txt; cleave --new-key me.key -o notes.cleave notes.txt
! cleave: made the key me.key; whoever loses it cannot decrypt
! cleave: decrypt with: cleave -d -i me.key -o notes.txt.decrypted notes.cleave
$ cleave -d -i me.key -o notes.txt.decrypted notes.cleave; cmp notes.txt notes.txt.decrypted

# Where the shell would not find it, the command begins with the path by which this one was called.

$ PATH=/usr/bin:/bin $K/cleave --new-key my.key -o b.cleave notes.txt; PATH=/usr/bin:/bin $K/cleave --new-key my.key -o c.cleave notes.txt
! cleave: made the key my.key; whoever loses it cannot decrypt
! cleave: decrypt with: $K/cleave -d -i my.key -o notes.txt.decrypted b.cleave
! cleave: error: my.key already exists
! cleave: hint: $K/cleave -e -i my.key -o c.cleave notes.txt
? 7
$ $K/cleave --new-key new.key -o c.cleave notes.txt; rm my.key new.key b.cleave c.cleave
! cleave: made the key new.key; whoever loses it cannot decrypt
! cleave: decrypt with: cleave -d -i new.key -o notes.txt.decrypted c.cleave

$ sed 's/1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]\{20,\}$/1.../I' me.key
> # created: [..]
> # public key: cleave1...
> CLEAVE-SECRET-KEY-1...
= 0600 me.key 2084 bytes
= 0644 notes.cleave 1312 bytes
= 0644 notes.txt "hello\n"
= 0600 notes.txt.decrypted "hello\n"
