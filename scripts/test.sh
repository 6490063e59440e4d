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

# The collectors of compilers and tests run less often: there is memory enough,
# and of processors there are two. What measures memory collects by itself.
export GOGC="${GOGC:-400}"

# What every test is built with. The detector makes code several times slower,
# most of all what goes over each byte: pictures took a minute and a half. These
# packages know of no other goroutine, so they are compiled without it; what calls
# them is watched. Lint has had go vet look at everything.
race=-race\ -vet=off
for packages in image compress hash golang.org/x/image; do
	race="$race -gcflags=$packages/...=-race=false"
done

# Benchmarks rot unless they run. Each runs once, those with parts with one of
# them, when everything is tested; numbers are what make bench is for.
once=
if [ $# -eq 0 ] && [ -z "${TESTFLAGS:-}" ]; then
	once='^Benchmark(Mark|Parse|Find|Since|Adopt|Resolve|Click|ClickReceipt|Fill)$'
	once="$once|^Benchmark(Step|Call|Build|Pack|Publish|Read|Snapshot|Table)\$/^(snapshot|fake|same|ledger-.*|v8-blog)\$"
	# Given to the programs of the tests themselves: go test would run packages one
	# after another.
	once="-test.bench=$once -test.benchtime=1x"
fi

# plain runs the tests of a module, package by package.
plain() {
	# shellcheck disable=SC2086 # these are lists
	go test $race -count=1 -timeout=20m ${TESTFLAGS:-} "$@" ${once:+-args $once}
}

# The packages that are pure: no goroutine is in them or their tests, so that the
# detector would only make their many random cases slow.
pure='refs outline marks agent/budget'

# halves starts the tests of provider. They wait for a browser most of the time
# and take as long as all others together: they run in two halves, beside the
# rest.
halves() {
	half='^(Test|Fuzz|Example)[A-K]'
	# shellcheck disable=SC2086 # lists
	go test $race -c -o "$out/provider.test" ./provider || return 1
	(cd provider && exec "$out/provider.test" -test.timeout=20m -test.run "$half" >"$out/first" 2>&1) &
	first=$!
	# shellcheck disable=SC2086 # a list
	(cd provider && exec "$out/provider.test" -test.timeout=20m -test.skip "$half" $once >"$out/second" 2>&1) &
	second=$!
}

# fleet starts the tests of examples/fleet, whose workers wait for leases and
# browsers most of the time, beside those of the other modules.
fleet() {
	(cd examples/fleet && plain ./... >"$out/fleet" 2>&1 </dev/null) &
	workers=$!
}

# join waits for the halves and shows what they said.
join() {
	bad=0
	wait "$workers" || bad=1
	printf '== go test -race: ./examples/fleet\n'
	cat "$out/fleet"
	wait "$first" || bad=1
	wait "$second" || bad=1
	for half in first second; do
		printf '== provider, %s half\n' "$half"
		cat "$out/$half"
	done
	return $bad
}

# rest runs the tests of all other packages of the core module. Those that take
# longest go first, so that none of them is left alone at the end.
rest() {
	bad=0
	# shellcheck disable=SC2046,SC2086 # lists
	go test -vet=off -count=1 $(printf './%s ' $pure) ${once:+-args $once} || bad=1
	# shellcheck disable=SC2086 # a list of folders
	others=$(go list ./... | grep -v -E "/holdfast/($(printf '%s|' $pure)provider)\$")
	# shellcheck disable=SC2086 # a list of packages
	plain ./outline/dom ./outline/ax ./transport/replay ./internal/transporttest $others || bad=1
	return $bad
}

out=
all=
if [ $# -eq 0 ] && [ -z "${TESTFLAGS:-}" ]; then
	all=1
	out=$(mktemp -d)
	trap 'rm -rf "$out"' EXIT
	halves </dev/null || { failed=' provider'; all=; }
fi
while IFS= read -r module; do
	if [ "$module" = ./examples/fleet ] && [ -n "$all" ]; then
		fleet
		continue
	fi
	printf '== go test -race: %s\n' "$module"
	if [ "$module" = . ] && [ -n "$out" ]; then
		rest </dev/null || failed="$failed $module"
	else
		(cd "$module" && plain "$@" ./... </dev/null) || failed="$failed $module"
	fi
done <<MODULES
$(sh scripts/modules.sh)
MODULES
[ -z "$all" ] || join || failed="$failed provider or fleet"
[ -z "$failed" ] || {
	printf 'test: failed in%s\n' "$failed" >&2
	exit 1
}
