package outline

import (
	"encoding/binary"
	"slices"

	"github.com/holdfast-go/holdfast/refs"
)

// Unpack returns the outline as it was. Its words are parts of the packed one.
func (p *Packed) Unpack() *Outline {
	o := p.head
	o.rows = make([]row, 0, p.rows)
	o.sides = make([]side, 0, p.sides)
	o.things = make([]thing, 0, p.things)
	u := unpacker{o: &o, before: noneBefore}
	for _, block := range p.blocks {
		u.begin(block)
		for u.rest != "" {
			u.row()
		}
	}
	measure(o.rows)
	byNode := func(a, b thing) int { return int(a.node) - int(b.node) }
	if !slices.IsSortedFunc(o.things, byNode) { // a dialog was moved to the top
		slices.SortFunc(o.things, byNode)
	}
	if len(p.tables) > 0 {
		o.tables = make([]table, len(p.tables))
	}
	for i, block := range p.tables {
		u.begin(block)
		u.table(&o.tables[i])
	}
	return &o
}

// unpacker reads what a packer has written. Nothing else comes to it.
type unpacker struct {
	o      *Outline
	before rowBefore

	rest   string // of the block
	shapes []shape
	texts  []textID
	href   string
}

func (u *unpacker) begin(block string) {
	u.rest, u.shapes, u.texts, u.href = block, u.shapes[:0], u.texts[:0], ""
}

func (u *unpacker) number() int {
	n, shift := uint64(0), 0
	for i := 0; ; i++ {
		b := u.rest[i]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			u.rest = u.rest[i+1:]
			return int(n)
		}
		shift += 7
	}
}

func (u *unpacker) signed() int64 {
	n := uint64(u.number())
	return int64(n>>1) ^ -int64(n&1)
}

// take returns the next n bytes.
func (u *unpacker) take(n int) string {
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

func (u *unpacker) row() {
	s := u.shape()
	b := &u.before
	r := row{
		state: s.state, node: -1,
		role: s.role, place: s.place, kind: s.kind, fate: s.fate, parent: b.row,
	}
	for range s.up {
		r.parent = u.o.rows[r.parent].parent
	}
	has := func(p parts) bool { return s.parts&p != 0 }
	if has(withNode) {
		r.node = b.node + s.step
		b.node = r.node
	}
	if has(withName) {
		r.name = u.text()
	}
	if has(withExtra) {
		x := side{table: -1}
		if has(withValue) {
			x.value = u.text()
		}
		if has(withHref) {
			x.href = u.o.texts.add(u.address())
		}
		if has(withNote) {
			x.note = u.text()
		}
		u.o.sides = append(u.o.sides, x)
		r.side = int32(len(u.o.sides))
	}
	table := s.table >> 1
	if s.table&1 != 0 {
		b.table += table
		table = b.table
	}
	if s.count != 0 || table >= 0 {
		u.o.mark(&r, s.count, table)
	}
	if has(withThing) {
		b.id += u.signed()
		var identity [4]byte
		copy(identity[:], u.take(4))
		u.o.things = append(u.o.things, thing{
			identity: binary.LittleEndian.Uint32(identity[:]), id: uint32(b.id), node: r.node, frame: s.frame,
		})
	}
	if has(withRef) {
		b.ref += u.signed()
		r.ref = refs.Ref(b.ref)
	}
	b.row = int32(len(u.o.rows))
	u.o.rows = append(u.o.rows, r)
}

func (u *unpacker) shape() *shape {
	n := u.number()
	if n == len(u.shapes) {
		s := shape{state: State(u.number())}
		for _, v := range [...]*int32{&s.count, &s.step, &s.up, &s.table} {
			*v = int32(u.signed())
		}
		s.role, s.frame = role(u.number()), uint16(u.number())
		b := u.take(4)
		s.place, s.kind, s.fate, s.parts = place(b[0]), kind(b[1]), fate(b[2]), parts(b[3])
		u.shapes = append(u.shapes, s)
	}
	return &u.shapes[n]
}

func (u *unpacker) text() textID {
	if back := u.number(); back > 0 {
		return u.texts[len(u.texts)-back]
	}
	id := u.o.texts.add(u.take(u.number()))
	u.texts = append(u.texts, id)
	return id
}

func (u *unpacker) address() string {
	same := u.number()
	rest := u.take(u.number())
	switch {
	case same == 0:
		u.href = rest
	case rest != "" || same < len(u.href):
		u.href = u.href[:same] + rest
	}
	return u.href
}

func (u *unpacker) table(t *table) {
	t.lines = u.number()
	t.elided = u.take(1)[0] != 0
	t.columns = make([]column, u.number())
	for i := range t.columns {
		c := &t.columns[i]
		flags := u.take(1)[0]
		c.seen, c.mixed, c.operable, c.constant = flags&1 != 0, flags&2 != 0, flags&4 != 0, flags&8 != 0
		c.role = role(u.number())
		c.level = u.take(1)[0]
		c.name, c.header = u.o.texts.text(u.text()), u.o.texts.text(u.text())
	}
}
