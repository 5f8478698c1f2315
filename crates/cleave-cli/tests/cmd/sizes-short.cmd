# Files of under five bytes, as what is encrypted, as container, and as key.

$ for n in 0 1 2 3 4; do printf 'abcd' | head -c $n > plain; cleave -f -r "$(cat $K/alice.pub)" -o out plain; cleave -d -f -i $K/alice.key -o back out; cmp plain back || echo $n; done
$ for n in 1 2 3 4; do head -c $n out | cleave -d -i $K/alice.key -o none; echo $?; head -c $n out > cut; cleave verify -i $K/alice.key cut; echo $?; done
> 4
> 4
> 4
> 4
> 4
> 4
> 4
> 4
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
! cleave: error: the file ends inside the container's first eight bytes; get the whole file
$ for n in 1 2 3 4; do printf 'CLEA' | head -c $n > short.key; chmod 600 short.key; cleave -d -i short.key -o none out; echo $?; done
> 3
> 3
> 3
> 3
! cleave: error: short.key: line 1: the identity does not decode: get it whole and on one line
! cleave: error: short.key: line 1: the identity does not decode: get it whole and on one line
! cleave: error: short.key: line 1: the identity does not decode: get it whole and on one line
! cleave: error: short.key: line 1: the identity does not decode: get it whole and on one line
$ for n in 1 2 3 4; do printf 'clea' | head -c $n > short.pub; cleave -R short.pub -o none plain; echo $?; done
> 3
> 3
> 3
> 3
! cleave: error: short.pub: line 1: the recipient does not decode: copy it again, whole and on one line
! cleave: error: short.pub: line 1: the recipient does not decode: copy it again, whole and on one line
! cleave: error: short.pub: line 1: the recipient does not decode: copy it again, whole and on one line
! cleave: error: short.pub: line 1: the recipient does not decode: copy it again, whole and on one line
$ printf z > pw; cleave -p --passphrase-file pw plain | cleave -d --passphrase-file pw
> abcd
$ rm *
