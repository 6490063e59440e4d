// Package counter has a benchmark for the test of the table.
package counter

import "testing"

func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"one", "two"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = len(name)
			}
		})
	}
}
