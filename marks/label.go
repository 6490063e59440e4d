package marks

import (
	"cmp"
	"image"
	"slices"
)

// What a label hides is counted by area, the worse the more: other numbers,
// which nobody could read then; words of its own element; words of others; boxes
// of others, whose number it would seem to be; its own box.
const (
	hidesLabel   = 4000
	hidesOwnText = 200
	hidesText    = 40
	hidesBox     = 4
	hidesOwnBox  = 1
)

// place finds a place for each label. Small boxes choose first, as they leave
// the least choice; then each may choose again, knowing all others.
func (m *Marking) place() {
	order := make([]int, len(m.Marks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(area(m.Marks[a].Pixels), area(m.Marks[b].Pixels))
	})
	for range 2 {
		for _, i := range order {
			m.settle(i)
		}
	}
}

// settle gives a label the best place as things stand.
func (m *Marking) settle(i int) {
	mark := &m.Marks[i]
	mark.Label = image.Rectangle{}
	var best image.Rectangle
	least := int64(-1)
	for rank, r := range m.places(mark) {
		// The usual places come first, and a later one must be worth it.
		hides := m.hides(i, r)
		if cost := hides*16 + int64(rank); least < 0 || cost < least {
			best, least = r, cost
		}
		if hides == 0 {
			break
		}
	}
	mark.Label = best
}

// hides counts what a label of a mark would hide at a place.
func (m *Marking) hides(i int, r image.Rectangle) int64 {
	var cost int64
	for k := range m.Marks {
		other := &m.Marks[k]
		words, box := int64(hidesText), int64(hidesBox)
		if k == i {
			words, box = hidesOwnText, hidesOwnBox
		} else {
			cost += hidesLabel * overlap(r, other.Label)
		}
		for _, t := range other.text {
			cost += words * overlap(r, t)
		}
		cost += box * overlap(r, other.Pixels)
	}
	return cost
}

func overlap(a, b image.Rectangle) int64 {
	r := a.Intersect(b)
	return int64(r.Dx()) * int64(r.Dy())
}

// stops is how many places are tried along each edge of a box.
const stops = 8

// places are where a label may stand: touching its box from outside or inside,
// as far as the picture goes.
func (m *Marking) places(mark *Mark) []image.Rectangle {
	size := m.face.size(mark.Ref)
	size.X, size.Y = min(size.X, m.bounds.Dx()), min(size.Y, m.bounds.Dy())
	b := mark.Pixels
	var list []image.Rectangle
	add := func(x, y int) {
		x = max(m.bounds.Min.X, min(x, m.bounds.Max.X-size.X))
		y = max(m.bounds.Min.Y, min(y, m.bounds.Max.Y-size.Y))
		r := image.Rectangle{image.Pt(x, y), image.Pt(x+size.X, y+size.Y)}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	along := func(from, to, length int, at func(int)) {
		room := max(0, to-from-length)
		n := min(stops, 1+(room+length-1)/max(1, length))
		for i := range n {
			at(from + room*i/max(1, n-1))
		}
	}
	// Above and below, then beside, then inside along the same edges.
	for _, y := range [...]int{b.Min.Y - size.Y, b.Max.Y} {
		along(b.Min.X, b.Max.X, size.X, func(x int) { add(x, y) })
	}
	for _, x := range [...]int{b.Max.X, b.Min.X - size.X} {
		along(b.Min.Y, b.Max.Y, size.Y, func(y int) { add(x, y) })
	}
	// At the corners, where a neighbour leaves no room along an edge.
	for _, x := range [...]int{b.Max.X, b.Min.X - size.X} {
		add(x, b.Min.Y-size.Y)
		add(x, b.Max.Y)
	}
	for _, y := range [...]int{b.Min.Y, b.Max.Y - size.Y} {
		along(b.Min.X, b.Max.X, size.X, func(x int) { add(x, y) })
	}
	for _, x := range [...]int{b.Max.X - size.X, b.Min.X} {
		along(b.Min.Y, b.Max.Y, size.Y, func(y int) { add(x, y) })
	}
	return list
}
