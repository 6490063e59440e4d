#!/bin/sh
# A program that speaks something else on the pipe.
printf '<html>hello</html>\0' >&4
exec sleep 1000
