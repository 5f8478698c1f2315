# Errors give file and line, never content.

$ (echo '# mine'; fold -w 76 $K/alice.pub) > wrapped.txt; cleave -R wrapped.txt -o out /dev/null
! cleave: error: wrapped.txt: line 2: the key goes on over the next line
! cleave: hint: it was wrapped when it was pasted; write it on one line
? 3
$ (cat $K/bob.pub; echo; head -c 900 $K/alice.pub) > cut.txt; cleave -R cut.txt -o out /dev/null
! cleave: error: cut.txt: line 3: the recipient's checksum fails: a character was changed or lost, copy it again
? 3
$ cleave -R $K/alice.key -o out /dev/null
! cleave: error: $K/alice.key: line 3: this is an identity (a secret key), and not a recipient (a public key)
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 3
$ cleave -R $K/carol.pub -o out /dev/null
! cleave: error: $K/carol.pub: line 1: this is a signer, and not a recipient
! cleave: hint: require it with -d --signer KEY_OR_FILE
? 3
$ cleave -r "$(cat $K/alice.pub)" -o a.cleave /dev/null; cleave -R a.cleave -o out /dev/null
! cleave: error: a.cleave is a cleave container (an encrypted file), and not a recipient (a public key)
! cleave: hint: decrypt it with cleave -d -i KEYFILE FILE
? 3
$ cleave -a -r "$(cat $K/alice.pub)" -o a.asc /dev/null; cleave -R a.asc -o out /dev/null
! cleave: error: a.asc is a cleave container (an encrypted file), and not a recipient (a public key)
! cleave: hint: decrypt it with cleave -d -i KEYFILE FILE
? 3
$ head -c 1000000 /dev/zero | tr '\0' q > long.txt; cleave -R long.txt -o out /dev/null
! cleave: error: long.txt: line 1 is too long to be a key (over 8192 characters)
? 3
$ head -c 100 /dev/urandom > noise; printf '\0' >> noise; cleave -R noise -o out /dev/null
! cleave: error: noise: line 1 is not text
! cleave: hint: a key file is text; is this another file?
? 3
$ echo '# nobody' > nobody.txt; cleave -R nobody.txt -o out /dev/null
! cleave: error: nobody.txt: no key is in this file
? 3
$ cleave -R missing.txt -o out /dev/null
! cleave: error: missing.txt: no such file or directory
? 7
$ cleave -R . -o out /dev/null
! cleave: error: . is a directory
? 7
$ echo "$(cat $K/alice.pub) # alice" > comment.txt; cleave -R comment.txt -o out /dev/null
! cleave: error: comment.txt: line 1: more than a key stands on this line
? 3
$ rm *
