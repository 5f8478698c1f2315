# Limits of what a container may ask of this machine: each refusal prints the flag and the value that would do.

$ echo hello > notes.txt; printf secret > pass; chmod 600 pass; cleave -p --passphrase-file pass -o p.cleave notes.txt
$ cleave -d --passphrase-file pass --max-kdf-memory 1MiB p.cleave
! cleave: error: a passphrase slot asks for 65536 KiB of memory and the limit is 1024 KiB; raise that limit if you trust its source
! cleave: hint: --max-kdf-memory 64MiB allows it
? 8
$ cleave -d --passphrase-file pass --max-kdf-memory 64MiB p.cleave
> hello
$ cleave -d --passphrase-file pass --max-kdf-work 10MiB p.cleave
! cleave: error: the passphrase slots ask for 196608 KiB of memory times passes in all and the limit is 10240 KiB; raise that limit if you trust its source
! cleave: hint: --max-kdf-work 192MiB allows it
? 8
$ cleave -d --passphrase-file pass --max-kdf-work 192MiB p.cleave
> hello
$ cleave -d --passphrase-file pass --max-kdf-memory 1MiB --max-kdf-work 10MiB p.cleave
! cleave: error: a passphrase slot asks for 65536 KiB of memory and the limit is 1024 KiB, and the passphrase slots ask for 196608 KiB of memory times passes in all and the limit is 10240 KiB; raise those limits if you trust its source
! cleave: hint: --max-kdf-memory 64MiB --max-kdf-work 192MiB together allow it
? 8
$ cleave -d --passphrase-file pass --max-kdf-memory 64MiB --max-kdf-work 192MiB p.cleave
> hello

$ cat $K/alice.pub $K/bob.pub > both; cleave --hidden -R both -o h.cleave notes.txt; cleave keygen -q > other; chmod 600 other; cleave -d -i other --max-trials 1 h.cleave
! cleave: warning: the secret key goes to a file that others can read; -o FILE makes one that they cannot
! cleave: error: no key fits within the limit of 1 trial decapsulation; give fewer identities or raise the trial limit
! cleave: hint: --max-trials 2 tries every key on every slot
? 8
$ cleave -d -i other --max-trials 2 h.cleave
! cleave: error: no key given opens this container: it wants 2 hidden recipients; given here: [..]
! cleave: hint: -i FILE gives another identity; it may be repeated
? 3
$ cat $K/alice.key $K/bob.key > keys; chmod 600 keys; cleave -d -i other -i keys --max-trials 0 h.cleave
! cleave: error: no key fits within the limit of 0 trial decapsulations; give fewer identities or raise the trial limit
! cleave: hint: --max-trials 6 tries every key on every slot
? 8
$ cleave -d -i other -i keys --max-trials 6 h.cleave
> hello

$ cleave -d -i $K/bob.key --max-header 1000 h.cleave
! cleave: error: the header is larger than the limit of 1000 bytes; raise the header limit if you trust its source
! cleave: hint: --max-header 2463 lets it through
? 8
$ cleave -d -i $K/bob.key --max-header 2463 h.cleave
> hello
$ cat h.cleave | cleave -d -i $K/bob.key --max-header 2KiB
! cleave: error: the header is larger than the limit of 2048 bytes; raise the header limit if you trust its source
! cleave: hint: --max-header 4GiB lets it through
? 8
$ cat h.cleave | cleave -d -i $K/bob.key --max-header 4GiB
> hello

# A protected identity file is under the same limits.
$ cleave -p --passphrase-file pass -o keys.cleave keys; cleave -d --passphrase-file pass --max-kdf-memory 1MiB -i keys.cleave h.cleave
! cleave: error: keys.cleave: a passphrase slot asks for 65536 KiB of memory and the limit is 1024 KiB; raise that limit if you trust its source
! cleave: hint: --max-kdf-memory 64MiB allows it
? 8
$ cleave -d --passphrase-file pass -i keys.cleave h.cleave
> hello

$ cleave -d --max-kdf-memory 1GB -i keys h.cleave
! cleave: error: invalid value '1GB' for '--max-kdf-memory <SIZE>': not a size such as 512KiB or 2GiB
! cleave: hint: see `cleave --help`
? 2
$ rm *
