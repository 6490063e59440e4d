package dom

import (
	"encoding/base64"
	"errors"
	"fmt"
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
	Rows    string        `json:"rows"`
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

// tree unpacks the rows. frame and loader say which document was read.
func (p *packedPage) tree(frame, loader string) (*outline.Tree, error) {
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
		bases[i] = newBase(f.Base)
	}
	if len(t.Frames) == 0 {
		return nil, errPacked
	}
	t.Document = refs.Document{Loader: loader, URL: t.Frames[0].URL}
	raw, err := base64.StdEncoding.DecodeString(p.Rows)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	// Every row has three bytes at least.
	if p.Count < 0 || p.Count > len(raw) {
		return nil, errPacked
	}
	u := unpacker{raw: raw, rest: p.Texts, roles: p.Roles, bases: bases}
	u.texts = make([]string, 0, strings.Count(p.Texts, "\n")+1)
	t.Nodes = make([]outline.Node, p.Count)
	for i := range t.Nodes {
		u.row(&t.Nodes[i])
	}
	if u.bad || len(u.raw) != 0 {
		return nil, errPacked
	}
	if l := p.Overlay; l != nil && l.Node < int32(len(t.Nodes)) {
		t.Overlay = &outline.Overlay{Node: max(l.Node, -1), Name: l.Name}
	}
	return t, nil
}

// unpacker reads packed rows. What does not fit sets bad; nothing it is given
// makes it panic.
type unpacker struct {
	raw   []byte
	rest  string   // texts that were not taken yet, one per line
	texts []string // that were
	roles []string
	bases []base

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
		n.Href = u.bases[u.frame].resolve(u.text())
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
			n.Level, n.Flow = uint8(level), outline.Flow(min(level>>8, uint64(outline.Glued)))
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
	if back != 0 {
		if back > uint64(len(u.texts)) {
			u.bad = true
			return ""
		}
		return u.texts[uint64(len(u.texts))-back]
	}
	text, rest, _ := strings.Cut(u.rest, "\n")
	u.rest = rest
	if strings.IndexByte(text, '\x1b') >= 0 {
		text = unescape.Replace(text)
	}
	u.texts = append(u.texts, text)
	return text
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
