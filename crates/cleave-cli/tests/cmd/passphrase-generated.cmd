# An empty answer makes a passphrase of ten words, shown on the terminal alone.

$tty echo hello | cleave -p --json -o a.cleave 2> err; grep -c -- - err
~ leave it empty to have one made):
< 
~ Made this passphrase; keep it:
~ -
~ -
~ -
~ -
~ -
~ -
~ -
~ -
~ -
? 1
$ sed 's/"seconds":[^}]*/"seconds":0/' err; rm a.cleave err
> {"ok":true,"command":"encrypt","plaintext_bytes":6,"container_bytes":206,"output_bytes":206,"chunks":1,"chunk_bytes":1048576,"key_ids":[],"recipients":0,"hidden":0,"passphrases":1,"split":false,"signed":false,"armored":false,"output":"a.cleave","seconds":[..]}
