#!/bin/sh
# A program that is no Chrome and hangs.
exec 3<&- 4>&-
exec sleep 1000
