# é composed and decomposed are one passphrase.

$ echo hello | CLEAVE_PASSPHRASE=$(printf 'caf\xc3\xa9') cleave -p | CLEAVE_PASSPHRASE=$(printf 'cafe\xcc\x81') cleave -d
> hello
