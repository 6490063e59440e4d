package dom

import (
	"errors"
	"math"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/mailru/easyjson/jlexer"
)

// The reply of a read holds all rows in two strings: one of bytes in base64
// (numbers of seven-bit groups, differences to the row before), one of texts.
// Measured in Chromium 156 for the 7,009 rows of a saved Wikipedia page, as CPU
// time of the page and size of the reply: columns as arrays of values 24.3 ms
// and 657 KB; columns as one string each, numbers in decimal, 6.6 ms and 622 KB;
// packed as it is here 5.3 ms (1.9 of it for packing) and 373 KB.

//easyjson:json
type readReply struct {
	Result    readResult        `json:"result"`
	Exception *exceptionDetails `json:"exceptionDetails"`
}

//easyjson:json
type readResult struct {
	Value readValue `json:"value"`
}

// readValue is the page, or the string that says that nothing is installed.
type readValue struct {
	page    packedPage
	missing bool
}

// UnmarshalEasyJSON takes an object or a string.
func (v *readValue) UnmarshalEasyJSON(l *jlexer.Lexer) {
	if l.CurrentToken() == jlexer.TokenUndef {
		l.FetchToken()
	}
	if l.CurrentToken() != jlexer.TokenDelim {
		v.missing = true
		l.SkipRecursive()
		return
	}
	v.page.UnmarshalEasyJSON(l)
}

//easyjson:json
type packedPage struct {
	Nonce string `json:"nonce"`
	// Held is how many elements the table holds, Last the number given last.
	Held    int           `json:"held"`
	Last    uint32        `json:"last"`
	Title   string        `json:"title"`
	Width   float64       `json:"width"`
	Height  float64       `json:"height"`
	Frames  []packedFrame `json:"frames"`
	Roles   []string      `json:"roles"`
	Rows    []byte        `json:"rows"`
	Texts   string        `json:"texts"`
	Count   int           `json:"count"`
	Clipped int           `json:"clipped"`
	// Suspects is how many elements may have a closed shadow root.
	Suspects int          `json:"suspects"`
	Overlay  *packedLayer `json:"overlay"`
	// Refused is all that a read gives whose root is not there any more.
	Refused *packedRefusal `json:"refused"`
}

//easyjson:json
type packedLayer struct {
	Node int32  `json:"node"`
	Rows int32  `json:"rows"`
	Name string `json:"name"`
}

//easyjson:json
type packedFrame struct {
	Owner  int    `json:"owner"`
	URL    string `json:"url"`
	Base   string `json:"base"`
	Unread string `json:"unread"`
	// Map and Clip say of an unread frame where its viewport lies (shift and
	// scale) and what can be seen of it (left, top, right, bottom).
	Map  []float64 `json:"map"`
	Clip []float64 `json:"clip"`
}

//easyjson:json
type packedRefusal struct {
	Outcome    string       `json:"outcome"`
	Now        *packedThing `json:"now"`
	Candidates int          `json:"candidates"`
}

//easyjson:json
type packedThing struct {
	ID   uint32 `json:"id"`
	Role string `json:"role"`
	Name string `json:"name"`
}

func (r *readReply) installed() bool { return !r.Result.Value.missing }

func (r *readReply) exception() *exceptionDetails { return r.Exception }

// The parts that a packed row may have (rows.js writes them).
const (
	hasName = 1 << iota
	hasValue
	hasHref
	hasNote
	hasElement
	hasState
	hasLevel
	hasBox
)

var errPacked = errors.New("dom: the reply of the page script is damaged")

// tree unpacks the rows. frame and loader say which document was read. With scan
// the tree makes its nodes when it is asked for them, from what came over the
// wire, if all frames were read: of those that were not, the owners' rows change.
func (p *packedPage) tree(frame, loader string, scan bool) (*outline.Tree, error) {
	t := &outline.Tree{
		Title:    p.Title,
		Viewport: outline.Size{Width: float32(p.Width), Height: float32(p.Height)},
		Frames:   make([]outline.Frame, len(p.Frames)),
		Clipped:  p.Clipped,
	}
	bases := make([]base, len(p.Frames))
	for i := range p.Frames {
		f := &p.Frames[i]
		t.Frames[i] = outline.Frame{URL: f.URL, Owner: f.Owner, Unread: f.Unread}
		if f.Unread == "" {
			t.Frames[i].ID, t.Frames[i].Table = frame, p.Nonce
		}
		scan = scan && f.Unread == ""
		bases[i] = newBase(f.Base)
	}
	if len(t.Frames) == 0 {
		return nil, errPacked
	}
	t.Document = refs.Document{Loader: loader, URL: t.Frames[0].URL}
	// Every row has three bytes at least.
	if p.Count < 0 || p.Count > len(p.Rows) {
		return nil, errPacked
	}
	u := unpacker{raw: p.Rows, texts: newLines(p.Texts), roles: p.Roles, bases: bases}
	if scan {
		u.short = shortBases(bases, t.Document.URL)
		again := u
		t.Count = p.Count
		t.Scan = func(yield func(*outline.Node)) {
			u := again
			var n outline.Node
			for range t.Count {
				n = outline.Node{}
				u.row(&n)
				yield(&n)
			}
		}
		var n outline.Node
		for range p.Count { // so that nothing can go wrong later
			u.row(&n)
		}
	} else {
		t.Nodes = make([]outline.Node, p.Count)
		for i := range t.Nodes {
			u.row(&t.Nodes[i])
		}
	}
	if u.bad || len(u.raw) != 0 {
		return nil, errPacked
	}
	if l := p.Overlay; l != nil && l.Node < int32(p.Count) {
		t.Overlay = &outline.Overlay{Node: max(l.Node, -1), Rows: max(l.Rows, 0), Name: l.Name}
	}
	return t, nil
}

// unpacker reads packed rows. What does not fit sets bad; nothing it is given
// makes it panic.
type unpacker struct {
	raw   []byte
	texts lines
	taken int // of texts
	roles []string
	bases []base
	// short says by base whether addresses of its origin stay without that: of a
	// tree that is unpacked several times.
	short []bool

	depth, frame, id, x, y int64
	bad                    bool
}

func (u *unpacker) row(n *outline.Node) {
	mask := u.byte()
	if role := u.number(); role < uint64(len(u.roles)) {
		n.Role = u.roles[role]
	} else {
		u.bad = true
	}
	step := u.signed()
	u.depth += step >> 1
	n.Depth = int32(u.depth)
	if step&1 != 0 {
		u.frame = int64(u.number())
		if u.frame < 0 || u.frame >= int64(len(u.bases)) {
			u.bad, u.frame = true, 0
		}
	}
	n.Frame = int32(u.frame)
	if mask&hasName != 0 {
		n.Name = u.text()
	}
	if mask&hasValue != 0 {
		n.Value = u.text()
	}
	if mask&hasHref != 0 {
		n.Href = u.href(u.text())
	}
	if mask&hasNote != 0 {
		n.Note = u.text()
	}
	if mask&hasElement != 0 {
		u.id += u.signed()
		n.ID = uint32(u.id)
		n.Identity = u.number()
	}
	if mask&hasState != 0 {
		n.State = outline.State(u.number())
	}
	if mask&hasLevel != 0 {
		switch level := u.number(); n.Role {
		case "cell", "gridcell", "columnheader", "rowheader":
			n.RowSpan, n.ColSpan = uint8(level>>8), uint8(level)
		default:
			n.Level, n.Flow = uint8(level), outline.Flow(min(level>>8, uint64(outline.Begins)))
		}
	}
	if mask&hasBox != 0 {
		u.x += u.signed()
		u.y += u.signed()
		n.Box = outline.Box{
			X: float32(u.x), Y: float32(u.y), Width: float32(u.number()), Height: float32(u.number()),
		}
	}
}

func (u *unpacker) byte() byte {
	if len(u.raw) == 0 {
		u.bad = true
		return 0
	}
	b := u.raw[0]
	u.raw = u.raw[1:]
	return b
}

// number reads an unsigned number in groups of seven bits, the low ones first.
func (u *unpacker) number() uint64 {
	var n uint64
	for i, b := range u.raw {
		if b < 0x80 {
			u.raw = u.raw[i+1:]
			return n | uint64(b)<<(7*i)
		}
		if i == 8 {
			break
		}
		n |= uint64(b&0x7f) << (7 * i)
	}
	u.bad, u.raw = true, nil
	return 0
}

// signed reads a number whose lowest bit is its sign; -1 is 1, 1 is 2.
func (u *unpacker) signed() int64 {
	n := u.number()
	if n > math.MaxInt32*16 {
		u.bad = true
		return 0
	}
	if n&1 != 0 {
		return -int64(n>>1) - 1
	}
	return int64(n >> 1)
}

// text reads 0 for the next new text, or how far back it stands in the list.
func (u *unpacker) text() string {
	back := u.number()
	if back == 0 {
		u.taken++
		back = 1
	}
	if back > uint64(u.taken) {
		u.bad = true
		return ""
	}
	text := u.texts.at(u.taken - int(back))
	if strings.IndexByte(text, '\x1b') >= 0 {
		text = unescape.Replace(text)
	}
	return text
}

// href completes an address.
func (u *unpacker) href(href string) string {
	if u.short != nil && u.short[u.frame] && strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "//") {
		return href
	}
	return u.bases[u.frame].resolve(href)
}

// shortBases says which bases have the origin of the tree's document.
func shortBases(bases []base, document string) []bool {
	short := make([]bool, len(bases))
	origin := newBase(document).origin
	for i, b := range bases {
		short[i] = b.origin == origin && strings.HasPrefix(origin, "http")
	}
	return short
}

// lines finds the lines of a text by their numbers. It is smaller than a list
// of strings.
type lines struct {
	text string
	// starts is where every eighth line begins.
	starts []uint32
	count  int
	// The line that is asked for next, more often than not, and where it begins.
	next, start int
}

const linesApart = 8

func newLines(text string) lines {
	count := strings.Count(text, "\n") + 1
	l := lines{text: text, count: count, starts: make([]uint32, 0, (count+linesApart-1)/linesApart)}
	start := 0
	for n := range count {
		if n%linesApart == 0 {
			l.starts = append(l.starts, uint32(start))
		}
		start += strings.IndexByte(text[start:], '\n') + 1
	}
	return l
}

// at returns line n without its end; behind the last one all are empty.
func (l *lines) at(n int) string {
	if n >= l.count {
		return ""
	}
	start := l.start
	if n != l.next {
		start = int(l.starts[n/linesApart])
		for range n % linesApart {
			start += strings.IndexByte(l.text[start:], '\n') + 1
		}
	}
	end := strings.IndexByte(l.text[start:], '\n')
	if end < 0 {
		return l.text[start:]
	}
	if n >= l.next {
		l.next, l.start = n+1, start+end+1
	}
	return l.text[start : start+end]
}

// unescape gives texts back their line breaks.
var unescape = strings.NewReplacer("\x1bn", "\n", "\x1be", "\x1b")

// base completes the short addresses of a document.
type base struct{ address, origin string }

func newBase(address string) base {
	b := base{address: address}
	if i := strings.Index(address, "://"); i >= 0 {
		end := strings.IndexByte(address[i+3:], '/')
		if end < 0 {
			b.origin = address
		} else {
			b.origin = address[:i+3+end]
		}
	}
	return b
}

func (b *base) resolve(href string) string {
	switch {
	case href == "":
		return ""
	case href[0] == '/':
		return b.origin + href
	case href[0] == '#':
		return b.address + href
	}
	return href
}
