package dom

import (
	"context"

	"github.com/holdfast-go/holdfast/refs"
)

// Sight is what somebody who looks at a picture of the page sees of some of its
// elements.
type Sight struct {
	URL, Title string
	Viewport   Viewport
	// Attention is the box of what the user is busy with: the modal dialog that
	// is open, else what has the focus; the zero box for nothing.
	Attention WireBox
	// Things are in the order of the elements asked for.
	Things []Seen
}

// Viewport says where the window is on its page, in CSS pixels.
type Viewport struct {
	ScrollX float64 `json:"scrollX"`
	ScrollY float64 `json:"scrollY"`
	Width   float64 `json:"width"`
	Height  float64 `json:"height"`
	// Ratio is how many device pixels a CSS pixel has, the browser's own zoom
	// included; Zoom how much pinching magnifies on top of that, and Left and Top
	// the corner of the part of the viewport that is visible then.
	Ratio float64 `json:"ratio"`
	Zoom  float64 `json:"zoom"`
	Left  float64 `json:"left"`
	Top   float64 `json:"top"`
	// PageWidth and PageHeight are the size of all that can be scrolled to.
	PageWidth  float64 `json:"pageWidth"`
	PageHeight float64 `json:"pageHeight"`
	// Hidden tells that the tab is in the background, or its window not shown.
	Hidden bool `json:"hidden"`
}

// Seen is what is seen of an element.
type Seen struct {
	// Outcome is [OK], [Gone], [Hidden], [OutOfView] or [Occluded]; the box is set
	// for the first and the last.
	Outcome Outcome `json:"state"`
	// Box is what can be seen of the element, in the viewport. A pointer in the
	// middle of it reaches the element, something in it, or its label: where
	// that is not so of the whole box, it is a line or another part of it.
	Box WireBox `json:"box"`
	// Text is where its words are; nil for an element without any.
	Text []WireBox `json:"text"`
	// Identity is what it is now, as in refs.Target.
	Identity uint64 `json:"identity"`
}

// seeing bounds the elements of one call.
const seeing = 4000

type sightArgs struct {
	Table string   `json:"table"`
	IDs   []uint32 `json:"ids"`
	Whole bool     `json:"whole,omitempty"`
}

type sightReply struct {
	Outcome   Outcome  `json:"outcome"`
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	View      Viewport `json:"view"`
	Attention WireBox  `json:"attention"`
	Things    []Seen   `json:"things"`
}

// Sight tells what is seen of elements, and where the window is. With whole the
// edge of the window does not matter, as for a picture of the whole page; what
// lies upon what is then known for the window only. Nothing is scrolled or
// waited for. It takes one round trip, and for every frame of another origin
// that some of the elements are in two more, beside it.
func (r *Reader) Sight(ctx context.Context, targets []refs.Target, whole bool) (*Sight, error) {
	result := &Sight{Things: make([]Seen, len(targets))}
	err := r.beside(ctx, targets, worldQuestion{
		own:   func(at []int) error { return r.sightHere(ctx, targets, at, whole, result) },
		other: func(in *inner, at []int) error { return r.sightInside(ctx, in, targets, at, whole, result) },
		// A frame that went away meanwhile has taken its elements with it.
		lost: func(i int) { result.Things[i] = Seen{Outcome: Gone} },
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// sightHere asks the reader's own world. Without elements it asks all the same:
// for the window.
func (r *Reader) sightHere(ctx context.Context, targets []refs.Target, at []int, whole bool, result *Sight) error {
	if len(at) == 0 {
		if _, err := r.world.contextID(ctx, false); err != nil {
			return err
		}
	}
	for first := true; first || len(at) > 0; first = false {
		some := at[:min(len(at), seeing)]
		at = at[len(some):]
		_, table, _ := r.world.document()
		reply, err := r.world.sight(ctx, table, targets, some, whole, result)
		if err != nil {
			return err
		}
		result.URL, result.Title, result.Viewport, result.Attention = reply.URL, reply.Title, reply.View, reply.Attention
	}
	return nil
}

// sight asks a world about some of the elements, those of its present document.
func (w *world) sight(ctx context.Context, table string, targets []refs.Target, at []int, whole bool, result *Sight) (*sightReply, error) {
	args := sightArgs{Table: table, IDs: []uint32{}, Whole: whole}
	var asked []int
	for _, i := range at {
		if targets[i].Node.Table == table {
			args.IDs = append(args.IDs, targets[i].Node.ID)
			asked = append(asked, i)
		}
	}
	for attempt := 0; ; attempt++ {
		var reply objectReply[sightReply]
		if err := w.call(ctx, "sight", args, &reply); err != nil {
			return nil, err
		}
		answer, err := reply.value("sight")
		if err != nil {
			return nil, err
		}
		if answer.Outcome == DocumentChanged && attempt < mostReads {
			// It has moved on: nothing of what was asked for is there.
			_, args.Table, _ = w.document()
			args.IDs, asked = []uint32{}, nil
			continue
		}
		for n, i := range asked {
			if n < len(answer.Things) {
				result.Things[i] = answer.Things[n]
			}
		}
		return answer, nil
	}
}

// sightInside asks the world of a frame of another origin, and those around it
// where the frame is and whether it is on top there.
func (r *Reader) sightInside(ctx context.Context, in *inner, targets []refs.Target, at []int, whole bool, result *Sight) error {
	p := r.passage(in, "")
	outcome, err := p.look(ctx, false)
	if err != nil || outcome != OK {
		return errNoElement
	}
	err = r.inside(ctx, in, func(w *world) error {
		_, table, _ := w.document()
		_, err := w.sight(ctx, table, targets, at, false, result)
		return err
	})
	if err != nil {
		return err
	}
	looks := append([]*ownerReply(nil), p.looks...)
	var seen []int
	var middles []Point
	for _, i := range at {
		if s := &result.Things[i]; s.Outcome == OK {
			seen = append(seen, i)
			middles = append(middles, Point{s.Box.X + s.Box.Width/2, s.Box.Y + s.Box.Height/2})
		}
	}
	if len(seen) == 0 {
		return nil
	}
	if outcome, err = p.reach(ctx, middles, false, 0); err != nil || outcome != OK {
		return errNoElement
	}
	for n, i := range seen {
		s := &result.Things[i]
		for _, look := range looks {
			s.Box = look.Map.box(s.Box)
			for k := range s.Text {
				s.Text[k] = look.Map.box(s.Text[k])
			}
		}
		for _, look := range p.looks {
			switch {
			case n >= len(look.Seen) || n >= len(look.Free) || whole && !look.Seen[n]:
			case !look.Seen[n]:
				s.Outcome, s.Box, s.Text = OutOfView, WireBox{}, nil
			case !look.Free[n]:
				s.Outcome = Occluded
			}
		}
	}
	return nil
}
