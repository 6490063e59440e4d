// Package bench measures what a snapshot costs on saved pages of real sites, in
// time and in the tokens of a model. It is a module of its own because of the
// tokenizer, and holds nothing but tests and benchmarks:
//
//	cd internal/bench && go test -run xxx -bench Table
package bench
