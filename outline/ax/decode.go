package ax

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/internal/jsonwalk"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
)

// axTree is the reply of Accessibility.getFullAXTree, as far as it is needed.
// The reply of a large table has 100 MB and more, of which most is where names
// come from; all that is passed over while it is read.
type axTree struct {
	nodes    []axNode
	children []int64        // ids; each node has a part of it
	labels   map[int64]bool // backend ids of what names other nodes
}

// axNode is one node. What is ordinary is left out.
type axNode struct {
	id, backend    int64
	first, last    int32 // its children in axTree.children
	role           string
	name, value    string
	url            string
	state          outline.State
	level          uint8
	ignored, focus bool // focus: it can be focused
	rich           bool // edited as rich text
	seen           bool // by the walk
}

// UnmarshalJSON is for callers that do not know easyjson.
func (t *axTree) UnmarshalJSON(data []byte) error { return easyjson.Unmarshal(data, t) }

// UnmarshalEasyJSON takes what is needed and passes over the rest: unknown
// members, roles and properties are no errors.
func (t *axTree) UnmarshalEasyJSON(l *jlexer.Lexer) {
	// A node takes 400 bytes and more of a reply, and a third of them are left
	// out.
	*t = axTree{labels: map[int64]bool{}, nodes: make([]axNode, 0, len(l.Data)/600+16)}
	jsonwalk.Members(l, func(key string) {
		if key != "nodes" {
			l.SkipRecursive()
			return
		}
		jsonwalk.Elements(l, func() { t.node(l) })
	})
}

// node reads one node. Boxes of text lines, a third of all nodes, are left out.
func (t *axTree) node(l *jlexer.Lexer) {
	n := axNode{first: int32(len(t.children)), last: int32(len(t.children))}
	jsonwalk.Members(l, func(key string) {
		if n.role == inlineTextBox {
			l.SkipRecursive()
			return
		}
		switch key {
		case "nodeId":
			n.id = idOf(l)
		case "ignored":
			n.ignored = boolean(l)
		case "role":
			n.role = interned(valueOf(l).text)
		case "name":
			n.name = strings.Clone(valueOf(l).text)
		case "value":
			if v := valueOf(l); v.text != "" {
				n.value = strings.Clone(v.text)
				n.state |= outline.HasValue
			}
		case "properties":
			jsonwalk.Elements(l, func() { t.property(l, &n) })
		case "childIds":
			jsonwalk.Elements(l, func() { t.children = append(t.children, idOf(l)) })
			n.last = int32(len(t.children))
		case "backendDOMNodeId":
			n.backend = integer(l)
		default:
			l.SkipRecursive()
		}
	})
	if n.role == inlineTextBox {
		t.children = t.children[:n.first]
		return
	}
	t.nodes = append(t.nodes, n)
}

const inlineTextBox = "InlineTextBox"

// property reads one property of a node.
func (t *axTree) property(l *jlexer.Lexer, n *axNode) {
	var name string
	var v value
	jsonwalk.Members(l, func(key string) {
		switch key {
		case "name":
			name = text(l)
		case "value":
			v = valueOf(l)
		default:
			l.SkipRecursive()
		}
	})
	switch name {
	case "focusable":
		n.focus = v.is()
	case "editable":
		n.rich = v.text == "richtext"
	case "level":
		if level, err := strconv.Atoi(v.text); err == nil && level > 0 {
			n.level = uint8(min(level, 99))
		}
	case "url":
		n.url = strings.Clone(v.text)
	case "labelledby":
		for _, id := range v.related {
			t.labels[id] = true
		}
	default:
		n.state |= stateOf(name, v)
	}
}

// value is what a property, a name or a role holds. Its text may be a part of
// the reply and has to be copied to be kept.
type value struct {
	text    string // a string, a number or a truth value as JSON writes it
	related []int64
}

// is reports whether the value is true, as a truth value, as a token, or, as
// some are, as the number 1.
func (v value) is() bool { return v.text == "true" || v.text == "1" }

func valueOf(l *jlexer.Lexer) (v value) {
	jsonwalk.Members(l, func(key string) {
		switch key {
		case "value":
			v.text = text(l)
		case "relatedNodes":
			jsonwalk.Elements(l, func() {
				jsonwalk.Members(l, func(key string) {
					if key == "backendDOMNodeId" {
						v.related = append(v.related, integer(l))
					} else {
						l.SkipRecursive()
					}
				})
			})
		default:
			l.SkipRecursive()
		}
	})
	return v
}

// text reads a string, a number or a truth value; anything else is "".
func text(l *jlexer.Lexer) string {
	switch l.CurrentToken() {
	case jlexer.TokenString:
		return l.UnsafeString()
	case jlexer.TokenNumber:
		return string(l.Raw())
	case jlexer.TokenBool:
		if l.Bool() {
			return "true"
		}
		return "false"
	}
	l.SkipRecursive()
	return ""
}

// boolean reads a truth value; anything else is false.
func boolean(l *jlexer.Lexer) bool {
	if l.CurrentToken() != jlexer.TokenBool {
		l.SkipRecursive()
		return false
	}
	return l.Bool()
}

// integer reads a whole number; anything else is 0.
func integer(l *jlexer.Lexer) int64 {
	n, err := strconv.ParseInt(text(l), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// idOf reads a node's id. Chrome writes numbers as strings; should it ever
// write anything else, a digest of that serves as well.
func idOf(l *jlexer.Lexer) int64 {
	s := text(l)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails
	return int64(h.Sum64())
}
