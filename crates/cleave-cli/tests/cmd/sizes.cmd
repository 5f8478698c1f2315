# 0 and 1 byte, and each side of a chunk multiple: 1286 bytes, 20 a chunk, and the plaintext.

$ for n in 0 1 4095 4096 4097 8191 8192 8193; do head -c $n /dev/zero > plain; cleave --chunk-size 4KiB -f -r "$(cat $K/alice.pub)" -o out plain; echo $n $(($(stat -c %s out) - 1286 - n)); cleave -d -i $K/alice.key out | cmp - plain || echo differs; done
> 0 20
> 1 20
> 4095 20
> 4096 20
> 4097 40
> 8191 40
> 8192 40
> 8193 60
$ for n in 0 1 1048576 1048577; do head -c $n /dev/zero | cleave -r "$(cat $K/alice.pub)" | cleave -d -i $K/alice.key | wc -c; done
> 0
> 1
> 1048576
> 1048577
$ (printf a; sleep 0.1; printf b; sleep 0.1; printf c) | cleave -r "$(cat $K/alice.pub)" | cleave -d -i $K/alice.key
> abc
$ : > empty; cleave -f -r "$(cat $K/alice.pub)" -o out empty; cleave -d -i $K/alice.key -o empty2 out
$ rm out plain
= 0644 empty ""
= 0600 empty2 ""
