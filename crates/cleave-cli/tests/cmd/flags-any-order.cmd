# Flags stand in any order, after the input too; a subcommand is one only as the first word, and ./keygen is a file.

$ echo hello > keygen; cleave ./keygen -o a.cleave -r "$(cat $K/alice.pub)" -e; cleave a.cleave -i $K/alice.key -d
> hello
$ cleave -o b.cleave -r "$(cat $K/alice.pub)" -- keygen; cleave -i $K/alice.key b.cleave -o - -d
> hello
$ cleave verify b.cleave -i $K/alice.key; cleave inspect b.cleave --json | grep -c '"ok":true'
> all authentic: 6 bytes in 1 chunk; not signed
> 1
$ cleave rewrap b.cleave -o c.cleave -R $K/bob.pub -i $K/alice.key; cleave -di $K/bob.key c.cleave
> hello
! cleave: the chunks were copied as they are, and not authenticated: `cleave verify` does that
$ rm *.cleave
= 0644 keygen "hello\n"
