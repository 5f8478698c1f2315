# What cannot be meant is refused with the flag that was meant, before anything is touched.

$ cleave
! cleave: error: nobody to encrypt to
! cleave: hint: --new-key FILE makes a key; -r RECIPIENT, -R FILE, -e -i FILE or -p say for whom
? 2
$ cleave notes.txt
! cleave: error: nobody to encrypt to
! cleave: hint: --new-key FILE makes a key; -r RECIPIENT, -R FILE, -e -i FILE or -p say for whom
? 2
$ cleave notes.cleave
! cleave: error: nobody to encrypt to
! cleave: hint: --new-key FILE makes a key; -r RECIPIENT, -R FILE, -e -i FILE or -p say for whom
! cleave: hint: -d decrypts
? 2
$ cleave -i me.key notes.cleave
! cleave: error: -i without -d or -e: decrypt with the identity, or encrypt to its public key?
! cleave: hint: to decrypt: cleave -d -i me.key notes.cleave
! cleave: hint: to encrypt: cleave -e -i me.key notes.cleave
? 2
$ cleave -d -e notes.cleave
! cleave: error: the argument '--decrypt' cannot be used with '--encrypt'
! cleave: hint: see `cleave --help`
? 2
$ cleave -d -r cleave1x notes.cleave
! cleave: error: -r is for encrypting
! cleave: hint: -i FILE names the secret key to decrypt with
? 2
$ cleave -d -R x notes.cleave
! cleave: error: -R is for encrypting
! cleave: hint: -i FILE names the secret key to decrypt with
? 2
$ cleave -d -p notes.cleave
! cleave: error: -p is for encrypting
! cleave: hint: with -d the passphrase is asked for where the file wants one
? 2
$ cleave -d -a notes.cleave
! cleave: error: -a is for encrypting
! cleave: hint: with -d armor is detected
? 2
$ cleave -d --sign x notes.cleave
! cleave: error: --sign is for encrypting
! cleave: hint: --signer KEY_OR_FILE requires a signer
? 2
$ cleave -d --split x notes.cleave
! cleave: error: --split is for encrypting
! cleave: hint: --fragment FILE gives the fragment of a split container
? 2
$ cleave -p --signer x notes.txt
! cleave: error: --signer is for decrypting
! cleave: hint: -d decrypts; --sign KEYFILE signs
? 2
$ cleave -p --fragment x notes.txt
! cleave: error: --fragment is for decrypting
! cleave: hint: -d decrypts
? 2
$ cleave -p --no-hint notes.txt
! cleave: error: --no-hint goes with --split, which is missing
? 2
$ cleave -p a b
! cleave: error: more than one input is given
! cleave: hint: one file at a time; quote a name with spaces; tar -c … | cleave … takes several files
! cleave: hint: -p takes no value: a passphrase is never an argument
? 2
$ cleave -p --bogus
! cleave: error: unexpected argument '--bogus' found
! cleave: hint: see `cleave --help`
? 2
$ cleave -p --forse
! cleave: error: unexpected argument '--forse' found
! cleave: hint: did you mean `--force`?
? 2
$ cleave -p -o
! cleave: error: a value is required for '--output <OUTPUT>' but none was supplied
! cleave: hint: see `cleave --help`
? 2
$ cleave -p --chunk-size 5KiB x
! cleave: error: invalid value '5KiB' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
! cleave: hint: see `cleave --help`
? 2
$ cleave -p -q -v x
! cleave: error: the argument '--quiet' cannot be used with '--verbose'
! cleave: hint: see `cleave --help`
? 2
$ cleave -d -i - --fragment - x
! cleave: error: standard input is asked for more than one thing
! cleave: hint: name a file for the input or for the keys
? 2
$ cleave -d -i -
! cleave: error: standard input is asked for more than one thing
! cleave: hint: name a file for the input or for the keys
? 2
$ cleave --json keygen f
! cleave: error: `keygen` is a subcommand only as the first word
! cleave: hint: cleave keygen --json f
! {"ok":false,"error":"usage","message":"`keygen` is a subcommand only as the first word","hint":"cleave keygen --json f"}
? 2
$ cleave -o x keygen
! cleave: error: `keygen` is a subcommand only as the first word
! cleave: hint: cleave keygen -o x
? 2
$ cleave --json --nonsense
! cleave: error: unexpected argument '--nonsense' found
! cleave: hint: see `cleave --help`
! {"ok":false,"error":"usage","message":"unexpected argument '--nonsense' found","hint":"see `cleave --help`"}
? 2
