# A recipient that is given twice gets one slot; of many, the first three are named.

$ cleave -r "$(cat $K/alice.pub)" -R $K/alice.pub -o out /dev/null
! cleave: warning: the recipient [..] is given more than once
$ rm out; for i in 1 2 3 4 5; do cleave keygen -q -o $i.key; done; cat *.key > five.key; chmod 600 five.key
$ for i in 1 2 3 4 5; do cleave keygen -y $i.key; done > five
$ cleave -R five -R five -R five -o a.cleave /dev/null
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: 2 more recipients are given more than once
$ head -n 4 five > four; cleave -R four -R four -o b.cleave /dev/null
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: 1 more recipient is given more than once
$ head -n 3 five > three; cleave -R three -R three -q -o c.cleave /dev/null
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
$ cleave rewrap -q -i five.key -R five -R five -o d.cleave c.cleave; cleave inspect d.cleave | grep ^recipients
> recipients: 5
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: the recipient [..] is given more than once
! cleave: warning: 2 more recipients are given more than once
! cleave: warning: the recipient [..] is there already
! cleave: warning: the recipient [..] is there already
! cleave: warning: the recipient [..] is there already
$ rm *
