#!/bin/sh
# Compiles and vets every package of the core module for the systems that this
# machine is not. What of them cannot run here is tested with stand-ins.
set -eu
for system in linux darwin windows; do
	[ "$system" = "$(go env GOHOSTOS)" ] && continue
	printf '== go vet: %s\n' "$system"
	GOOS=$system CGO_ENABLED=0 go vet ./...
done
