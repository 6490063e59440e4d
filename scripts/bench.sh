#!/bin/sh
# Runs the benchmarks of every module and no tests. Arguments go to go test:
#
#   sh scripts/bench.sh -bench=Snapshot
set -eu
while IFS= read -r module; do
	printf '== go test -bench: %s\n' "$module"
	# One package at a time: two that measure at once measure each other.
	(cd "$module" && go test -p=1 -run='^$' -bench=. -benchmem -timeout=60m "$@" ./... </dev/null)
done <<MODULES
$(sh scripts/modules.sh)
MODULES
