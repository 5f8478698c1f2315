# Recipients files, signers and signing keys as editors and shells leave them; a line far too long to be a key.

$ umask 077; mkdir odd; for k in alice.key alice.pub carol.key carol.pub; do sed 's/$/\r/' $K/$k > odd/crlf.$k; (printf '\xef\xbb\xbf'; cat $K/$k) > odd/bom.$k; (printf '\xff\xfe'; iconv -t UTF-16LE $K/$k) > odd/utf16.$k; sed 's/^/  /; s/$/ \t/' $K/$k > odd/spaces.$k; (cat $K/$k | tr -d '\n' | sed 's/.*\(CLEAVE-\|cleavesig1\|cleave1\)/\1/') > odd/noend.$k; done
$ for odd in crlf bom utf16 spaces noend; do echo hello | cleave -R odd/$odd.alice.pub --sign odd/$odd.carol.key | cleave -d -q -i odd/$odd.alice.key --signer odd/$odd.carol.pub; done
> hello
> hello
> hello
> hello
> hello
$ umask 077; head -c 1000000 /dev/zero | tr '\0' q > long; cleave -r "$(cat $K/alice.pub)" -o a.cleave /dev/null; cleave -d -i long -o out a.cleave
! cleave: error: long: line 1 is too long to be a key (over 8192 characters)
? 3
$ cleave -d -i $K/alice.key --signer long -o out a.cleave
! cleave: error: long: line 1 is too long to be a key (over 8192 characters)
? 3
$ cleave -R $K/alice.pub --sign long -o out a.cleave
! cleave: error: long: line 1 is too long to be a key (over 8192 characters)
? 3
$ cleave -d -i $K/alice.key --fragment long -o out a.cleave
! cleave: error: long: line 1 is too long to be a key (over 8192 characters)
? 6
$ rm -r *
