# Armor of every short length, with LF and CRLF, detected when decrypting.

$ for n in {0..200}; do head -c $n /dev/zero > p; cleave -a -f -r "$(cat $K/alice.pub)" -o p.asc p; cleave -d -i $K/alice.key p.asc | cmp - p || echo $n; sed 's/$/\r/' p.asc | cleave -d -i $K/alice.key | cmp - p || echo $n with CRLF; done
$ head -n 1 p.asc; tail -n 1 p.asc; wc -L < p.asc
> -----BEGIN CLEAVE CONTAINER-----
> -----END CLEAVE CONTAINER-----
> 64
$ sed 's/^-----END.*//' p.asc | cleave -d -i $K/alice.key -o out
! cleave: error: the armor is malformed at line 34: a line before the last is not 64 columns long; copy the whole text again, from BEGIN to END
? 4
$ sed '5s/A/!/; 5s/^./!/' p.asc | cleave -d -i $K/alice.key -o out
! cleave: error: the armor is malformed at line 5: a line is not padded canonical base64; copy the whole text again, from BEGIN to END
? 4
$ rm p p.asc
