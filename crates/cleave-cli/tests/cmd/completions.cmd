# Completions and manual pages, from the definitions of --help.

$ for shell in bash zsh fish powershell elvish; do cleave completions $shell > $shell || echo failed; grep -c -- chunk-size $shell; done
> 2
> 1
> 2
> 1
> 1
$ bash -c 'source ./bash; COMP_WORDS=(cleave --max-); COMP_CWORD=1; _cleave cleave --max- cleave; printf "%s\n" "${COMPREPLY[@]}"'
> --max-kdf-memory
> --max-kdf-work
> --max-trials
> --max-header
$ cleave completions nonsense
! cleave: error: invalid value 'nonsense' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]
! cleave: hint: see `cleave help completions`
? 2
$ cleave completions
! cleave: error: the following required arguments were not provided: <SHELL>
! cleave: hint: see `cleave help completions`
? 2
$ cleave man | grep '^\.TH'
> .TH cleave 1  "cleave 0.1.0" cleave
$ cleave man | sed -n '/signer.*KEY_OR_FILE/{n;p}'
> With \-d, require this signer: a public key (cleavesig1...) or a file that holds one
$ cleave man keygen | grep '^\.TH'
> .TH cleave-keygen 1  "cleave 0.1.0" cleave
$ cleave man fragment destroy | grep '^\.TH'
> .TH cleave-fragment-destroy 1  "cleave 0.1.0" cleave
$ cleave man nonsense
! cleave: error: no such subcommand: nonsense
! cleave: hint: `cleave --help` lists them
? 2
$ cleave man > /dev/full
! cleave: error: standard output: no space left on device
! cleave: hint: free some space there, or write to another disk
? 7
$ rm *
