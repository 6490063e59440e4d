package record

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The table holds what a map would.
func TestColoursAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	table, want := newColours(), map[rgb]int{}
	for range 100_000 {
		// Near each other, as the colours of a picture, and some of them often.
		c := rgb{uint8(r.NormFloat64()*9 + 128), uint8(r.NormFloat64()*9 + 128), uint8(r.NormFloat64()*9 + 128)}
		n := 1 + r.IntN(5)
		table.add(c, n)
		want[c] += n
	}
	if len(table.list) != len(want) || len(want) < 10_000 {
		t.Fatalf("%d colours, want %d", len(table.list), len(want))
	}
	for c, n := range want {
		if got := table.list[table.place(c)]; got.rgb != c || got.n != n {
			t.Fatalf("%v has %d pixels, and is said to be %v with %d", c, n, got.rgb, got.n)
		}
	}
}

// Boxes are parted as by sorting their colours and cutting at the first one that
// is not below the mean.
func TestBoxesArePartedAtTheMean(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := 2 + r.IntN(40)
		var all []weighed
		for i := range n {
			all = append(all, weighed{rgb{uint8(r.IntN(4)), uint8(250 + r.IntN(6)), uint8(r.Uint32() >> r.IntN(9))}, uint16(1 << r.IntN(16)), int32(i)})
		}
		b := measured(slices.Clone(all))
		if b.spread == 0 {
			continue
		}
		low, high := b.cut()
		slices.SortFunc(all, func(x, y weighed) int { return cmp.Compare(x.rgb[b.axis], y.rgb[b.axis]) })
		at := slices.IndexFunc(all, func(c weighed) bool { return float64(c.rgb[b.axis]) >= b.mean })
		if len(low.colours) != at || len(high.colours) != n-at {
			t.Fatalf("%d and %d colours, want %d and %d: mean %v of %v", len(low.colours), len(high.colours), at, n-at, b.mean, all)
		}
		for _, c := range low.colours {
			if float64(c.rgb[b.axis]) >= b.mean {
				t.Fatalf("%v is below the mean %v", c, b.mean)
			}
		}
	}
}
