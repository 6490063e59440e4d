package outline

import (
	"strconv"
	"strings"
)

// String returns the rows, one per line, without a header.
func (o *Outline) String() string {
	return string(o.appendRows(nil))
}

// appendRows writes the printed rows and a line for every run of rows that the
// budget cut.
func (o *Outline) appendRows(dst []byte) []byte {
	for i := 0; i < len(o.rows); {
		r := &o.rows[i]
		switch {
		case r.fate == printed && r.kind != kindCell:
			dst = append(dst, o.indent(r)...)
			dst = append(o.appendLine(dst, i), '\n')
			i++
		case r.fate == cutAway:
			end := o.gapEnd(i)
			dst = append(dst, o.indent(r)...)
			dst = append(o.appendGap(dst, i, end), '\n')
			i = end
		default:
			i++
		}
	}
	return dst
}

// gapEnd returns the first row after i that is printed.
func (o *Outline) gapEnd(i int) int {
	for i < len(o.rows) && (o.rows[i].fate != printed || o.rows[i].kind == kindCell) {
		i++
	}
	return i
}

// gapChars bounds the line that appendGap writes, the line break included.
const gapChars = 40

// appendGap says how many rows are missing here.
func (o *Outline) appendGap(dst []byte, i, end int) []byte {
	rows, refs := 0, 0
	for j := i; j < end; j++ {
		if r := &o.rows[j]; r.fate == cutAway && r.node >= 0 {
			rows++
			if r.ref != 0 {
				refs++
			}
		}
	}
	dst = append(dst, "… "...)
	dst = strconv.AppendInt(dst, int64(rows), 10)
	dst = append(dst, " rows cut"...)
	if refs > 0 {
		dst = append(dst, " ("...)
		dst = strconv.AppendInt(dst, int64(refs), 10)
		dst = append(dst, " refs)"...)
	}
	return dst
}

// deepest is the deepest indent that is printed; what is deeper says no more.
const deepest = 40

const spaces = "                                        " // deepest of them

// indent returns the spaces before a row.
func (o *Outline) indent(r *row) string {
	n := 0
	for p := r.parent; p >= 0 && n < deepest; p = o.rows[p].parent {
		n++
	}
	return spaces[:n]
}

// HeaderInfo is what the header tells beyond the outline itself.
type HeaderInfo struct {
	// Epoch is the snapshot's number in its page session.
	Epoch uint64
	// Region names the part of the page that the outline shows ("viewport",
	// "e12"), empty for the whole page; Outside are the addressable elements
	// outside of it.
	Region  string
	Outside int
}

// Text returns the outline as an agent reads it: the header, an empty line,
// the rows.
func (o *Outline) Text(h HeaderInfo) string {
	dst := o.appendHeader(nil, h)
	dst = append(dst, '\n')
	return string(o.appendRows(dst))
}

// The longest title and address that a header prints, in runes.
const (
	titleLimit   = 150
	addressLimit = 300
)

// headerRest bounds what a header has besides title, address and overlay.
const headerRest = 360

// headerChars bounds the characters of the header, whatever its counts.
func (o *Outline) headerChars() int {
	n := headerRest
	for _, line := range o.headLines() {
		n += len([]rune(line)) + 1
	}
	return n
}

// headLines are the lines of the header that do not depend on the counts.
func (o *Outline) headLines() []string {
	var lines []string
	if o.overlay != "" {
		lines = append(lines, "OVERLAY at viewport center: "+o.overlay)
	}
	title := "title: (empty — the page has none)"
	if o.title != "" {
		title = "title: " + Quote(ellipsis(o.title, titleLimit))
	}
	lines = append(lines, title, "url: "+ellipsis(o.url, addressLimit))
	if o.home != "" {
		lines = append(lines, "links without → stay on the site or lead to "+cutHref(o.home))
	}
	return lines
}

func ellipsis(s string, n int) string {
	s, shorter := cut(s, n)
	if shorter {
		s += "…"
	}
	return s
}

func (o *Outline) appendHeader(dst []byte, h HeaderInfo) []byte {
	for _, line := range o.headLines() {
		dst = append(append(dst, line...), '\n')
	}
	c := o.counts
	var facts []string
	add := func(n int, what string) {
		if n > 0 {
			facts = append(facts, strconv.Itoa(n)+" "+what)
		}
	}
	if h.Region != "" {
		facts = append(facts, "region "+ellipsis(Clean(h.Region), 60))
	}
	facts = append(facts, strconv.Itoa(c.Rows)+" rows", strconv.Itoa(c.Refs)+" refs")
	add(c.FoldedRepeats, "repeats folded (×N)")
	add(c.ElidedLines, "table lines not shown")
	add(c.Truncated, "rows cut ("+strconv.Itoa(c.Dropped)+" refs)")
	add(c.Clipped, "elements unread")
	add(c.FramesUnread, "frames unread")
	add(h.Outside, "refs outside of the region")
	dst = append(dst, "epoch "...)
	dst = strconv.AppendUint(dst, h.Epoch, 10)
	dst = append(dst, ": "...)
	dst = append(dst, strings.Join(facts, ", ")...)
	dst = append(dst, '\n')
	for _, advice := range o.advice() {
		dst = append(append(dst, advice...), '\n')
	}
	return dst
}

// advice returns the one thing to do about what the outline does not show, and
// what to do about what was not read at all.
func (o *Outline) advice() []string {
	var all []string
	c := o.counts
	switch {
	case c.Refs == 0:
		all = append(all, "nothing here can be clicked or filled: scroll, navigate or execute instead")
	case c.Truncated > 0:
		all = append(all, "rows are cut: find searches all of them, a region or more max_lines and max_chars shows more")
	case c.FoldedRepeats > 0 || c.ElidedLines > 0:
		all = append(all, "find lists what is folded or not shown, with refs")
	}
	if c.Clipped > 0 {
		all = append(all, "elements are unread, find does not know them: a region (ref or box) reads them")
	}
	if c.FramesUnread > 0 {
		all = append(all, "frames are unread, their rows say why: look again when they have loaded, or open their address")
	}
	return all
}
