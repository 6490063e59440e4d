package outline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Diff is what became of a page since an earlier outline of it.
type Diff struct {
	// Full says that the new outline says it better than a list of changes
	// would, and Reason why: "another document", "more than half changed".
	Full   bool   `json:"full,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Head are the lines of the new outline's header that the old one did not
	// have: another title or address, a layer that covers the page now.
	Head []string `json:"head,omitempty"`
	// Lines are the changes in the order of the new page, the removed rows last:
	// "+ " added, "~ " changed, "> " moved, "- " removed, each followed by the
	// whole row, and below "in …" or "under …" where an added row stands.
	Lines []string `json:"lines,omitempty"`
	// Added, Changed, Removed and Moved count the rows and table lines of each
	// kind, in Lines or not.
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
	Moved   int `json:"moved"`
	// Left are the changes for which Lines had no room.
	Left int `json:"left,omitempty"`
}

// String returns the lines of the diff, a count of each kind first.
func (d Diff) String() string {
	if d.Full {
		return "changes: " + d.Reason + "\n"
	}
	head := ""
	if len(d.Head) > 0 {
		head = strings.Join(d.Head, "\n") + "\n"
	}
	if d.Added+d.Changed+d.Removed+d.Moved == 0 {
		if head != "" {
			return "no row changed\n" + head
		}
		return "nothing changed\n"
	}
	var counts []string
	for _, c := range []struct {
		n    int
		what string
	}{{d.Added, "added +"}, {d.Changed, "changed ~"}, {d.Moved, "moved >"}, {d.Removed, "removed -"}} {
		if c.n > 0 {
			counts = append(counts, strconv.Itoa(c.n)+" "+c.what)
		}
	}
	s := "changes: " + strings.Join(counts, ", ") + "\n" + head
	if len(d.Lines) > 0 {
		s += strings.Join(d.Lines, "\n") + "\n"
	}
	if d.Left > 0 {
		s += fmt.Sprintf("… %d more changes\n", d.Left)
	}
	return s
}

// SinceOptions bound a [Diff]. The zero value is the default.
type SinceOptions struct {
	// MaxLines is how many lines are written at most; 0 means 200.
	MaxLines int
	// MaxChars is how many characters (code points) they have at most; 0 means
	// 20,000.
	MaxChars int
}

const (
	sinceLines = 200
	sinceChars = 20_000
)

// Since compares the outline with an earlier one of the same page and tells
// what was added, changed, moved and removed. Rows are the same when they have
// the same ref, or the same node and identity; rows without a ref when they say
// the same in the same place. Printed or not makes no difference: a row that
// left the viewport or was cut is no change.
func (o *Outline) Since(old *Outline, options SinceOptions) Diff {
	if options.MaxLines <= 0 {
		options.MaxLines = sinceLines
	}
	if options.MaxChars <= 0 {
		options.MaxChars = sinceChars
	}
	if !sameDocument(old, o) {
		return Diff{Full: true, Reason: "another document"}
	}
	c := comparison{old: old, new: o}
	c.match()
	d := c.diff(options)
	before := old.headLines()
	for _, line := range o.headLines() {
		if !slices.Contains(before, line) {
			d.Head = append(d.Head, line)
		}
	}
	if all := max(old.units(), o.units()); (d.Added+d.Removed+d.Changed)*2 > all && d.Added+d.Removed+d.Changed > leastChanges {
		return Diff{Full: true, Reason: "more than half changed"}
	}
	return d
}

// leastChanges is how many changes are always told, even on a tiny page.
const leastChanges = 5

// sameDocument reports whether both outlines are of one top document.
func sameDocument(a, b *Outline) bool {
	return len(a.nonces) > 0 && len(b.nonces) > 0 && a.nonces[0] == b.nonces[0]
}

// units counts the rows and table lines of the page.
func (o *Outline) units() int {
	n := 0
	o.eachUnit(func(first, end int32) { n++ })
	return n
}

// eachUnit calls see for every row that says something and for every table
// line.
func (o *Outline) eachUnit(see func(first, end int32)) {
	for i := int32(0); i < int32(len(o.rows)); {
		r := &o.rows[i]
		end := i + 1
		if r.kind == kindLine {
			end = o.lineEnd(i)
		}
		if r.node >= 0 && (end > i+1 || !r.silent()) {
			see(i, end)
		}
		i = end
	}
}

// comparison matches the rows of two outlines.
type comparison struct {
	old, new *Outline
	// to are the old rows' partners among the new ones, from the new rows'
	// among the old ones; -1 for none.
	to, from []int32
	// place digests of where rows without a node stand.
	oldPlace, newPlace []uint64
}

func (c *comparison) match() {
	c.to, c.from = noPartners(len(c.old.rows)), noPartners(len(c.new.rows))
	c.matchNodes()
	c.oldPlace, c.newPlace = c.old.places(), c.new.places()
	c.matchWords()
	c.matchGaps()
}

func noPartners(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

func (c *comparison) pair(old, new int32) {
	c.to[old], c.from[new] = new, old
}

// matchNodes pairs the addressable rows: the same ref is the same thing; with
// fresh numbers the same node is, when its identity is.
func (c *comparison) matchNodes() {
	type node struct {
		nonce string
		id    uint32
	}
	byRef := make(map[uint32]int32)
	byNode := make(map[node]int32)
	for i := range c.old.rows {
		r := &c.old.rows[i]
		if r.ref != 0 {
			byRef[uint32(r.ref)] = int32(i)
		}
		if t := c.old.thingOf(r); t.id != 0 {
			byNode[node{c.old.nonce(t), t.id}] = int32(i)
		}
	}
	for i := range c.new.rows {
		r := &c.new.rows[i]
		if old, ok := byRef[uint32(r.ref)]; ok && r.ref != 0 {
			c.pair(old, int32(i))
		}
	}
	for i := range c.new.rows {
		r := &c.new.rows[i]
		if c.from[i] >= 0 {
			continue
		}
		t := c.new.thingOf(r)
		if t.id == 0 {
			continue
		}
		old, ok := byNode[node{c.new.nonce(t), t.id}]
		if ok && c.to[old] < 0 && c.old.thingOf(&c.old.rows[old]).identity == t.identity {
			c.pair(old, int32(i))
		}
	}
}

func (o *Outline) nonce(t thing) string {
	if int(t.frame) < len(o.nonces) {
		return o.nonces[t.frame]
	}
	return ""
}

// places digests, for every row, the roles and names of its ancestors, as far
// as the nearest one with a ref.
func (o *Outline) places() []uint64 {
	places := make([]uint64, len(o.rows))
	for i := range o.rows {
		p := o.rows[i].parent
		for p >= 0 && o.rows[p].node < 0 {
			p = o.rows[p].parent
		}
		if p < 0 {
			continue
		}
		a := &o.rows[p]
		if a.ref != 0 {
			places[i] = mix(1, uint64(a.ref))
			continue
		}
		places[i] = mix(mix(places[p], uint64(a.role)+2), hashString(o.name(a)))
	}
	return places
}

// hashString is FNV-1a.
func hashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// matchWords pairs rows without a node that say the same in the same place, in
// order.
func (c *comparison) matchWords() {
	key := func(o *Outline, places []uint64, i int) uint64 {
		r := &o.rows[i]
		x := o.extraOf(r)
		h := mix(places[i], hashString(o.roles.name(r.role)))
		h = mix(h, hashString(o.name(r))^uint64(r.place.level()))
		return mix(h, hashString(x.value)^hashString(x.note))
	}
	waiting := make(map[uint64][]int32)
	for i := range c.old.rows {
		if c.to[i] < 0 && c.old.rows[i].node >= 0 && c.old.rows[i].ref == 0 {
			k := key(c.old, c.oldPlace, i)
			waiting[k] = append(waiting[k], int32(i))
		}
	}
	for i := range c.new.rows {
		if c.from[i] >= 0 || c.new.rows[i].node < 0 || c.new.rows[i].ref != 0 {
			continue
		}
		k := key(c.new, c.newPlace, i)
		if list := waiting[k]; len(list) > 0 {
			c.pair(list[0], int32(i))
			waiting[k] = list[1:]
		}
	}
}

// matchGaps pairs what is left of the rows without a node where one stands
// between the same neighbours as before: a text that says something else now.
func (c *comparison) matchGaps() {
	for i := range c.new.rows {
		r := &c.new.rows[i]
		if c.from[i] >= 0 || r.node < 0 || r.ref != 0 {
			continue
		}
		before := int32(-1) // the old partner of the row before
		if p := previous(c.new.rows, int32(i)); p >= 0 {
			if before = c.from[p]; before < 0 {
				continue
			}
		}
		old := before + 1
		for old < int32(len(c.old.rows)) && c.old.rows[old].node < 0 {
			old++
		}
		if old == int32(len(c.old.rows)) || c.to[old] >= 0 || c.old.rows[old].ref != 0 {
			continue
		}
		if c.old.roles.name(c.old.rows[old].role) == c.new.roles.name(r.role) && c.oldPlace[old] == c.newPlace[i] {
			c.pair(old, int32(i))
		}
	}
}

// previous returns the page's own row before i, or -1.
func previous(rows []row, i int32) int32 {
	for i--; i >= 0 && rows[i].node < 0; i-- {
	}
	return i
}

// diff makes the lines.
func (c *comparison) diff(options SinceOptions) Diff {
	var d Diff
	moved := c.moved()
	lost := c.lost()
	context := ""
	chars := 0
	put := func(sign string, o *Outline, first, end int32, where string) {
		need := 1
		if where != "" && where != context {
			need++
		}
		if len(d.Lines)+need > options.MaxLines {
			d.Left++
			return
		}
		lines := []string{sign + o.unit(first, end), "  " + where}[:need]
		for _, line := range lines {
			chars += utf8.RuneCountInString(line) + 1
		}
		if chars > options.MaxChars {
			d.Left++
			return
		}
		d.Lines = append(d.Lines, lines...)
		if where != "" {
			context = where
		}
	}
	c.new.eachUnit(func(first, end int32) {
		news, changes, moves := 0, 0, 0
		rows := 0
		for i := first; i < end; i++ {
			if c.new.rows[i].silent() {
				continue
			}
			rows++
			switch old := c.from[i]; {
			case old < 0:
				news++
			case c.changed(old, i) || lost[i]:
				changes++
			case moved[i]:
				moves++
			}
		}
		switch {
		case rows == 0:
		case news == rows:
			d.Added++
			put("+ ", c.new, first, end, c.new.where(first))
		case news+changes > 0:
			d.Changed++
			put("~ ", c.new, first, end, "")
		case moves > 0:
			d.Moved++
			put("> ", c.new, first, end, "")
		}
	})
	c.old.eachUnit(func(first, end int32) {
		for i := first; i < end; i++ {
			if c.to[i] >= 0 {
				return
			}
		}
		d.Removed++
		put("- ", c.old, first, end, "")
	})
	return d
}

// lost finds the new partners of the cells of old lines that lost a cell.
func (c *comparison) lost() []bool {
	lost := make([]bool, len(c.new.rows))
	c.old.eachUnit(func(first, end int32) {
		missing := false
		for i := first; i < end; i++ {
			missing = missing || c.to[i] < 0 && !c.old.rows[i].silent()
		}
		for i := first; i < end && missing; i++ {
			if to := c.to[i]; to >= 0 {
				lost[to] = true
			}
		}
	})
	return lost
}

// unit writes a row or a table line, whole: every row with its role.
func (o *Outline) unit(first, end int32) string {
	if end == first+1 {
		return o.row(int(first)).Text
	}
	return string(o.appendInline(nil, first, end))
}

// where says where row i stands: the nearest ancestor with a name or a ref,
// else the heading above.
func (o *Outline) where(i int32) string {
	for p := o.rows[i].parent; p >= 0; p = o.rows[p].parent {
		if r := &o.rows[p]; r.node >= 0 && (r.ref != 0 || r.name != 0) {
			return string(o.appendBrief([]byte("in "), p))
		}
	}
	if h := o.headingOf(int(i)); h >= 0 {
		return string(o.appendBrief([]byte("under "), h))
	}
	return ""
}

// changed reports whether two partners say different things, or one thing got
// another number. That a dialog
// blocks the page is told once, by the dialog; a focus that went is told where
// it went to.
func (c *comparison) changed(old, new int32) bool {
	a, b := &c.old.rows[old], &c.new.rows[new]
	const quiet = ordinary | Offscreen | inViewport | inFront | Blocked | behind | Focused
	return a.ref != b.ref || c.old.name(a) != c.new.name(b) || a.place.level() != b.place.level() || (a.state^b.state)&^quiet != 0 || b.state&^a.state&Focused != 0 ||
		c.old.extraOf(a) != c.new.extraOf(b) || c.old.roles.name(a.role) != c.new.roles.name(b.role)
}

// moved finds the rows that left their order: partners outside of the longest
// run that is in the same order on both sides.
func (c *comparison) moved() []bool {
	moved := make([]bool, len(c.new.rows))
	// The classic: tails[n] is the row that ends the best run of length n+1.
	var tails []int32
	before := noPartners(len(c.new.rows))
	for i := range c.new.rows {
		if c.from[i] < 0 || c.new.rows[i].ref == 0 {
			continue
		}
		moved[i] = true
		n, _ := slices.BinarySearchFunc(tails, c.from[i], func(t, old int32) int { return int(c.from[t]) - int(old) })
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, int32(i))
		} else {
			tails[n] = int32(i)
		}
	}
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			moved[i] = false
		}
	}
	return moved
}
