package outline

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// FindOptions say how Find searches. The zero value looks for a substring in
// any case and gives the first 20 hits.
type FindOptions struct {
	// Regexp makes the query a regular expression (RE2). It is matched in any
	// case, unless it begins with (?-i).
	Regexp bool
	// Limit is the number of hits returned; 0 means 20.
	Limit int
}

// Hit is a row that matches.
type Hit struct {
	Row
	// Context says where the row is: the item it belongs to and the heading
	// above.
	Context string
	// Why says why the outline does not show the row: "folded", "in a table",
	// "cut"; empty when it does.
	Why string
}

// FindResult is what Find found, in reading order.
type FindResult struct {
	Query string
	Hits  []Hit
	// Total counts all hits, Hits are the first of them.
	Total int
}

const findLimit = 20

// Find searches all rows that the passes kept, whether they are printed or
// not: role, name, address, value, states and note, as the row shows them, but
// not shortened. It fails only for a bad regular expression.
func (o *Outline) Find(query string, options FindOptions) (FindResult, error) {
	matches, err := matcher(query, options.Regexp)
	if err != nil {
		return FindResult{}, err
	}
	limit := options.Limit
	if limit <= 0 {
		limit = findLimit
	}
	result := FindResult{Query: query}
	var text []byte
	for i := range o.rows {
		r := &o.rows[i]
		if r.node < 0 {
			continue
		}
		if text = o.appendSearched(text[:0], r); !matches(text) {
			continue
		}
		if result.Total++; len(result.Hits) < limit {
			hit := Hit{Row: o.row(i), Context: o.context(i), Why: o.why(i)}
			if part, ok := excerpt(o.name(r), limitOf(r), matches); ok {
				midst := *r
				midst.state |= midway
				hit.Text = string(o.appendParts(nil, &midst, part, true))
			}
			result.Hits = append(result.Hits, hit)
		}
	}
	return result, nil
}

// excerpt returns the part of a long name that matches, when the part that is
// printed does not.
func excerpt(name string, limit int, matches func([]byte) bool) (string, bool) {
	shown, shorter := cutWords(name, limit)
	if !shorter || matches([]byte(shown)) || !matches([]byte(name)) {
		return "", false
	}
	// The last word with which what follows still matches begins the match; a
	// few words before it give the sense.
	starts := []int{0}
	for i := 0; i < len(name); i++ {
		if name[i] == ' ' {
			starts = append(starts, i+1)
		}
	}
	n := sort.Search(len(starts), func(n int) bool { return !matches([]byte(name[starts[n]:])) })
	return name[starts[max(n-1-excerptWords, 0)]:], true
}

// excerptWords is how many words an excerpt shows before the match.
const excerptWords = 4

// matcher compiles a query. The function it returns may change its argument.
func matcher(query string, isRegexp bool) (func([]byte) bool, error) {
	if isRegexp {
		re, err := regexp.Compile("(?i)" + query)
		if err != nil {
			return nil, fmt.Errorf("outline: find: %w", err)
		}
		return re.Match, nil
	}
	want := foldCase([]byte(Clean(query)))
	if len(want) == 0 {
		return func([]byte) bool { return false }, nil
	}
	return func(text []byte) bool { return bytes.Contains(foldCase(text), want) }, nil
}

// foldCase makes letters of all cases equal, in place when it can.
func foldCase(s []byte) []byte {
	for i, c := range s {
		if c >= utf8.RuneSelf {
			return bytes.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, s)
		}
		if 'A' <= c && c <= 'Z' {
			s[i] = c + 'a' - 'A'
		}
	}
	return s
}

// appendSearched writes what find looks at: the row without ref, escapes and
// cuts.
func (o *Outline) appendSearched(dst []byte, r *row) []byte {
	dst = append(dst, o.printedRole(r)...)
	if r.name != 0 {
		dst = append(dst, ` "`...)
		dst = append(dst, o.name(r)...)
		dst = append(dst, '"')
	}
	x := o.extraOf(r)
	if x.href != "" {
		dst = append(dst, " → "...)
		dst = append(dst, o.complete(x.href)...)
	}
	if r.place.level() != 0 {
		dst = append(dst, " level="...)
		dst = strconv.AppendUint(dst, uint64(r.place.level()), 10)
	}
	if x.value != "" && r.state&Protected == 0 {
		dst = append(dst, ` value="`...)
		dst = append(dst, x.value...)
		dst = append(dst, '"')
	}
	for _, w := range words {
		if r.state&w.flag != 0 {
			dst = append(append(dst, ' '), w.word...)
		}
	}
	if x.note != "" {
		dst = append(append(append(dst, " ("...), x.note...), ')')
	}
	return dst
}

// why says in a word why row i is not printed.
func (o *Outline) why(i int) string {
	switch o.rows[i].fate {
	case folded:
		return "folded"
	case elided:
		return "in a table"
	case cutAway:
		return "cut"
	}
	return ""
}

// contextLimit bounds each part of a context, in runes.
const contextLimit = 80

// context says where row i is: the line, or the nearest ancestor that is an
// item or has a ref, and the nearest heading above.
func (o *Outline) context(i int) string {
	var dst []byte
	under := i
	if first := o.lineOf(int32(i)); first >= 0 {
		// A card's own heading is on its line; above is what the list is under.
		if under = int(first); o.sideOf(&o.rows[first]).table >= 0 && o.rows[first].parent >= 0 {
			under = int(o.rows[first].parent)
		}
		if end := o.lineEnd(first); end > first+1 {
			dst = o.appendBounded(append(dst, "in "...), first, end)
		}
	} else {
		for p := o.rows[i].parent; p >= 0; p = o.rows[p].parent {
			r := &o.rows[p]
			if r.node < 0 || r.ref == 0 && !isItem(r.role) {
				continue
			}
			dst = append(dst, "in "...)
			if r.name == 0 {
				dst = o.appendBounded(dst, p, r.end)
			} else {
				dst = o.appendBrief(dst, p)
			}
			break
		}
	}
	if h := o.headingOf(under); h >= 0 {
		if len(dst) > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, "under "...)
		dst = o.appendBrief(dst, h)
	}
	return string(dst)
}

// lineOf returns the first row of the table line that row i is in, or -1.
func (o *Outline) lineOf(i int32) int32 {
	for j := i; j >= 0 && j > i-4*mostCells; j-- {
		switch r := &o.rows[j]; r.kind {
		case kindLine:
			if i < o.lineEnd(j) {
				return j
			}
			return -1
		case kindCell:
		default:
			return -1
		}
	}
	return -1
}

// appendBounded writes the rows first…end on one line, as many as a context
// has room for.
func (o *Outline) appendBounded(dst []byte, first, end int32) []byte {
	start, chars := first, 0
	for i := first; i < end; i++ {
		if r := &o.rows[i]; !r.silent() {
			if chars += min(len(o.name(r)), textLimit) + 10; chars > 2*contextLimit {
				end = max(i, start+1)
				dst = o.appendInline(dst, first, end)
				return append(dst, ", …"...)
			}
		}
	}
	return o.appendInline(dst, first, end)
}

// isItem reports whether rows of the role are one of several like things.
func isItem(r role) bool {
	switch r {
	case roleListItem, roleRow, roleArticle, roleOption, roleTabpanel, roleDialog,
		roleAlertdialog, roleTreeitem, roleCombobox, roleListbox, roleMenuitem, roleGroup:
		return true
	}
	return false
}

// appendBrief writes ref, role and name of row i.
func (o *Outline) appendBrief(dst []byte, i int32) []byte {
	r := &o.rows[i]
	if r.ref != 0 {
		dst = append(appendRef(dst, r.ref), ' ')
	}
	dst = append(dst, o.printedRole(r)...)
	if r.name == 0 {
		return dst
	}
	name, shorter := cutWords(o.name(r), contextLimit)
	dst = appendQuoted(append(dst, ' '), name)
	if shorter {
		dst = append(dst, "…"...)
	}
	return dst
}

// headingOf returns the heading that row i stands under: the nearest one
// before it whose parent is an ancestor of the row, or -1.
func (o *Outline) headingOf(i int) int32 {
	end := int32(i)
	for p := o.rows[i].parent; ; p = o.rows[p].parent {
		first := p + 1
		if p < 0 {
			first = 0
		}
		for j := end - 1; j >= first; j-- {
			if r := &o.rows[j]; (r.role == roleHeading || r.place.level() != 0 && r.role == roleLink) && r.parent == p {
				return j
			}
		}
		if p < 0 {
			return -1
		}
		end = p
	}
}

// String tells the hits as an agent reads them: a row each, its context
// indented below.
func (f FindResult) String() string {
	if f.Total == 0 {
		return "nothing matches " + Quote(f.Query) + "\n"
	}
	dst := strconv.AppendInt(nil, int64(f.Total), 10)
	dst = append(dst, " hits for "...)
	dst = append(dst, Quote(f.Query)...)
	if len(f.Hits) < f.Total {
		dst = append(dst, ", the first "...)
		dst = strconv.AppendInt(dst, int64(len(f.Hits)), 10)
	}
	dst = append(dst, '\n')
	for i := range f.Hits {
		h := &f.Hits[i]
		dst = append(dst, h.Text...)
		if h.Why != "" {
			dst = append(append(append(dst, " ("...), h.Why...), ')')
		}
		dst = append(dst, '\n')
		if h.Context != "" {
			dst = append(append(append(dst, ' '), h.Context...), '\n')
		}
	}
	return string(dst)
}
