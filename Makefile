# make demo and make test do all their set-up by themselves; see
# scripts/setup.sh for what that is.
.POSIX:
.PHONY: help demo test lint cross fmt generate api bench fuzz setup clean

help:
	@echo 'make demo      see it work: the built-in shop, or ARGS=https://example.com'
	@echo 'make test      lint and cross, then the tests of every module with the race detector'
	@echo 'make lint      gofmt, page scripts, go vet, staticcheck, go mod tidy'
	@echo 'make cross     whether everything compiles for Linux, macOS and Windows'
	@echo 'make fmt       format the Go files'
	@echo 'make generate  write generated code anew'
	@echo 'make api       write api.txt anew: every exported name, so that a diff shows what changes'
	@echo 'make bench     the benchmarks, with ratios against floors measured beside them'
	@echo 'make fuzz      each fuzz target for FUZZTIME (default 30s)'
	@echo 'make setup     only the set-up: a browser, a C compiler, Node'
	@echo 'make clean     remove what these commands built'

demo:
	@sh scripts/setup.sh go browser
	@go run ./examples/quickstart $(ARGS)

test: setup lint cross
	@sh scripts/test.sh

setup:
	@sh scripts/setup.sh go browser cc node

lint:
	@sh scripts/setup.sh go
	@sh scripts/lint.sh

cross:
	@sh scripts/setup.sh go
	@sh scripts/cross.sh

fmt:
	@find . -name '*.go' -not -path './.git/*' -exec gofmt -w {} +

generate:
	@sh scripts/setup.sh go
	@go generate ./...

api:
	@sh scripts/setup.sh go
	@go run ./internal/api >api.txt.new
	@mv api.txt.new api.txt

bench:
	@sh scripts/setup.sh go browser
	@sh scripts/bench.sh

fuzz:
	@sh scripts/setup.sh go browser cc
	@sh scripts/fuzz.sh

clean:
	@rm -rf bin coverage.out
