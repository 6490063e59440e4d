#!/bin/sh
# Runs every fuzz target of the core module for FUZZTIME (default 30s), one
# after another: go test fuzzes one target at a time.
set -eu
for package in $(go list ./...); do
	# Names of targets hold no blanks; the listing's last line is go test's own.
	listing=$(go test -list='^Fuzz' "$package" </dev/null)
	for target in $(printf '%s\n' "$listing" | sed -n '/^Fuzz/p'); do
		printf '== %s %s\n' "$package" "$target"
		go test -run='^$' -fuzz="^$target\$" -fuzztime="${FUZZTIME:-30s}" "$package" </dev/null
	done
done
