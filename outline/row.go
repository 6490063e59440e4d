package outline

import (
	"slices"
	"strconv"

	"github.com/holdfast-go/holdfast/refs"
)

// sheet is what the passes work on: the rows of an outline, and what these refer
// to by number. It holds no part of the tree: the tree goes, the outline stays.
type sheet struct {
	rows   []row
	texts  texts
	sides  []side
	tables []table
}

// row is one row of a sheet. There can be 200,000 of them, so it has no pointers
// and no fields that only few rows need.
type row struct {
	ref   refs.Ref
	state State
	// node is the index in Tree.Nodes, -1 for a row that a pass made.
	node int32
	// parent is the index of the parent among the rows, -1 at the top; end is
	// one past the last row of the subtree. settle keeps both.
	parent, end int32
	// name is clean and whole; printing cuts it.
	name textID
	// side says where in sheet.sides the rest is that few rows have: n is
	// sides[n-1] for a row with texts beside its name, -n for one without; 0 is
	// none.
	side  int32
	role  role
	place place
	kind  kind
	fate  fate
}

// place is a level in the lower six bits and a [Flow] in the others.
type place uint8

const mostLevel = 1<<6 - 1

func placed(level uint8, flow Flow) place { return place(min(level, mostLevel)) | place(flow)<<6 }

func (p place) level() uint8 { return uint8(p & mostLevel) }
func (p place) flow() Flow   { return Flow(p >> 6) }

// apart reports whether the row has a line of its own.
func (p place) apart() bool { return p.flow() == Apart || p.flow() == Begins }

// at returns the place with another level.
func (p place) at(level uint8) place { return placed(level, p.flow()) }

// thing is what diffs know an addressable row by. Few rows have one, so they
// stand in a list of their own, in the order of their nodes.
type thing struct {
	// identity is half of the digest: it is compared with what the same element
	// was before, and with nothing else.
	identity uint32
	id       uint32
	node     int32 // of the row
	frame    uint16
}

// kind says what a row is to the passes.
type kind uint8

const (
	kindRow     kind = iota // an ordinary row
	kindColumns             // made by tabulate: names the columns of the lines below
	kindLine                // a row that is printed with its whole subtree on one line
	kindCell                // a row inside of a line
	kindMore                // made by elide: lines of the table that are not printed
	kindBehind              // made by dialogsFirst: what follows is behind a dialog
)

// fate says whether a row is printed.
type fate uint8

const (
	printed fate = iota
	folded       // an instance of a repeated row
	elided       // inside of a table line that is not printed
	cutAway      // the budget was spent
	gone         // a pass took the row out: settle forgets it
)

// Flags of ours, beside those of dialogs.go.
const (
	// inViewport: the row has a box and the viewport shows it.
	inViewport State = 1 << 31
	// midway: the name is a part that does not begin at the beginning.
	midway State = 1 << 28
)

// side is what few rows have.
type side struct {
	value, href, note textID
	// count is N of a fold mark ×N, or the number of rows of a line.
	count int32
	// table is the index in sheet.tables of kindColumns, kindLine and kindMore
	// rows, -1 for a line that shares no columns.
	table int32
}

// extra is the texts that few rows have.
type extra struct{ value, href, note string }

// Row is a row of an outline as callers see it.
type Row struct {
	// Ref is zero when the row is not addressable.
	Ref refs.Ref
	// Depth is the number of kept ancestors.
	Depth int
	// Role and Name are clean but not shortened.
	Role, Name string
	// Text is the row as it is printed, without indent and fold mark.
	Text string
	// Printed is false for rows that were folded, tabulated away or cut.
	Printed bool
	// Value is what a control holds, Href where a link leads.
	Value, Href string
	State       State
	// InView: the viewport shows a part of it.
	InView bool
}

// words are the states in the order of printing. Flags that are ordinary or
// that another part of the row tells are not among them.
var words = [...]struct {
	flag State
	word string
}{
	{Modal, "modal"}, {Disabled, "disabled"}, {Blocked, "blocked"},
	{Checked, "checked"}, {Mixed, "mixed"}, {Pressed, "pressed"},
	{Selected, "selected"}, {Expanded, "expanded"}, {Current, "current"},
	{Required, "required"}, {Invalid, "invalid"}, {ReadOnly, "readonly"},
	{Multiple, "multiple"}, {Multiline, "multiline"}, {Editable, "editable"},
	{Draggable, "draggable"}, {Busy, "busy"}, {Focused, "focused"},
}

// The longest names that are printed, in runes. An agent tells controls apart
// by their first words. Of a text in the viewport it wants to read more than of
// one that it has not come to; there the gist is enough to decide whether to
// ask for the whole. Measured on saved pages: 160 for all texts makes outlines
// 14 % longer than 80 for all.
const (
	nameLimit  = 80
	textLimit  = 64
	viewLimit  = 160
	valueLimit = 200
)

// appendRow writes a row without indent: ref, role, name, href, level, value,
// states, note. A row of text is its words in quotes and nothing else.
func (o *Outline) appendRow(dst []byte, r *row) []byte {
	return o.appendParts(dst, r, o.name(r), true)
}

// appendParts is appendRow with a name of its own; a table line leaves out the
// role and the name that its column says already.
func (o *Outline) appendParts(dst []byte, r *row, name string, withRole bool) []byte {
	start := len(dst)
	sep := func() {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
	}
	if r.ref != 0 {
		dst = appendRef(dst, r.ref)
	}
	if withRole && !(r.role == roleText && r.ref == 0 && name != "") {
		sep()
		dst = append(dst, o.printedRole(r)...)
	}
	if name != "" {
		sep()
		dst = appendName(dst, r, name)
	}
	x := o.extraOf(r)
	if x.href != "" {
		if short := o.shortHref(x.href, o.name(r)); short != "" {
			sep()
			dst = append(append(dst, "→ "...), short...)
		}
	}
	if r.place.level() != 0 && withRole && r.role == roleHeading {
		sep()
		dst = append(dst, "level="...)
		dst = strconv.AppendUint(dst, uint64(r.place.level()), 10)
	}
	if r.state&(HasValue|Protected) != 0 || x.value != "" {
		sep()
		dst = appendValue(dst, x.value, r.state)
	}
	for _, w := range words {
		if r.state&w.flag != 0 && (w.flag != Editable || r.role != roleTextbox) {
			sep()
			dst = append(dst, w.word...)
		}
	}
	if o.options.Offscreen && r.state&Offscreen != 0 {
		sep()
		dst = append(dst, "offscreen"...)
	}
	if x.note != "" {
		sep()
		dst = append(dst, '(')
		dst = append(dst, x.note...)
		dst = append(dst, ')')
	}
	return dst
}

func (o *Outline) printedRole(r *row) string {
	if r.role == roleGeneric {
		switch {
		case r.state&Scrollable != 0:
			return "scrollable"
		case r.state&Operable != 0:
			return "clickable"
		}
	}
	return o.roles.name(r.role)
}

func appendName(dst []byte, r *row, name string) []byte {
	name, shorter := cutWords(name, limitOf(r))
	if r.state&Hinted != 0 {
		dst = append(dst, '~')
	}
	if r.state&midway != 0 {
		dst = append(dst, "…"...)
	}
	dst = appendQuoted(dst, name)
	if shorter || r.state&Truncated != 0 {
		// Outside of the quotes, where no page can write it.
		dst = append(dst, "…"...)
	}
	return dst
}

// limitOf is the longest name that is printed of the row.
func limitOf(r *row) int {
	switch {
	case r.operable() || r.role == roleHeading:
		return nameLimit
	case r.state&inViewport != 0 && r.role != roleImage:
		return viewLimit
	}
	return textLimit
}

func appendValue(dst []byte, value string, state State) []byte {
	dst = append(dst, "value="...)
	if state&Protected != 0 {
		return append(dst, "•••"...)
	}
	value, shorter := cut(value, valueLimit)
	dst = appendExact(dst, value)
	if shorter {
		dst = append(dst, "…"...)
	}
	return dst
}

func appendRef(dst []byte, ref refs.Ref) []byte {
	return strconv.AppendUint(append(dst, 'e'), uint64(ref), 10)
}

// thingOf returns the zero thing for a row that is not addressable.
func (o *Outline) thingOf(r *row) thing {
	at, ok := slices.BinarySearchFunc(o.things, r.node, func(t thing, node int32) int { return int(t.node) - int(node) })
	if !ok {
		return thing{}
	}
	return o.things[at]
}

// name returns the name of a row.
func (s *sheet) name(r *row) string { return s.texts.text(r.name) }

// annotated reports whether the row has texts beside its name.
func (r *row) annotated() bool { return r.side > 0 }

// sideOf returns the rest of a row, for reading.
func (s *sheet) sideOf(r *row) *side {
	switch {
	case r.side > 0:
		return &s.sides[r.side-1]
	case r.side < 0:
		return &s.sides[-r.side-1]
	}
	return &side{table: -1}
}

// mark gives a row its count and table. Rows that follow each other with the same
// ones, as the lines of a table do, share them.
func (s *sheet) mark(r *row, count, table int32) {
	switch last := len(s.sides); {
	case r.annotated():
		x := &s.sides[r.side-1]
		x.count, x.table = count, table
	case last > 0 && s.sides[last-1] == side{count: count, table: table}:
		r.side = -int32(last)
	default:
		s.sides = append(s.sides, side{count: count, table: table})
		r.side = -int32(len(s.sides))
	}
}

// annotate gives a row texts beside its name.
func (s *sheet) annotate(r *row, x extra) {
	s.sides = append(s.sides, side{value: s.texts.add(x.value), href: s.texts.add(x.href), note: s.texts.add(x.note), table: -1})
	r.side = int32(len(s.sides))
}

func (s *sheet) extraOf(r *row) extra {
	if r.side <= 0 {
		return extra{}
	}
	x := &s.sides[r.side-1]
	return extra{s.texts.text(x.value), s.texts.text(x.href), s.texts.text(x.note)}
}

// tableOf returns the table of a row of one.
func (s *sheet) tableOf(r *row) *table { return &s.tables[s.sideOf(r).table] }

// lineEnd is one past the last row of the line that begins with row i.
func (s *sheet) lineEnd(i int32) int32 { return i + s.sideOf(&s.rows[i]).count }
