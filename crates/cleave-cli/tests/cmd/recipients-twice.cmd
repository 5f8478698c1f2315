# A recipient that is given twice gets one slot.

$ cleave -r "$(cat $K/alice.pub)" -R $K/alice.pub -o out /dev/null
! cleave: warning: the recipient [..] is given more than once
= 0644 out 1306 bytes
