# A split container and its fragment: 0600, never in place of another, needed by everyone.

$ echo hello > notes.txt; cleave -r "$(cat $K/alice.pub)" --split frag -o a.cleave notes.txt
! cleave: the fragment is in frag; without it nobody opens the container
$ sed 's/1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]\{20,\}$/1.../' frag
> # created: [..]
> # pairing hint: [..]
> CLEAVE-FRAGMENT-1...
$ cleave -d -i $K/alice.key --fragment frag a.cleave
> hello
$ cleave -d -i $K/alice.key a.cleave
! cleave: error: the container is split: its fragment is needed to open it
! cleave: hint: --fragment FILE gives it
? 6
$ cleave -r "$(cat $K/alice.pub)" --split frag -f -o b.cleave notes.txt
! cleave: error: frag already exists
! cleave: hint: a fragment is never overwritten: another container may need it; name another file
? 7
$ cleave -r "$(cat $K/alice.pub)" --split frag2 --no-hint -o b.cleave notes.txt; sed 's/1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]\{20,\}$/1.../' frag2
> # created: [..]
> CLEAVE-FRAGMENT-1...
! cleave: the fragment is in frag2; without it nobody opens the container
$ cleave -d -i $K/alice.key --fragment frag2 b.cleave
> hello
$ cleave -d -i $K/alice.key --fragment frag2 a.cleave
! cleave: error: the fragment does not fit: it is another container's, or this container was changed (do not destroy the fragment)
? 6
$ cleave -d -i $K/alice.key --fragment frag b.cleave
! cleave: error: the fragment does not fit: it is another container's, or this container was changed (do not destroy the fragment)
? 6
$ cleave -d -i $K/alice.key --fragment $K/alice.key a.cleave
! cleave: error: $K/alice.key: line 3: this is an identity (a secret key), and not a fragment
! cleave: hint: decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE
? 6
$ cleave -d -i $K/alice.key --fragment a.cleave a.cleave
! cleave: error: a.cleave is a cleave container (an encrypted file), and not a fragment
! cleave: hint: decrypt it with cleave -d -i KEYFILE FILE
? 6
$ sed '$ { s/Q$/P/; t; s/.$/Q/ }' frag > bad; cleave -d -i $K/alice.key --fragment bad a.cleave
! cleave: warning: bad is open to others (mode 0644); chmod 600 closes it
! cleave: error: the fragment is malformed: a character of its text was changed or lost; get another copy of it
? 6
$ cleave -r "$(cat $K/alice.pub)" -o c.cleave notes.txt; cleave -d -i $K/alice.key --fragment bad c.cleave
> hello
! cleave: warning: bad is open to others (mode 0644); chmod 600 closes it
$ cleave -d -i $K/alice.key --fragment missing a.cleave
! cleave: error: missing: no such file or directory
? 7
$ cleave -r "$(cat $K/alice.pub)" --split missing/frag -o d.cleave notes.txt
! cleave: error: missing/frag: no such file or directory
! cleave: hint: make its folder first: mkdir -p missing
? 7
$ cleave -r "$(cat $K/alice.pub)" --split - -o d.cleave notes.txt
! cleave: error: --split takes the name of a file
? 2
$ rm bad *.cleave
= 0600 frag 187 bytes
= 0600 frag2 154 bytes
= 0644 notes.txt "hello\n"
