# Input, output, keys and redirects are compared by what they are, whatever they are called.

$ echo hello > notes; ln notes hard; ln -s notes soft; mkdir d; umask 077; cp $K/alice.key me.key; ln me.key key
$ cleave -f -e -i me.key -o notes notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -e -i me.key -o hard notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -e -i me.key -o soft notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -e -i me.key -o ./d/../notes notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -e -i me.key -o notes < notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -e -i me.key notes >> notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -e -i me.key < notes 1<> notes
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -e -i me.key -o key notes
! cleave: error: the output and the identity file are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -R $K/alice.pub -o $K/alice.pub notes
! cleave: error: the output and the recipients file are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ echo pw > pw; cleave -f -p --passphrase-file pw -o pw notes
! cleave: error: the passphrase file and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -f -p --passphrase-fd 3 -o pw notes 3< pw
! cleave: error: the passphrase file and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -e -i me.key --split out -o out notes
! cleave: error: the output and the fragment are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -e -i me.key --split frag --new-key frag -o out notes
! cleave: error: the fragment and the new key are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ cleave -e -i me.key -o out notes; cleave -d -f -i me.key --fragment frag -o out out
! cleave: error: frag: no such file or directory
? 7
$ cat notes; rm -r out d pw
> hello
= 0644 hard "hello\n"
= 0600 key 2084 bytes
= 0600 me.key 2084 bytes
= 0644 notes "hello\n"
= link soft -> notes
