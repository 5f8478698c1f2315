# A key or another program's file given as the container is named.

$ cleave -d -i $K/alice.key -o out $K/alice.key
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
! cleave: hint: it is an identity (a secret key): decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 4
$ cleave -d -i $K/alice.key -o out $K/alice.pub
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
! cleave: hint: it is a recipient (a public key): encrypt to it with -r KEY or -R FILE
? 4
$ echo 'age-encryption.org/v1' > file.age; cleave -d -i $K/alice.key -o out file.age
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
! cleave: hint: it is a file encrypted by age: decrypt it with age
? 4
$ echo something else > other; cleave -d -i $K/alice.key -o out other
! cleave: error: this is not a CLEAVE container; check that it is the file that was encrypted
! cleave: hint: to encrypt, leave out -d
? 4
$ rm *
