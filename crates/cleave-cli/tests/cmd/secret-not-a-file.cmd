# A key or a fragment goes to a regular file and nowhere else: in a device or a pipe it would be lost, or mixed up.

$ cleave --new-key /dev/null -o lost.cleave /dev/null
! cleave: error: /dev/null is not a regular file, and the new key would be lost in it
! cleave: hint: name a file that does not exist yet
? 7
$ cleave keygen -o /dev/null
! cleave: error: /dev/null is not a regular file, and the key would be lost in it
! cleave: hint: name a file that does not exist yet
? 7
$ cleave -r "$(cat $K/alice.pub)" --split /dev/null -o lost.cleave /dev/null
! cleave: error: /dev/null is not a regular file, and the fragment would be lost in it
! cleave: hint: name a file that does not exist yet
? 7
$ mkfifo pipe; cleave --new-key pipe -o lost.cleave /dev/null; rm pipe
! cleave: error: pipe is not a regular file, and the new key would be lost in it
! cleave: hint: name a file that does not exist yet
$ cleave --new-key /dev/stdout /dev/null | cat
! cleave: error: /dev/stdout is not a regular file, and the new key would be lost in it
! cleave: hint: name a file that does not exist yet
$ cleave -r "$(cat $K/alice.pub)" --split w.fragment -o /dev/full $K/alice.pub; rm w.fragment
! cleave: error: /dev/full: no space left on device
! cleave: hint: free some space there, or write to another disk
! cleave: hint: the fragment stays in w.fragment
