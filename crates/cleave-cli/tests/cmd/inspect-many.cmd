# inspect of many recipients tells 32 key ids and the number of the others, and finds a key among all of them.

$ for i in $(seq 40); do cleave keygen -q | cleave keygen -y - >> all; done; cat $K/alice.pub >> all; cleave -R all -o a.cleave < /dev/null
$ cleave inspect a.cleave | grep -c 'key id'
> 32
$ cleave inspect a.cleave | grep more
>   and 9 more
$ cleave inspect -i $K/alice.key -i $K/bob.key a.cleave | sed -n '/^keys given/,/^$/p'
> keys given
>   key id [..]  $K/alice.key: wanted
>   key id [..]  $K/bob.key: not wanted
>
$ rm *
