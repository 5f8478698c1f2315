# Plaintext, keys and fragments are their owner's alone whatever the umask; containers are as the umask says.

$ umask 000; echo hello | cleave --new-key a.key --split a.frag -q -o a.cleave; cleave -d -i a.key --fragment a.frag -o a a.cleave
$ umask 077; echo hello | cleave --new-key b.key --split b.frag -q -o b.cleave; cleave -d -i b.key --fragment b.frag -o b b.cleave
$ umask 0777; echo hello | cleave --new-key c.key --split c.frag -q -o c.cleave; chmod 600 c.cleave; cleave -d -i c.key --fragment c.frag -o c c.cleave
$ umask 000; cleave rewrap -i a.key --fragment a.frag -a -o d.cleave a.cleave
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
= 0600 a "hello\n"
= 0666 a.cleave 1320 bytes
= 0600 a.frag 187 bytes
= 0600 a.key 2084 bytes
= 0600 b "hello\n"
= 0600 b.cleave 1320 bytes
= 0600 b.frag 187 bytes
= 0600 b.key 2084 bytes
= 0600 c "hello\n"
= 0600 c.cleave 1320 bytes
= 0600 c.frag 187 bytes
= 0600 c.key 2084 bytes
= 0666 d.cleave 1852 bytes
