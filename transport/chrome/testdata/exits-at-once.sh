#!/bin/sh
# A program that lacks a library.
echo "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2
exit 127
