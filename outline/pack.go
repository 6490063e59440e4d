package outline

import (
	"encoding/binary"
	"strings"
)

// Packed is an outline as it is kept for those who ask later: all that
// [Outline.Find], [Outline.Since] and the others need, in a few bytes a row
// beside the words, which stand there once. It is immutable.
//
// Rows are written one behind the other, as differences to the row before, in
// blocks. A block ends where its last row says so, not after so many rows, and
// names nothing outside of it but that row before. So two snapshots of a page
// that changed in one place have all other blocks in common, and these are kept
// once.
type Packed struct {
	head   Outline // without its rows, and what belongs to them
	blocks []string
	tables []string

	rows, sides, things int
}

// blockMask and blockRows bound blocks: one row in 128 ends one, and so does the
// 1,024th.
const (
	blockMask = 128 - 1
	blockRows = 1024
)

// endsBlock reports whether a row is the last of its block.
func (s *sheet) endsBlock(r *row) bool {
	if r.ref != 0 {
		return uint32(r.ref)*0x9e3779b1>>16&blockMask == 0
	}
	return r.name != 0 && textDigest(s.name(r))>>16&blockMask == 0
}

// Pack returns the packed form of an outline. Blocks that an earlier one of the
// same page has, which may be nil, are shared with it.
func (o *Outline) Pack(before *Packed) *Packed {
	p := &Packed{head: *o, rows: len(o.rows)}
	h := &p.head
	h.sheet, h.things, h.boxes = sheet{}, nil, boxes{}
	// Parts of larger strings would keep those.
	h.title, h.url, h.home = strings.Clone(o.title), strings.Clone(o.url), strings.Clone(o.home)
	h.roles.last = ""
	known := make(map[string]string)
	if before != nil {
		for _, list := range [][]string{before.blocks, before.tables} {
			for _, b := range list {
				known[b] = b
			}
		}
	}
	share := func(list *[]string, block []byte) {
		b, ok := known[string(block)]
		if !ok {
			b = string(block)
			known[b] = b
		}
		*list = append(*list, b)
	}
	w := packer{sheet: &o.sheet, things: thingCursor{things: o.things}, before: noneBefore}
	w.begin()
	for i := range o.rows {
		if o.rows[i].side != 0 {
			p.sides++
		}
		if w.row(int32(i)) {
			p.things++
		}
		if w.n++; o.endsBlock(&o.rows[i]) || w.n == blockRows {
			share(&p.blocks, w.buf)
			w.begin()
		}
	}
	if w.n > 0 {
		share(&p.blocks, w.buf)
	}
	for i := range o.tables {
		w.begin()
		w.table(&o.tables[i])
		share(&p.tables, w.buf)
	}
	return p
}

// Counts returns what the outline holds and what it does not print.
func (p *Packed) Counts() Counts { return p.head.counts }

// Size is about how many bytes the packed outline takes, those that it shares
// with others included.
func (p *Packed) Size() int {
	n := 16 * (cap(p.blocks) + cap(p.tables))
	for _, list := range [][]string{p.blocks, p.tables} {
		for _, b := range list {
			n += len(b)
		}
	}
	return n
}

// shape is what many rows have in common.
type shape struct {
	state State
	count int32
	step  int32 // from the node of the row before
	up    int32 // how many ancestors of the row before, and it, are closed
	table int32 // see tableStep
	role  role
	frame uint16 // of the thing
	place place
	kind  kind
	fate  fate
	parts parts
}

// parts is what a row has.
type parts uint8

const (
	withNode parts = 1 << iota
	withName
	withExtra
	withValue
	withHref
	withNote
	withThing
	withRef
)

// rowBefore is what differences are to. It goes on from block to block.
type rowBefore struct {
	row, node, table int32
	id, ref          int64
}

var noneBefore = rowBefore{row: -1, node: -1, table: -1}

// tableStep is an odd number for a row of a table: twice the step from the last
// row of one; for others what their field says, which is 0 or -1.
func tableStep(r *row, table, last int32) int32 {
	if table >= 0 && (r.kind == kindColumns || r.kind == kindLine || r.kind == kindMore) {
		return (table-last)<<1 | 1
	}
	return table << 1
}

// recent is how many places there are for texts that may come again.
const recent = 512

// packer writes blocks.
type packer struct {
	*sheet
	things thingCursor
	before rowBefore
	texts  int32 // in all blocks

	// Of the block that is being written.
	buf    []byte
	n      int // rows
	first  int32
	shapes []shape
	index  map[shape]int32
	next   []int32 // by shape: what came behind it last
	prev   int32   // the shape before
	href   string

	cache [recent]struct {
		text   string
		number int32
	}
}

// begin begins a block.
func (w *packer) begin() {
	w.buf, w.n, w.first, w.prev, w.href = w.buf[:0], 0, w.texts, -1, ""
	w.shapes, w.next = w.shapes[:0], w.next[:0]
	if w.index == nil {
		w.index = make(map[shape]int32)
	}
	clear(w.index)
}

func (w *packer) number(n int)   { w.buf = binary.AppendUvarint(w.buf, uint64(n)) }
func (w *packer) signed(n int64) { w.buf = binary.AppendVarint(w.buf, n) }

// row writes row i and reports whether it is a thing.
func (w *packer) row(i int32) bool {
	r := &w.rows[i]
	x, rest := w.extraOf(r), w.sideOf(r)
	b := &w.before
	s := shape{
		state: r.state, count: rest.count, table: tableStep(r, rest.table, b.table), role: r.role,
		place: r.place, kind: r.kind, fate: r.fate,
	}
	for a := b.row; a != r.parent && a >= 0; a = w.rows[a].parent {
		s.up++
	}
	var t thing
	if r.node >= 0 {
		s.step = r.node - b.node
		t = w.things.of(r.node)
	}
	s.frame = t.frame
	for _, part := range [...]struct {
		flag parts
		has  bool
	}{
		{withNode, r.node >= 0}, {withName, r.name != 0}, {withExtra, r.annotated()}, {withValue, x.value != ""},
		{withHref, x.href != ""}, {withNote, x.note != ""}, {withThing, t.id != 0}, {withRef, r.ref != 0},
	} {
		if part.has {
			s.parts |= part.flag
		}
	}
	w.shape(s)
	if r.name != 0 {
		w.text(w.name(r))
	}
	if x.value != "" {
		w.text(x.value)
	}
	if x.href != "" {
		w.address(x.href)
	}
	if x.note != "" {
		w.text(x.note)
	}
	if t.id != 0 {
		w.signed(int64(t.id) - b.id)
		b.id = int64(t.id)
		w.buf = binary.LittleEndian.AppendUint32(w.buf, t.identity)
	}
	if r.ref != 0 {
		w.signed(int64(r.ref) - b.ref)
		b.ref = int64(r.ref)
	}
	b.row = i
	if s.table&1 != 0 {
		b.table = rest.table
	}
	if r.node >= 0 {
		b.node = r.node
	}
	return t.id != 0
}

// shape writes the number of a shape; one that is new in the block follows it.
func (w *packer) shape(s shape) {
	n, known := int32(-1), false
	if w.prev >= 0 {
		n = w.next[w.prev]
		known = n >= 0 && w.shapes[n] == s
	}
	if !known {
		n, known = w.index[s]
	}
	if !known {
		n = int32(len(w.shapes))
		w.index[s] = n
		w.shapes, w.next = append(w.shapes, s), append(w.next, -1)
	}
	w.number(int(n))
	if !known {
		w.number(int(s.state))
		for _, v := range [...]int32{s.count, s.step, s.up, s.table} {
			w.signed(int64(v))
		}
		w.number(int(s.role))
		w.number(int(s.frame))
		w.buf = append(w.buf, byte(s.place), byte(s.kind), byte(s.fate), byte(s.parts))
	}
	if w.prev >= 0 {
		w.next[w.prev] = n
	}
	w.prev = n
}

// text writes 0 and a new text, or how many texts ago it came in the block.
func (w *packer) text(s string) {
	entry := &w.cache[textDigest(s)>>40%recent]
	if entry.number >= w.first && entry.text == s && s != "" {
		w.number(int(w.texts - entry.number))
		return
	}
	entry.text, entry.number = s, w.texts
	w.texts++
	w.number(0)
	w.number(len(s))
	w.buf = append(w.buf, s...)
}

// textDigest is a quick digest of a text's length and ends.
func textDigest(s string) uint64 {
	h := uint64(len(s))
	for i := range min(len(s), 4) {
		h = h*131 + uint64(s[i])
		h = h*131 + uint64(s[len(s)-1-i])
	}
	return h * 0x9e3779b97f4a7c15
}

// address writes how much of the address before comes again, and the rest.
func (w *packer) address(s string) {
	n := 0
	for n < len(s) && n < len(w.href) && s[n] == w.href[n] {
		n++
	}
	w.href = s
	w.number(n)
	w.number(len(s) - n)
	w.buf = append(w.buf, s[n:]...)
}

// table writes a table.
func (w *packer) table(t *table) {
	w.number(t.lines)
	w.flags(t.elided)
	w.number(len(t.columns))
	for i := range t.columns {
		c := &t.columns[i]
		w.flags(c.seen, c.mixed, c.operable, c.constant)
		w.number(int(c.role))
		w.buf = append(w.buf, c.level)
		w.text(c.name)
		w.text(c.header)
	}
}

// flags writes up to eight flags.
func (w *packer) flags(list ...bool) {
	b := byte(0)
	for i, f := range list {
		if f {
			b |= 1 << i
		}
	}
	w.buf = append(w.buf, b)
}

// thingCursor finds the things of rows, quickly when these come in the order of
// their nodes.
type thingCursor struct {
	things []thing
	at     int
}

// of returns the thing of a node, or a zero one.
func (c *thingCursor) of(node int32) thing {
	if c.at > 0 && c.things[c.at-1].node >= node {
		c.at = 0
		lo, hi := 0, len(c.things)
		for lo < hi {
			if mid := (lo + hi) / 2; c.things[mid].node < node {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		c.at = lo
	}
	for c.at < len(c.things) && c.things[c.at].node < node {
		c.at++
	}
	if c.at < len(c.things) && c.things[c.at].node == node {
		return c.things[c.at]
	}
	return thing{}
}
