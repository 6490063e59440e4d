#!/bin/sh
# A program that hangs, with one child in its process group and one that left it.
sleep 1000 &
setsid sleep 1000 &
exec sleep 1000
