# 1, 32, 255 and 256 recipients: a slot each, and each of them opens it.

$ for i in {1..255}; do cleave keygen -q; done | sed -n 's/^# public key: //p' > others
$ for n in 1 32 255 256; do (head -n $((n - 1)) others; cat $K/alice.pub) > $n; cleave -R $n -o $n.cleave $n; cleave -d -i $K/alice.key -o - $n.cleave | cmp - $n; echo $n $((($(stat -c %s $n.cleave) - $(stat -c %s $n) - 109 - 20) / 1177)); done
> 1 1
> 32 32
> 255 255
> 256 256
$ rm *
