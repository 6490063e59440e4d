#!/bin/sh
# Checks what needs no test run: the form of Go files, page scripts, go vet,
# staticcheck, and that go.mod lists what is used. Tools are the versions of the
# tool block in go.mod. Everything is checked before it fails.
set -eu
export GOGC="${GOGC:-400}" # as in test.sh
failed=

# check runs a command and notes its name when it fails.
check() {
	name=$1
	shift
	"$@" || failed="$failed, $name"
}

gofmt_clean() {
	unformatted=$(find . -name '*.go' -not -path './.git/*' -exec gofmt -l {} +)
	[ -z "$unformatted" ] || {
		printf 'gofmt: these files are not formatted (make fmt does it):\n%s\n' "$unformatted" >&2
		return 1
	}
}

# Without node the scripts are checked all the same: a test of the root package
# has the browser compile each of them, and those of examples/panel run modules.
scripts_parse() {
	command -v node >/dev/null || return 0
	modules=$(find . -name '*.mjs' -not -path './.git/*' -not -path '*/node_modules/*' | LC_ALL=C sort | while IFS= read -r script; do
		node --check "$script" >/dev/null 2>&1 || printf '%s\n' "$script"
	done)
	bad=$(find . \( -name '*.js' -o -name '*.cjs' \) -not -path './.git/*' -not -path '*/node_modules/*' |
		LC_ALL=C sort | while IFS= read -r script; do
		case $script in
		# Page scripts are function expressions, which alone are no program.
		*/js/*) { printf '('; cat "$script"; printf '\n)\n'; } ;;
		*) cat "$script" ;;
		esac | node --check - >/dev/null 2>&1 || printf '%s\n' "$script"
	done)
	[ -z "$bad$modules" ] || {
		printf 'node --check: these scripts do not parse:\n%s\n%s\n' "$bad" "$modules" >&2
		return 1
	}
}

in_module() {
	module=$1
	shift
	(cd "$module" && "$@" </dev/null)
}

check gofmt gofmt_clean
check 'node --check' scripts_parse

mkdir -p bin
go build -o bin/staticcheck honnef.co/go/tools/cmd/staticcheck
staticcheck=$PWD/bin/staticcheck
while IFS= read -r module; do
	check "go vet in $module" in_module "$module" go vet ./...
	check "staticcheck in $module" in_module "$module" "$staticcheck" ./...
	check "go mod tidy in $module" in_module "$module" go mod tidy -diff
done <<MODULES
$(sh scripts/modules.sh)
MODULES

[ -z "$failed" ] || {
	printf 'lint: failed: %s\n' "${failed#, }" >&2
	exit 1
}
