#!/bin/sh
# Runs the benchmarks of every module and no tests, and prints one table of what
# they measured. Arguments go to go test:
#
#   sh scripts/bench.sh -bench=Snapshot
set -eu
# shellcheck disable=SC2046 # one module a line, without blanks
go run ./internal/benchtable $(sh scripts/modules.sh) -- "$@"
