#!/bin/sh
# Checks that every package of every module, tests included, compiles for the
# systems that this machine is not, and compiles and vets for them what starts
# and reaches browsers: its files are the ones that go vet does not see here.
# What of them cannot run here is tested with stand-ins.
#
# Vetting everything would compile the standard library and the protocol's types
# for each system first, a minute of processor time each.
set -eu
export GOGC="${GOGC:-400}" # as in test.sh
host=$(go env GOHOSTOS)
others=
for system in linux darwin windows; do
	[ "$system" = "$host" ] || others="$others $system"
done

# Only errors are wanted of the compiler, so it need not optimise.
quick='-gcflags=all=-N -l -dwarf=false'
started='internal/child transport/endpoint transport/chrome'
for system in $others; do
	export GOOS="$system" GOARCH=amd64 CGO_ENABLED=0
	for package in $started; do
		printf '== go vet: %s for %s\n' "$package" "$system"
		go build "$quick" "./$package"
		# By its files: go vet of the package would compile what its tests need,
		# which is the whole library.
		(cd "$package" && go list -f '{{join .GoFiles "\n"}}' . | xargs go vet "$quick")
	done
done
unset GOOS GOARCH CGO_ENABLED

# shellcheck disable=SC2046,SC2086 # lists
go run ./internal/crosscheck -for "$(printf '%s,' $others | sed 's/,$//')" $(sh scripts/modules.sh)
