// Command benchtable runs the benchmarks of modules and prints one table of what
// they measured, ratios first.
//
//	go run ./internal/benchtable MODULE… [-- ARGUMENTS OF GO TEST…]
//
// A ratio is a metric whose unit ends in "-ratio"; what comes before says what it
// is a ratio to: "floor-ratio" is our time divided by the floor's, of the same
// run. The parts of a benchmark make one line.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

func main() {
	modules, arguments := os.Args[1:], []string(nil)
	if i := slices.Index(modules, "--"); i >= 0 {
		modules, arguments = modules[:i], modules[i+1:]
	}
	if err := run(os.Stdout, os.Stderr, modules, arguments); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

// run prints what the benchmarks print while they run, and the table in the end,
// of what there is also when a module fails.
func run(stdout, stderr io.Writer, modules, arguments []string) error {
	var all bytes.Buffer
	var failed error
	for _, module := range modules {
		fmt.Fprintf(stdout, "== go test -bench: %s\n", module)
		// One package at a time: two that measure at once measure each other.
		test := exec.Command("go", append([]string{"test", "-p=1", "-run=^$", "-bench=.", "-benchmem", "-timeout=60m"}, append(arguments, "./...")...)...)
		test.Dir, test.Stdout, test.Stderr = module, io.MultiWriter(stdout, &all), stderr
		if err := test.Run(); err != nil {
			failed = fmt.Errorf("the benchmarks of %s: %w", module, err)
		}
	}
	results, err := parse(&all)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "\n%s", table(results)); err != nil {
		return err
	}
	return failed
}
