package record

import "math"

// rgb is an opaque colour.
type rgb [3]uint8

// counted is a colour and how many pixels have it.
type counted struct {
	rgb
	n int
}

// weigh is how much a count of pixels weighs: its root, so that a page's white
// does not take all colours to itself.
func (c counted) weigh() uint64 {
	w := uint64(1)
	for n := c.n; n > 3; n >>= 2 {
		w *= 2
	}
	return w
}

// weighed is a colour in a box: what it weighs, and its place in the list that
// they come from.
type weighed struct {
	rgb
	weight uint16 // at most 2¹⁵: a GIF has less than 2³² pixels
	place  int32
}

// box is a part of the colours.
type box struct {
	colours []weighed
	axis    int
	// spread is how much the colours differ along axis, by pixels, and mean what
	// they are there.
	spread, mean float64
}

// quantise chooses at most most colours for a picture, by median cut, and tells
// which of them stands for each of its colours, by their places. It cuts the box
// whose colours vary most, weighted by their pixels, at its mean: few pixels of a
// strong colour keep one of their own sooner than by cutting at the median of a
// large area. A box is parted at its mean, which takes one look at each of its
// colours; sorting them took four fifths of the time of a GIF.
func quantise(all []counted, most int) (chosen []rgb, index []uint8) {
	index = make([]uint8, len(all))
	if len(all) <= most {
		chosen = make([]rgb, len(all))
		for i, c := range all {
			chosen[i], index[i] = c.rgb, uint8(i)
		}
		return chosen, index
	}
	whole := make([]weighed, len(all))
	for i, c := range all {
		whole[i] = weighed{c.rgb, uint16(c.weigh()), int32(i)}
	}
	boxes := []box{measured(whole)}
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
	chosen = make([]rgb, len(boxes))
	for i, b := range boxes {
		chosen[i] = b.middle(all)
		for _, c := range b.colours {
			index[c.place] = uint8(i)
		}
	}
	return chosen, index
}

// measured finds the axis along which the colours of a box vary most.
func measured(colours []weighed) box {
	b := box{colours: colours}
	var n uint64
	var sum, squares [3]uint64
	for _, c := range colours {
		w := uint64(c.weight)
		n += w
		for axis, v := range c.rgb {
			wv := w * uint64(v)
			sum[axis] += wv
			squares[axis] += wv * uint64(v)
		}
	}
	for axis := range 3 {
		mean := float64(sum[axis]) / float64(n)
		// Rounding must not make one colour look like several.
		if spread := float64(squares[axis]) - float64(sum[axis])*mean; len(colours) > 1 && spread > b.spread {
			b.axis, b.spread, b.mean = axis, spread, mean
		}
	}
	return b
}

// cut divides a box that has a spread in two, neither of them empty.
func (b box) cut() (box, box) {
	axis := b.axis
	least, most := uint8(math.MaxUint8), uint8(0)
	for _, c := range b.colours {
		least, most = min(least, c.rgb[axis]), max(most, c.rgb[axis])
	}
	from := most // of the upper part; rounding may put the mean at an end
	if mean := math.Ceil(b.mean); mean < float64(most) {
		from = max(uint8(mean), least+1)
	}
	at := 0
	for i, c := range b.colours {
		if c.rgb[axis] < from {
			b.colours[at], b.colours[i] = c, b.colours[at]
			at++
		}
	}
	return measured(b.colours[:at]), measured(b.colours[at:])
}

// middle is the colour of a box, by pixels.
func (b box) middle(all []counted) rgb {
	var sum [3]int
	n := 0
	for _, c := range b.colours {
		pixels := all[c.place].n
		n += pixels
		for i := range sum {
			sum[i] += pixels * int(c.rgb[i])
		}
	}
	var m rgb
	for i := range sum {
		m[i] = uint8((sum[i] + n/2) / n)
	}
	return m
}
