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

# What every test is built with. The detector makes code several times slower,
# most of all what goes over each byte: pictures took a minute and a half. These
# packages know of no other goroutine, so they are compiled without it; what calls
# them is watched. Lint has had go vet look at everything.
race=-race\ -vet=off
for packages in image compress hash golang.org/x/image; do
	race="$race -gcflags=$packages/...=-race=false"
done

# plain runs the tests of a module, package by package.
plain() {
	# shellcheck disable=SC2086 # these are lists
	go test $race -count=1 -timeout=20m ${TESTFLAGS:-} "$@"
}

# core runs the tests of the core module. Those of provider wait for a browser
# most of the time, and take as long as all others together: they run in two
# halves, beside the rest.
core() {
	half='^(Test|Fuzz|Example)[A-K]'
	out=$(mktemp -d)
	# shellcheck disable=SC2086 # a list
	go test $race -c -o "$out/provider.test" ./provider || { rm -r "$out"; return 1; }
	(cd provider && exec "$out/provider.test" -test.timeout=20m -test.run "$half" >"$out/first" 2>&1) &
	first=$!
	(cd provider && exec "$out/provider.test" -test.timeout=20m -test.skip "$half" >"$out/second" 2>&1) &
	second=$!
	bad=0
	# Those that take longest go first, so that none of them is left alone at the end.
	long='./outline/dom ./outline/ax ./transport/replay ./internal/transporttest'
	# shellcheck disable=SC2046,SC2086 # lists of packages
	plain $long $(go list ./... | grep -v '/provider$') || bad=1
	wait "$first" || bad=1
	wait "$second" || bad=1
	for half in first second; do
		printf '== provider, %s half\n' "$half"
		cat "$out/$half"
	done
	rm -r "$out"
	return $bad
}

while IFS= read -r module; do
	printf '== go test -race: %s\n' "$module"
	if [ "$module" = . ] && [ $# -eq 0 ] && [ -z "${TESTFLAGS:-}" ]; then
		core </dev/null || failed="$failed $module"
	else
		(cd "$module" && plain "$@" ./... </dev/null) || failed="$failed $module"
	fi
done <<MODULES
$(sh scripts/modules.sh)
MODULES
[ -z "$failed" ] || {
	printf 'test: failed in%s\n' "$failed" >&2
	exit 1
}
