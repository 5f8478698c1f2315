# A key is never overwritten, whatever is forced; the hint is the same command with the key that is there.

$ umask 077; echo precious > me.key; echo hello > notes.txt
$ cleave --new-key me.key -o notes.cleave notes.txt
! cleave: error: me.key already exists
! cleave: hint: cleave -e -i me.key -o notes.cleave notes.txt
? 7
$ cleave --new-key=me.key -f -r "$(cat $K/bob.pub)" -o 'my notes.cleave' notes.txt
! cleave: error: me.key already exists
! cleave: hint: cleave -e -i me.key -f -r cleave1[..] -o 'my notes.cleave' notes.txt
? 7
= 0600 me.key "precious\n"
= 0600 notes.txt "hello\n"
