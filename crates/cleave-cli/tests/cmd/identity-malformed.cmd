# An identity file that is another kind of file is named, with what it is good for.

$ cleave -r "$(cat $K/alice.pub)" -o a.cleave /dev/null
$ cleave -d -i $K/alice.pub a.cleave
! cleave: error: $K/alice.pub: line 1: this is a recipient (a public key), and not an identity (a secret key)
! cleave: hint: encrypt to it with -r KEY or -R FILE
? 3
$ cleave -d -i $K/carol.key a.cleave
! cleave: error: $K/carol.key: line 3: this is a signing key, and not an identity
! cleave: hint: sign with it by --sign FILE
? 3
$ cleave -d -i a.cleave a.cleave
! cleave: error: a.cleave is an encrypted file, and no passphrase opens it to a key
! cleave: hint: if it is what you want to decrypt, give its key: cleave -d -i KEYFILE FILE
? 3
$ cp a.cleave b.cleave; cleave -d -i b.cleave a.cleave
! cleave: error: b.cleave is an encrypted file, and no passphrase opens it to a key
! cleave: hint: if it is what you want to decrypt, give its key: cleave -d -i KEYFILE FILE
? 3
$ printf -- '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----\n' > ssh.key; cleave -d -i ssh.key a.cleave
! cleave: error: ssh.key: line 1: this is an ssh private key, and not an identity (a secret key)
! cleave: hint: make a key with cleave keygen
? 3
$ printf -- '-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----\n' > pem.key; cleave -d -i pem.key a.cleave
! cleave: error: pem.key: line 1: this is a PEM file, and not an identity (a secret key)
! cleave: hint: make a key with cleave keygen
? 3
$ echo AGE-SECRET-KEY-1QQPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQ > age.key; cleave -d -i age.key a.cleave
! cleave: error: age.key: line 1: this is an age identity that is not post-quantum, and not an identity (a secret key)
! cleave: hint: age's post-quantum keys (age1pq1..., AGE-SECRET-KEY-PQ-1...) are accepted; make one with cleave keygen
? 3
$ printf 'age-encryption.org/v1\n-> X25519 abc\n' > f.age; cleave -d -i f.age a.cleave
! cleave: error: f.age: line 1: this is a file encrypted by age, and not an identity (a secret key)
! cleave: hint: decrypt it with age
? 3
$ tail -n 1 $K/alice.key | sed 's/Q$/P/; t; s/.$/Q/' > wrong.key; cleave -d -i wrong.key a.cleave
! cleave: error: wrong.key: line 1: the identity's checksum fails: a character was changed or lost
? 3
$ tail -n 1 $K/alice.key | head -c 40 > short.key; cleave -d -i short.key a.cleave
! cleave: error: short.key: line 1: the identity's checksum fails: a character was changed or lost
? 3
$ tail -n 1 $K/alice.key | fold -w 40 > wrapped.key; cleave -d -i wrapped.key a.cleave
! cleave: error: wrapped.key: line 1: the key goes on over the next line
! cleave: hint: it was wrapped when it was pasted; write it on one line
? 3
$ cleave -d -i "$(tail -n 1 $K/alice.key)" a.cleave
! cleave: error: the identity file is to be a file, and an identity (a secret key) was given itself
! cleave: hint: put it in a file that only you can read: what is typed stays in the shell's history
? 2
$ cleave -d -i missing.key a.cleave
! cleave: error: missing.key: no such file or directory
? 7
$ : > empty.key; cleave -d -i empty.key a.cleave
! cleave: error: empty.key: no key is in this file
? 3
$ cleave -d -i . a.cleave
! cleave: error: . is a directory
? 7
$ rm *
