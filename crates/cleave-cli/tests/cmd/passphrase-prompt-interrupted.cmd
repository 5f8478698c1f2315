# Ctrl-C at a prompt ends the run, and the terminal shows letters again.

$tty cleave -p -o a.cleave /dev/null; echo "code $?"; stty -a | grep -o '[-]*echo '
~ Passphrase for
< ^C
~ cleave: error: interrupted
~ code 130
~ echo
!~ -echo 
