# Help and version go to standard output.

$ cleave --help | head -n 3
> Post-quantum file encryption
>
> Usage: cleave [-e] (-r RECIPIENT | -R FILE | -i FILE | -p | --new-key FILE)... [-o OUTPUT] [INPUT]
$ cleave -h | sha256sum | cmp - <(cleave --help | sha256sum)
$ cleave help | cmp - <(cleave --help)
$ cleave --version
> cleave 0.1.0
$ cleave keygen --help | head -n 3
> Make a key
>
> An identity (to decrypt with), or with --sign a signing key; -y shows the public keys of a key file. The file
$ cleave help keygen | head -n 1
> Make a key
$ cleave --help > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
