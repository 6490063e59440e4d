// Command crosscheck checks that modules, their tests included, compile on other
// systems than this one:
//
//	go run ./internal/crosscheck -for darwin,windows . ./examples/mcp
//
// It checks types from the sources, as the compiler does before it generates
// code, and generates none: that takes a fifth of the time of go vet, which has
// to compile the standard library and everything else for a system first. What
// one file says that only another system compiles is found so, and what all
// files need that another system does not have.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
)

func main() {
	systems := flag.String("for", "darwin,windows", "the systems, as GOOS names them")
	flag.Parse()
	if !report(strings.Split(*systems, ","), flag.Args()) {
		os.Exit(1)
	}
}

// report checks each module for each system, two systems at a time on two
// processors, and prints what it finds. It reports whether all is well.
func report(systems, modules []string) bool {
	type answer struct {
		faults []string
		err    error
	}
	answers := make([][]answer, len(systems))
	var group sync.WaitGroup
	for i, system := range systems {
		answers[i] = make([]answer, len(modules))
		group.Go(func() {
			for j, module := range modules {
				answers[i][j].faults, answers[i][j].err = check(module, system)
			}
		})
	}
	group.Wait()
	well := true
	for i, system := range systems {
		for j, module := range modules {
			a := answers[i][j]
			if a.err != nil {
				fmt.Fprintf(os.Stderr, "crosscheck: %v\n", a.err)
			}
			for _, fault := range a.faults {
				fmt.Fprintf(os.Stderr, "%s: %s\n", system, fault)
			}
			well = well && a.err == nil && len(a.faults) == 0
			fmt.Printf("== compiles on %s: %s: %t\n", system, module, a.err == nil && len(a.faults) == 0)
		}
	}
	return well
}
