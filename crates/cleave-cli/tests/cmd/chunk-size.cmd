# --chunk-size: powers of two from 4 KiB to 16 MiB, 1 MiB where none is given; the reader takes what the container says.

$ head -c 20000000 /dev/zero > plain
$ for size in 4KiB 64KiB 2MiB 16MiB; do cleave -f -r "$(cat $K/alice.pub)" --chunk-size $size -o out plain; cleave inspect --json out | grep -o '"chunk_bytes":[0-9]*'; cleave -d -i $K/alice.key out | cmp - plain; done
> "chunk_bytes":4096
> "chunk_bytes":65536
> "chunk_bytes":2097152
> "chunk_bytes":16777216
$ cleave -f -r "$(cat $K/alice.pub)" -o out plain; cleave inspect --json out | grep -o '"chunk_bytes":[0-9]*'
> "chunk_bytes":1048576
$ for size in 0 1 2KiB 12KiB 32MiB 4294967296GiB x; do cleave -r "$(cat $K/alice.pub)" --chunk-size $size -o none plain 2>&1 | head -n 1; done
> cleave: error: invalid value '0' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value '1' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value '2KiB' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value '12KiB' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value '32MiB' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value '4294967296GiB' for '--chunk-size <SIZE>': a chunk size is a power of two from 4KiB to 16MiB
> cleave: error: invalid value 'x' for '--chunk-size <SIZE>': not a size such as 64KiB or 1MiB
$ rm out plain
