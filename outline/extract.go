package outline

import (
	"slices"
	"strconv"
	"strings"
)

// ExtractOptions say what Extract looks for. The zero value finds everything.
type ExtractOptions struct {
	// Kind is "table", "list", "form" or "definitions"; "" or "auto" is all.
	Kind string
	// MaxRows is how many rows of each data set are returned; 0 means 1,000.
	// Offset is the first of them.
	MaxRows, Offset int
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
	Rows    [][]Cell `json:"rows"`
	// Total counts the rows, returned or not.
	Total int `json:"total"`
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
}

const extractRows = 1000

// Extract finds the data of a page: its tables with row and column spans and
// header cells, its definition lists, its lists of cards by the shape that
// tabulating finds, and its forms.
func Extract(t *Tree, options ExtractOptions) []Data {
	if options.MaxRows <= 0 {
		options.MaxRows = extractRows
	}
	o := begin(t, Options{Unfolded: true})
	o.reduce()
	x := extraction{o: o, tree: t, options: options}
	if x.wants("table") {
		x.dataTables()
	}
	if x.wants("definitions") {
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
}

func (x *extraction) wants(kind string) bool {
	return x.options.Kind == "" || x.options.Kind == "auto" || x.options.Kind == kind
}

// add keeps a set with the rows that were asked for.
func (x *extraction) add(d Data) {
	d.Total = len(d.Rows)
	from := min(max(x.options.Offset, 0), d.Total)
	to := min(from+x.options.MaxRows, d.Total)
	d.Rows = d.Rows[from:to]
	x.found = append(x.found, d)
}

// name returns what row i is called: by itself or by the heading above.
func (x *extraction) name(i int32) string {
	if name := x.o.rows[i].name; name != "" {
		return name
	}
	if h := x.o.headingOf(int(i)); h >= 0 {
		return x.o.rows[h].name
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
		text := r.name
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
