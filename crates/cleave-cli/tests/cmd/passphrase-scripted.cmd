# A script's passphrase: by file, by descriptor, by variable; one line break at its end is dropped and no other.

$ echo hello > notes.txt; printf 'zebra' > pw; printf 'zebra\n' > pw-lf; printf 'zebra\r\n' > pw-crlf
$ cleave -p --passphrase-file pw -o a.cleave notes.txt
$ for f in pw pw-lf pw-crlf; do cleave -d --passphrase-file $f a.cleave; done
> hello
> hello
> hello
$ cleave -d --passphrase-fd 3 a.cleave 3< pw-lf
> hello
$ cleave -d --passphrase-fd 3 a.cleave 3< <(cat pw-lf)
> hello
$ cleave -d --passphrase-fd 0 a.cleave < pw-lf
> hello
$ cleave -d --passphrase-file - a.cleave < pw
> hello
$ (read -n 6 skipped; cleave -d --passphrase-fd 0 a.cleave) < <(printf 'first\nzebra\n')
> hello
$ (read -r first; cleave -d --passphrase-fd 0 a.cleave) <<< $'first\nzebra'
> hello
$ CLEAVE_PASSPHRASE=zebra cleave -d a.cleave
> hello
$ CLEAVE_PASSPHRASE=wrong cleave -d --passphrase-file pw a.cleave
> hello
$ CLEAVE_PASSPHRASE=$'zebra\r\n' cleave -p -o b.cleave notes.txt; cleave -d --passphrase-file pw b.cleave
> hello
$ CLEAVE_PASSPHRASE=zebra cleave -r "$(cat $K/alice.pub)" -o c.cleave notes.txt; cleave -d --passphrase-file pw c.cleave
! cleave: error: no key given opens this container: it wants key id [..]; no identity was given
! cleave: hint: -i FILE gives the identity to decrypt with
? 3
$ rm *
