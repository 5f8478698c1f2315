# rewrap onto its own input: with --force, through a temporary file; the old one stays on any failure.

$ head -c 300000 /dev/zero > zeros; cleave -R $K/alice.pub -o a.cleave zeros; chmod 640 a.cleave; cp a.cleave old.cleave; ln -s a.cleave link
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -o a.cleave a.cleave; cmp a.cleave old.cleave
! cleave: error: the input and the output are the same file
! cleave: hint: --force rewraps it in place: the old one stays until the new one is whole
$ cleave rewrap -i $K/alice.key -R $K/bob.pub --force -o a.cleave a.cleave; cleave -d -i $K/bob.key a.cleave | cmp - zeros
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/bob.key --remove "$(cat $K/alice.pub)" -f -o link link; cleave -d -i $K/bob.key a.cleave | cmp - zeros
! cleave: who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/bob.key -R $K/alice.pub -f -o a.cleave < a.cleave; cleave -d -i $K/alice.key a.cleave | cmp - zeros
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ cleave rewrap -i $K/alice.key -R $K/bob.pub -a > old.cleave < old.cleave
! cleave: error: the input and the output are the same file
! cleave: hint: a link or a redirect may lead from one name to the other; choose another output
? 2
$ head -c 100000 a.cleave > cut; cp cut cut2; cleave rewrap -i $K/alice.key -f --remove "$(cat $K/bob.pub)" -o cut cut; cmp cut cut2
! cleave: error: the file ends before the container's last chunk does; get the whole file
$ ln a.cleave hard; cleave rewrap -i $K/alice.key -f --remove "$(cat $K/bob.pub)" -o a.cleave a.cleave; cleave inspect hard | grep recipients:
> recipients: 2
> hidden recipients: 0
! cleave: warning: the old container stays under its other names: the file has hard links
! cleave: who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
= 0640 a.cleave 301306 bytes
= 0644 cut 100000 bytes
= 0644 cut2 100000 bytes
= 0640 hard 302483 bytes
= link link -> a.cleave
= 0640 old.cleave ""
= 0644 zeros 300000 bytes
