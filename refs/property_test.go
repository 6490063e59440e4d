package refs

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var (
	histories = flag.Int("histories", 400, "how many random histories to play")
	seed      = flag.Uint64("seed", 1, "the seed of the first random history")
)

// TestRandomHistories plays long random histories; see history for what must
// hold. A failure prints the seed and the steps.
func TestRandomHistories(t *testing.T) {
	for i := range uint64(*histories) {
		rng := rand.New(rand.NewPCG(*seed+i, 0))
		b := make([]byte, 200+rng.IntN(800))
		for j := range b {
			b[j] = byte(rng.Uint32())
		}
		b[0] = byte(i) // every option in turn
		h := newHistory(t, b)
		h.run()
		if t.Failed() {
			t.Fatalf("seed %d", *seed+i)
		}
	}
}

// FuzzRegistry lets the fuzzer write the histories.
func FuzzRegistry(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) {
		// Longer histories find nothing new and cost quadratic time.
		newHistory(t, b[:min(len(b), 2000)]).run()
	})
}
