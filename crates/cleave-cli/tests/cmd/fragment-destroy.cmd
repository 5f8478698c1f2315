# fragment destroy: after a confirmation the file is overwritten and removed, and what that cannot reach is said.

$ for n in 1 2 3 4; do cleave -q -r "$(cat $K/alice.pub)" --split frag$n -o $n.cleave /dev/null; done
$tty cleave fragment destroy frag1
~ Destroy the fragment in frag1? Without a copy of it nobody opens the container with the pairing hint
~ Type yes to go on:
< no
~ cleave: error: not confirmed; nothing was destroyed
? 1
$tty cleave fragment destroy frag1
~ Type yes
< ^D
~ cleave: error: not confirmed; nothing was destroyed
? 1
$tty cleave fragment destroy frag1
~ Type yes
< yes
~ cleave: overwrote and removed frag1
~ cleave: this does not reach copies
~ cleave: nor what a flash disk
$ cleave fragment destroy frag2
! cleave: error: destroying is to be confirmed, and there is no terminal to ask on
! cleave: hint: --force destroys without asking
? 2
$ cleave fragment destroy --force frag2
! cleave: overwrote and removed frag2
! cleave: this does not reach copies: backups, snapshots, paper, a QR code on a screen, what was sent or pasted
! cleave: nor what a flash disk, a journal or a copy-on-write file system keeps of the bytes that were there
! cleave: and whoever opened the container before may have kept its plaintext or its key
$ cleave -d -i $K/alice.key 2.cleave
! cleave: error: the container is split: its fragment is needed to open it
! cleave: hint: --fragment FILE gives it
? 6

# The bytes are overwritten before the name goes: another name of the same file shows it.
$ ln frag3 other; cleave fragment destroy -f --json frag3; stat -c %s other; grep -c CLEAVE-FRAGMENT other
> 187
> 0
! cleave: warning: the file had other names (hard links): what they lead to is overwritten, and they stay
! cleave: overwrote and removed frag3
! cleave: this does not reach copies: backups, snapshots, paper, a QR code on a screen, what was sent or pasted
! cleave: nor what a flash disk, a journal or a copy-on-write file system keeps of the bytes that were there
! cleave: and whoever opened the container before may have kept its plaintext or its key
! {"ok":true,"command":"fragment destroy","pairing_hint":"[..]","destroyed":"frag3","seconds":[..]}
? 1

# What is no fragment stays as it is, and so does what cannot be overwritten.
$ ln -s frag4 link; cleave fragment destroy -f link
! cleave: error: link is a link; the fragment is elsewhere
! cleave: hint: cleave fragment destroy $DIR/frag4
? 7
$ cleave fragment destroy -f $K/alice.key; cleave fragment destroy -f 4.cleave
! cleave: error: $K/alice.key: line 3: this is an identity (a secret key), and not a fragment
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
! cleave: error: 4.cleave is a cleave container (an encrypted file), and not a fragment
! cleave: hint: decrypt it with cleave -d -i KEYFILE FILE
? 6
$ echo hello > notes.txt; cleave fragment destroy -f notes.txt
! cleave: warning: notes.txt is open to others (mode 0644); chmod 600 closes it
! cleave: error: notes.txt: the fragment is malformed: its text does not decode; get another copy of it
? 6
$ mkfifo pipe; cleave fragment destroy -f pipe; cleave fragment destroy -f .
! cleave: error: pipe is not a regular file: there is nothing to overwrite
! cleave: error: . is a directory
? 7
$ cleave fragment destroy -f missing
! cleave: error: missing: no such file or directory
? 7
$ cleave fragment destroy -f -
! cleave: error: -: no such file or directory
? 7
$ rm *.cleave other pipe
= 0600 frag4 187 bytes
= link link -> frag4
= 0644 notes.txt "hello\n"
