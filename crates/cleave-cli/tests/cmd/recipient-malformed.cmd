# What is wrong with a recipient is said; what it was is named, and a secret is not shown again.

$ cleave -r cleave1qqqq -o out /dev/null
! cleave: error: -r: the recipient's checksum fails: a character was changed or lost, copy it again
? 3
$ cleave -r "$(head -c 900 $K/alice.pub)" -o out /dev/null
! cleave: error: -r: the recipient's checksum fails: a character was changed or lost, copy it again
? 3
$ cleave -r "$(cat $K/alice.pub | sed 's/./& /100')" -o out /dev/null
! cleave: error: -r: spaces or line breaks stand in the recipient, or around it; give it as one word
? 3
$ cleave -r "$(tail -n 1 $K/alice.key)" -o out /dev/null
! cleave: error: -r takes a recipient, and this is an identity (a secret key)
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 3
$ cleave -r "$(cat $K/carol.pub)" -o out /dev/null
! cleave: error: -r takes a recipient, and this is a signer (a public key)
! cleave: hint: require it with -d --signer KEY_OR_FILE
? 3
$ cleave -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p -o out /dev/null
! cleave: error: -r takes a recipient, and this is an age recipient that is not post-quantum
! cleave: hint: age's post-quantum keys (age1pq1..., AGE-SECRET-KEY-PQ-1...) are accepted; make one with cleave keygen
? 3
$ cleave -r 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN' -o out /dev/null
! cleave: error: -r takes a recipient, and this is an ssh public key
! cleave: hint: make a key with cleave keygen
? 3
$ cleave -r $K/alice.pub -o out /dev/null
! cleave: error: -r takes a recipient itself, and a file's name was given
! cleave: hint: -R FILE takes the recipients in a file; -e -i FILE those of an identity file
? 3
$ cleave -r '' -o out /dev/null
! cleave: error: -r: the recipient does not decode: copy it again, whole and on one line
! cleave: hint: make a key with cleave keygen
? 3
