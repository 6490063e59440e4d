#!/bin/sh
# Prints the folder of every module of this repository, one a line, the core
# module first. Run it from the root.
set -eu
find . -name go.mod -not -path '*/testdata/*' -not -path './.git/*' |
	sed 's|/go\.mod$||' | LC_ALL=C sort
