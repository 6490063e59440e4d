#!/bin/sh
# Runs the tests of every module with the race detector, the other modules' too
# when one fails. Arguments and TESTFLAGS go to go test:
#
#   sh scripts/test.sh -run TestClick
#
# Nothing comes from the cache: a test depends on the browser that is installed,
# which the cache does not see.
set -eu
failed=
while IFS= read -r module; do
	printf '== go test -race: %s\n' "$module"
	# shellcheck disable=SC2086 # TESTFLAGS is a list
	(cd "$module" && go test -race -count=1 -timeout=20m ${TESTFLAGS:-} "$@" ./... </dev/null) ||
		failed="$failed $module"
done <<MODULES
$(sh scripts/modules.sh)
MODULES
[ -z "$failed" ] || {
	printf 'test: failed in%s\n' "$failed" >&2
	exit 1
}
