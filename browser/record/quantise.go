package record

import (
	"cmp"
	"slices"
)

// rgb is an opaque colour.
type rgb [3]uint8

// counted is a colour and how many pixels have it.
type counted struct {
	rgb
	n int
}

// box is a part of the colours.
type box struct {
	colours []counted
	axis    int
	// spread is how much the colours differ along axis, by pixels.
	spread float64
}

// quantise chooses at most most colours for a picture, by median cut, and tells
// which of them stands for each of its colours. It cuts the box whose colours
// vary most, weighted by their pixels, at its mean: few pixels of a strong colour
// keep one of their own sooner than by cutting at the median of a large area.
func quantise(counts map[rgb]int, most int) ([]rgb, map[rgb]uint8) {
	all := make([]counted, 0, len(counts))
	for c, n := range counts {
		all = append(all, counted{c, n})
	}
	// The order of a map must not decide anything.
	slices.SortFunc(all, func(a, b counted) int { return compare(a.rgb, b.rgb) })
	index := make(map[rgb]uint8, len(all))
	if len(all) <= most {
		chosen := make([]rgb, len(all))
		for i, c := range all {
			chosen[i], index[c.rgb] = c.rgb, uint8(i)
		}
		return chosen, index
	}
	boxes := []box{measured(all)}
	for len(boxes) < most {
		widest := 0
		for i := range boxes {
			if boxes[i].spread > boxes[widest].spread {
				widest = i
			}
		}
		if boxes[widest].spread == 0 {
			break
		}
		a, b := boxes[widest].cut()
		boxes[widest] = a
		boxes = append(boxes, b)
	}
	chosen := make([]rgb, len(boxes))
	for i, b := range boxes {
		chosen[i] = b.mean()
		for _, c := range b.colours {
			index[c.rgb] = uint8(i)
		}
	}
	return chosen, index
}

func compare(a, b rgb) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// weigh is how much a count of pixels weighs: its root, so that a page's white
// does not take all colours to itself.
func (c counted) weigh() float64 {
	w := 1.0
	for n := c.n; n > 3; n >>= 2 {
		w *= 2
	}
	return w
}

// measured finds the axis along which the colours of a box vary most.
func measured(colours []counted) box {
	b := box{colours: colours}
	for axis := range 3 {
		var n, sum, squares float64
		for _, c := range colours {
			w, v := c.weigh(), float64(c.rgb[axis])
			n, sum, squares = n+w, sum+w*v, squares+w*v*v
		}
		// Rounding must not make one colour look like several.
		if spread := squares - sum*sum/n; len(colours) > 1 && spread > b.spread {
			b.axis, b.spread = axis, spread
		}
	}
	return b
}

// cut divides a box that has a spread in two, neither of them empty.
func (b box) cut() (box, box) {
	axis := b.axis
	slices.SortFunc(b.colours, func(x, y counted) int {
		return cmp.Or(cmp.Compare(x.rgb[axis], y.rgb[axis]), compare(x.rgb, y.rgb))
	})
	var n, sum float64
	for _, c := range b.colours {
		w := c.weigh()
		n, sum = n+w, sum+w*float64(c.rgb[axis])
	}
	at, _ := slices.BinarySearchFunc(b.colours, sum/n, func(c counted, mean float64) int {
		return cmp.Compare(float64(c.rgb[axis]), mean)
	})
	at = min(max(at, 1), len(b.colours)-1)
	return measured(b.colours[:at]), measured(b.colours[at:])
}

// mean is the colour of a box, by pixels.
func (b box) mean() rgb {
	var sum [3]int
	n := 0
	for _, c := range b.colours {
		n += c.n
		for i := range sum {
			sum[i] += c.n * int(c.rgb[i])
		}
	}
	var m rgb
	for i := range sum {
		m[i] = uint8((sum[i] + n/2) / n)
	}
	return m
}
