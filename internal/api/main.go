// Command api prints the library's public API: a line for each exported name, so
// that a change of it is seen in a diff.
//
//	go run ./internal/api > api.txt
package main

import (
	"fmt"
	"os"
)

func main() {
	packages, err := load(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
	fmt.Print(text(packages))
}
