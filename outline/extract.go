package outline

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/refs"
)

// ExtractOptions say what Extract looks for. The zero value finds everything.
type ExtractOptions struct {
	// Kind is "table", "list" (definitions too), "form" or "definitions"; "" or
	// "auto" is all.
	Kind string
	// MaxRows is how many rows of each data set are returned; 0 means 1,000.
	// Offset is the first of them.
	MaxRows, Offset int
	// Holding leaves out the sets that do not hold the element with that ref;
	// zero leaves out none. Of a set that is too large for the result the rows
	// from that element's on are returned, unless Offset says otherwise.
	Holding refs.Ref
	// MaxChars is how many characters (code points) the cells of all rows have
	// together, as [Data.String] prints them; 0 means 40,000. A set has one row
	// at least, so that it can be seen what is in it.
	MaxChars int
}

// Data is one set of like things of a page.
type Data struct {
	// Kind is "table" (a data table), "list" (cards or items of one shape),
	// "form" (fields and their values) or "definitions" (terms and what they
	// mean).
	Kind string `json:"kind"`
	// Name is the set's own name, or the heading above.
	Name string `json:"name,omitempty"`
	// Columns name the cells of every row: the headers of a table; what the
	// cells of a list are ("heading", "text", "text 2", "button").
	Columns []string `json:"columns"`
	// Rows hold the cells. A row of a list may have fewer than there are columns:
	// the last columns are of rows that have something more than the others.
	Rows [][]Cell `json:"rows"`
	// Offset is the number of the first of Rows; Total counts all rows, returned
	// or not.
	Offset int `json:"offset,omitempty"`
	Total  int `json:"total"`
	// Next is a ref in the first row that was left out for want of room: the
	// set goes on there when it is asked for with that ref (see
	// [ExtractOptions.Holding]). It is empty when nothing was left out, or when
	// nothing in that row can be operated.
	Next string `json:"next,omitempty"`
	// Asides stand among the rows of a list and are none, the first 20 of those
	// among the rows that are returned; Unnamed counts the others.
	Asides  []Aside `json:"asides,omitempty"`
	Unnamed int     `json:"unnamed_asides,omitempty"`
}

// String prints the set as an agent reads it: what it is, its columns, and a
// line for every row, the cells of it like those of a table in an outline.
//
//	table "Ledger", 20000 rows, the first 2
//	columns "No", "Name", "Action"
//	"1", "Account 1", e3 "Open"
//	"2", "Account 2", e4 "Open" disabled
func (d *Data) String() string {
	dst := []byte(d.Kind)
	if d.Name != "" {
		dst = appendQuoted(append(dst, ' '), ellipsis(d.Name, nameLimit))
	}
	dst = append(dst, ", "...)
	dst = strconv.AppendInt(dst, int64(d.Total), 10)
	dst = append(dst, " rows"...)
	if len(d.Rows) < d.Total {
		if d.Offset > 0 {
			dst = append(dst, ", from row "...)
			dst = strconv.AppendInt(dst, int64(d.Offset)+1, 10)
			dst = append(dst, " on "...)
		} else {
			dst = append(dst, ", the first "...)
		}
		dst = strconv.AppendInt(dst, int64(len(d.Rows)), 10)
	}
	dst = append(dst, "\ncolumns "...)
	for i, c := range d.Columns {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendQuoted(dst, c)
	}
	for _, row := range d.Rows {
		dst = appendRecord(append(dst, '\n'), row)
	}
	return string(append(d.appendAsides(dst), '\n'))
}

// appendRecord writes one row of data.
func appendRecord(dst []byte, row []Cell) []byte {
	for i := range row {
		c := &row[i]
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if c.Ref != "" {
			dst = append(append(dst, c.Ref...), ' ')
		}
		dst = appendQuoted(dst, Clean(c.Text))
		if c.Href != "" {
			dst = append(append(dst, " → "...), Address(c.Href)...)
		}
		if c.State != "" {
			dst = append(append(dst, ' '), c.State...)
		}
	}
	return dst
}

// Cell is one value. A cell that spans several places of a table is in each of
// them.
type Cell struct {
	Text string `json:"text"`
	// Href is the address of the link in the cell, Ref the ref of what can be
	// operated in it; of several the first.
	Href string `json:"href,omitempty"`
	Ref  string `json:"ref,omitempty"`
	// State holds "checked", "selected", "disabled" and the like.
	State string `json:"state,omitempty"`

	wanted bool // it holds the element that ExtractOptions.Holding names
}

const (
	extractRows  = 1000
	extractChars = 40_000
)

// Extract finds the data of a page: its tables with row and column spans and
// header cells, its definition lists, its lists of cards by the shape that
// tabulating finds, and its forms.
func Extract(t *Tree, options ExtractOptions) []Data {
	t.Load()
	if options.MaxRows <= 0 {
		options.MaxRows = extractRows
	}
	if options.MaxChars <= 0 {
		options.MaxChars = extractChars
	}
	o := begin(t, Options{Unfolded: true})
	o.reduce(new(workspace))
	x := extraction{o: o, tree: t, options: options, room: options.MaxChars}
	if x.wants("table") {
		x.dataTables()
	}
	if x.wants("definitions") || options.Kind == "list" {
		x.definitions()
	}
	if x.wants("form") {
		x.forms()
	}
	if x.wants("list") {
		x.lists()
	}
	return x.found
}

type extraction struct {
	o       *Outline
	tree    *Tree
	options ExtractOptions
	found   []Data
	room    int // characters that are left of the budget
	// taken are the rows that begin odd ones of the lists so far.
	taken map[int32]bool
}

func (x *extraction) wants(kind string) bool {
	return x.options.Kind == "" || x.options.Kind == "auto" || x.options.Kind == kind
}

// add keeps a set with the rows that were asked for.
func (x *extraction) add(d Data) {
	at := d.wanted()
	if x.options.Holding != 0 && at < 0 {
		return
	}
	d.Total = len(d.Rows)
	from := min(max(x.options.Offset, 0), d.Total)
	if x.options.Holding != 0 && x.options.Offset <= 0 && !x.fits(d.Rows) {
		from = at
	}
	to := from
	var line []byte
	for ; to < min(from+x.options.MaxRows, d.Total); to++ {
		line = appendRecord(line[:0], d.Rows[to])
		if x.room -= utf8.RuneCount(line) + 1; x.room < 0 && to > from {
			break
		}
	}
	if to < d.Total {
		for i := range d.Rows[to] {
			if d.Next = d.Rows[to][i].Ref; d.Next != "" {
				break
			}
		}
	}
	d.Rows, d.Offset = d.Rows[from:to], from
	d.Asides = slices.DeleteFunc(d.Asides, func(a Aside) bool { return a.Before < from || a.Before > to })
	x.found = append(x.found, d)
}

// fits reports whether there is room for all rows.
func (x *extraction) fits(rows [][]Cell) bool {
	if len(rows) > x.options.MaxRows {
		return false
	}
	room := x.room
	var line []byte
	for _, row := range rows {
		line = appendRecord(line[:0], row)
		if room -= utf8.RuneCount(line) + 1; room < 0 {
			return false
		}
	}
	return true
}

// wanted returns the row that holds the element which the set was asked for
// with, -1 for none.
func (d *Data) wanted() int {
	for n, row := range d.Rows {
		for i := range row {
			if row[i].wanted {
				return n
			}
		}
	}
	return -1
}

// name returns what row i is called: by itself or by the heading above.
func (x *extraction) name(i int32) string {
	if name := x.o.name(&x.o.rows[i]); name != "" {
		return name
	}
	if h := x.o.headingOf(int(i)); h >= 0 {
		return x.o.name(&x.o.rows[h])
	}
	return ""
}

// cell makes one value of some rows.
func (x *extraction) cell(rows []int32) Cell {
	var c Cell
	var texts, states []string
	for _, i := range rows {
		r := &x.o.rows[i]
		e := x.o.extraOf(r)
		if c.Href == "" {
			c.Href = x.o.address(e.href)
		}
		if c.Ref == "" {
			c.Ref = r.ref.String()
		}
		c.wanted = c.wanted || r.ref != 0 && r.ref == x.options.Holding
		text := x.o.name(r)
		if r.state&HasValue != 0 {
			text = e.value
		}
		if text != "" {
			texts = append(texts, text)
		}
		for _, w := range words {
			if r.state&w.flag != 0 && !slices.Contains(states, w.word) {
				states = append(states, w.word)
			}
		}
	}
	c.Text, c.State = strings.Join(texts, " "), strings.Join(states, " ")
	return c
}

// unique makes names differ: the second "text" is "text 2"; an empty one is
// called by the word and its place.
func unique(names []string, word string) []string {
	seen := make(map[string]int)
	for i, name := range names {
		if name == "" {
			name = word + " " + strconv.Itoa(i+1)
		}
		if seen[name]++; seen[name] > 1 {
			name += " " + strconv.Itoa(seen[name])
		}
		names[i] = name
	}
	return names
}
