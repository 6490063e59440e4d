package ax

import (
	"math"
	"strconv"

	"github.com/holdfast-go/holdfast/internal/jsonwalk"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
)

// layout is the reply of DOMSnapshot.captureSnapshot as far as it is needed:
// where things are, which the accessibility tree does not tell. It costs a
// fourth of the tree on ordinary saved pages.
type layout struct{ documents []layoutDocument }

// layoutDocument holds boxes in the coordinates of a whole document.
type layoutDocument struct {
	root    int64 // backend id of the document
	scrollX float32
	scrollY float32
	boxes   map[int64]outline.Box // by backend id
}

type layoutParams struct {
	Styles []string `json:"computedStyles"`
}

// UnmarshalJSON is for callers that do not know easyjson.
func (s *layout) UnmarshalJSON(data []byte) error { return easyjson.Unmarshal(data, s) }

// UnmarshalEasyJSON takes what is needed and passes over the rest.
func (s *layout) UnmarshalEasyJSON(l *jlexer.Lexer) {
	*s = layout{}
	jsonwalk.Members(l, func(key string) {
		if key != "documents" {
			l.SkipRecursive()
			return
		}
		jsonwalk.Elements(l, func() { s.document(l) })
	})
}

func (s *layout) document(l *jlexer.Lexer) {
	var d layoutDocument
	var backends []int64
	var nodes []int64 // of the boxes: indices in backends
	var bounds []outline.Box
	jsonwalk.Members(l, func(key string) {
		switch key {
		case "scrollOffsetX":
			d.scrollX = float(l)
		case "scrollOffsetY":
			d.scrollY = float(l)
		case "nodes":
			jsonwalk.Members(l, func(key string) {
				if key == "backendNodeId" {
					jsonwalk.Elements(l, func() { backends = append(backends, integer(l)) })
				} else {
					l.SkipRecursive()
				}
			})
		case "layout":
			jsonwalk.Members(l, func(key string) {
				switch key {
				case "nodeIndex":
					jsonwalk.Elements(l, func() { nodes = append(nodes, integer(l)) })
				case "bounds":
					jsonwalk.Elements(l, func() { bounds = append(bounds, boxOf(l)) })
				default:
					l.SkipRecursive()
				}
			})
		default:
			l.SkipRecursive()
		}
	})
	if len(backends) == 0 {
		return
	}
	d.root = backends[0]
	d.boxes = make(map[int64]outline.Box, len(bounds))
	for i, box := range bounds {
		if i < len(nodes) && nodes[i] >= 0 && nodes[i] < int64(len(backends)) {
			// Of text that a first letter or a pseudo element splits, the first
			// part stands for all.
			if id := backends[nodes[i]]; d.boxes[id] == (outline.Box{}) {
				d.boxes[id] = box
			}
		}
	}
	s.documents = append(s.documents, d)
}

func boxOf(l *jlexer.Lexer) (b outline.Box) {
	i := 0
	jsonwalk.Elements(l, func() {
		f := float(l)
		switch i {
		case 0:
			b.X = f
		case 1:
			b.Y = f
		case 2:
			b.Width = f
		case 3:
			b.Height = f
		}
		i++
	})
	return b
}

func float(l *jlexer.Lexer) float32 {
	f, err := strconv.ParseFloat(text(l), 32)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0
	}
	return float32(f)
}

// boxesOf returns the boxes of a document, nil when there are none.
func (s *layout) boxesOf(root int64) *layoutDocument {
	for i := range s.documents {
		if s.documents[i].root == root {
			return &s.documents[i]
		}
	}
	return nil
}

// ground is where the document is that the walk is in.
type ground struct {
	boxes *layoutDocument // nil: nothing is known
	view  dom.View
}

// box returns where a node is in the world's viewport, and whether that is
// known.
func (s *ground) box(backend int64) (box outline.Box, known bool) {
	if s.boxes == nil {
		return outline.Box{}, false
	}
	b, ok := s.boxes.boxes[backend]
	if !ok {
		return outline.Box{}, false
	}
	b.X -= s.boxes.scrollX
	b.Y -= s.boxes.scrollY
	return b, true
}

// reaches reports whether some scrolling of the document brings a box into
// view. Beyond its far edges there is more room, so they are left open; a
// document from right to left has its room on the left.
func (g *ground) reaches(box outline.Box) bool {
	return box.Y+box.Height+g.boxes.scrollY > 0 && (box.X+box.Width+g.boxes.scrollX > 0 || g.boxes.scrollX < 0)
}

// place puts a box of the document into a row.
func (s *ground) place(row *outline.Node, box outline.Box) {
	var hidden bool
	row.Box, hidden = s.view.Outward(box)
	if hidden {
		row.State |= outline.Offscreen
	}
}

// join returns the rectangle around two boxes.
func join(a, b outline.Box) outline.Box {
	if a == (outline.Box{}) {
		return b
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return outline.Box{
		X: x, Y: y, Width: max(a.X+a.Width, b.X+b.Width) - x, Height: max(a.Y+a.Height, b.Y+b.Height) - y,
	}
}
