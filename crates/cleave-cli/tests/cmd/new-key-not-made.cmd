# What can be foreseen to fail fails before a key is made.

$ cleave --new-key me.key -o notes.cleave missing.txt
! cleave: error: missing.txt: no such file or directory
? 7
$ echo hello > notes.txt; echo old > notes.cleave; cleave --new-key me.key -o notes.cleave notes.txt
! cleave: error: notes.cleave already exists
! cleave: hint: --force overwrites it
? 7
$ cleave --new-key me.key -o missing/notes.cleave notes.txt
! cleave: error: missing/notes.cleave: no such file or directory
! cleave: hint: make its folder first: mkdir -p missing
? 7
$ cleave --new-key missing/me.key -o notes2.cleave notes.txt
! cleave: error: missing/me.key: no such file or directory
! cleave: hint: make its folder first: mkdir -p missing
? 7
$ cleave --new-key same -o same notes.txt
! cleave: error: the output and the new key are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave --new-key notes.txt -o out notes.txt
! cleave: error: the input and the new key are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave --new-key me.key -r cleave1nonsense -o out notes.txt
! cleave: error: -r: the recipient does not decode: copy it again, whole and on one line
? 3
= 0644 notes.cleave "old\n"
= 0644 notes.txt "hello\n"
