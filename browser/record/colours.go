package record

// colours counts the colours of a picture. It is a table in which a colour is
// looked for from a place that its value gives: a map of the language takes
// several times as long, and is walked through in no order.
type colours struct {
	list  []counted // in the order in which they came
	table []int32   // places in list, from 1; 0 is empty. Its length is a power of two
}

// newColours makes a table for few colours; it grows.
func newColours() *colours { return &colours{table: make([]int32, 1<<10)} }

// add counts n more pixels of a colour, and returns its place in the list.
func (t *colours) add(c rgb, n int) int {
	at := t.find(c)
	if t.table[at] == 0 {
		if 2*len(t.list) >= len(t.table) {
			t.grow()
			at = t.find(c)
		}
		t.list = append(t.list, counted{rgb: c})
		t.table[at] = int32(len(t.list))
	}
	place := int(t.table[at]) - 1
	t.list[place].n += n
	return place
}

// place returns where in the list a colour is that was added.
func (t *colours) place(c rgb) int { return int(t.table[t.find(c)]) - 1 }

// find returns where in the table a colour is, or would be.
func (t *colours) find(c rgb) uint32 {
	mask := uint32(len(t.table) - 1)
	// Neighbouring colours must not be neighbours: the factor (2³² by the golden
	// ratio) spreads them, best in the upper bits.
	at := (uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16) * 0x9e3779b1 >> 8 & mask
	for t.table[at] != 0 && t.list[t.table[at]-1].rgb != c {
		at = (at + 1) & mask
	}
	return at
}

func (t *colours) grow() {
	t.table = make([]int32, 4*len(t.table))
	for i, c := range t.list {
		t.table[t.find(c.rgb)] = int32(i + 1)
	}
}
