#!/bin/sh
# A program that names a port where nobody listens.
echo "DevTools listening on ws://127.0.0.1:1/devtools/browser/none" >&2
exec sleep 1000
