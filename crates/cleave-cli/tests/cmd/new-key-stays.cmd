# When encrypting fails after the key was made, the key stays, and that is said.

$ cleave --new-key me.key -o /dev/full /dev/zero
! cleave: error: /dev/full: no space left on device
! cleave: hint: free some space there, or write to another disk
! cleave: hint: the new key stays in me.key: encrypt to it with -e -i
? 7
= 0600 me.key 2084 bytes
