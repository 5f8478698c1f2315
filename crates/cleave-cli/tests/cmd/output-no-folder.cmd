# An output in a folder that does not exist: the hint makes it.

$ echo hello > notes.txt; cleave -R $K/alice.pub -o 'my backup/2026/a.cleave' notes.txt
! cleave: error: my backup/2026/a.cleave: no such file or directory
! cleave: hint: make its folder first: mkdir -p 'my backup/2026'
? 7
$ cleave keygen -o keys/k
! cleave: error: keys/k: no such file or directory
! cleave: hint: make its folder first: mkdir -p keys
? 7
$ cleave --new-key keys/k -o a.cleave notes.txt
! cleave: error: keys/k: no such file or directory
! cleave: hint: make its folder first: mkdir -p keys
? 7
$ cleave -R $K/alice.pub --split keys/f -o a.cleave notes.txt
! cleave: error: keys/f: no such file or directory
! cleave: hint: make its folder first: mkdir -p keys
? 7
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -o new/a.cleave notes.txt
! cleave: error: new/a.cleave: no such file or directory
! cleave: hint: make its folder first: mkdir -p new
? 7
$ cleave -R $K/alice.pub -o notes.txt/a.cleave notes.txt
! cleave: error: notes.txt/a.cleave: not a directory
? 7
$ mkdir -p 'my backup/2026'; cleave -R $K/alice.pub -o 'my backup/2026/a.cleave' notes.txt; ls my*/2026
> a.cleave
$ rm -r *
