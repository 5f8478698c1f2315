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
$ cleave notes.txt inspect
! cleave: error: `inspect` is a subcommand only as the first word
! cleave: hint: cleave inspect notes.txt
? 2
$ cleave -d help
! cleave: error: `help` is a subcommand only as the first word
! cleave: hint: cleave help
? 2
$ cleave keygen help
! cleave: error: unexpected argument 'help' found
! cleave: hint: see `cleave help keygen`
? 2
$ cleave -p inspect
! cleave: error: `inspect` is a subcommand only as the first word
! cleave: hint: cleave inspect -p
? 2
$ echo hello > notes.txt; cleave -R bob.pub ''
! cleave: error: the name of the input is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -R '' notes.txt
! cleave: error: the name of the recipients file is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -d -i '' notes.txt
! cleave: error: the name of the identity file is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -d --fragment '' notes.txt
! cleave: error: the name of the fragment is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -p --passphrase-file '' notes.txt
! cleave: error: the name of the passphrase file is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -p --split '' notes.txt
! cleave: error: the name of the fragment is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -p --new-key '' notes.txt; rm notes.txt
! cleave: error: the name of the new key is empty
! cleave: hint: a variable that is not set gives an empty name
$ cleave keygen -o ''
! cleave: error: the value of '--output <FILE>' is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave fragment destroy ''
! cleave: error: the value of '<FILE>' is empty
! cleave: hint: a variable that is not set gives an empty name
? 2
$ cleave -p -o -x.c notes.txt
! cleave: error: -o takes a value, and -x.c begins with a dash as a flag does
! cleave: hint: for a file of that name: -o ./-x.c
? 2
$ cleave -p -o-x.c missing
! cleave: error: missing: no such file or directory
? 7
$ cleave -p -o -v notes.txt
! cleave: error: a value is required for '--output <OUTPUT>' but none was supplied
! cleave: hint: see `cleave --help`
? 2
$ touch -- -x.c; cleave -p -x.c; rm -- -x.c
! cleave: error: -x.c is taken for a flag, and does not exist as one
! cleave: hint: for the file of that name: ./-x.c
$ cleave -p --chunk-size -1 notes.txt
! cleave: error: invalid value '-1' for '--chunk-size <SIZE>': not a size such as 64KiB or 1MiB
! cleave: hint: see `cleave --help`
? 2
$ cleave -p --chunk-size -4KiB notes.txt
! cleave: error: --chunk-size takes a value, and -4KiB begins with a dash as a flag does
! cleave: hint: to give it all the same: --chunk-size=-4KiB
? 2
$ cleave -p -j -1 notes.txt
! cleave: error: invalid value '-1' for '--threads <N>': a number of threads is from 1 to 65535
! cleave: hint: see `cleave --help`
? 2
$ cleave keygen -o -k
! cleave: error: -o takes a value, and -k begins with a dash as a flag does
! cleave: hint: for a file of that name: -o ./-k
? 2

# Encrypting and decrypting are no subcommands.
$ echo hello > notes.txt; cleave encrypt -r x notes.txt
! cleave: error: `encrypt` is no subcommand, and no file
! cleave: hint: encrypting needs no word: cleave -r RECIPIENT -o OUTPUT FILE
? 2
$ cleave encrypt notes.txt
! cleave: error: `encrypt` is no subcommand, and no file
! cleave: hint: encrypting needs no word: cleave -r RECIPIENT -o OUTPUT FILE
? 2
$ cleave decrypt -i k notes.cleave
! cleave: error: `decrypt` is no subcommand, and no file
! cleave: hint: decrypting is a flag: cleave -d -i KEYFILE FILE
? 2
$ rm notes.txt
