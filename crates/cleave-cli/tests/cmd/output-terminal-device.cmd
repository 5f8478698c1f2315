# A terminal by its own name is a terminal as well: text goes there, and only `-o -` writes binary.

$ echo hello > notes.txt; printf 'bell \a' > bell; for f in notes.txt bell; do cleave -R $K/alice.pub -o $f.cleave $f; done
$tty cleave --new-key lost.key -o /dev/tty notes.txt
~ cleave: error: binary is not written to a terminal
~ cleave: hint: -a writes text, -o FILE a file; -o - forces it
? 2
$tty cleave -R $K/alice.pub -o /dev/stderr notes.txt
~ cleave: error: binary is not written to a terminal
? 2
$tty cleave -R $K/alice.pub -o $(tty) notes.txt > /dev/null
~ cleave: error: binary is not written to a terminal
? 2
$tty cleave -a -R $K/alice.pub -o /dev/tty notes.txt
~ -----END CLEAVE CONTAINER-----
$tty cleave -d -i $K/alice.key -o /dev/tty notes.txt.cleave > /dev/null
~ hello
$tty cleave -d -i $K/alice.key -o /dev/tty bell.cleave
~ cleave: error: the content is not text, and is not written to a terminal
? 7
$tty cleave rewrap -i $K/alice.key -R $K/bob.pub -o /dev/tty notes.txt.cleave
~ cleave: error: the content is not text, and is not written to a terminal
? 7
$ rm *
