package dom

import (
	"context"
	"math"
	"sync"
)

// link is a frame as the world around it sees it.
type link struct {
	world *world // around the frame
	table string // of that world, and the frame's element in it
	owner uint32
	// joined says that both worlds are in the same session, and so that input to
	// the frame is given in coordinates of what is around it.
	joined bool
	id     string // of the frame
}

// chain returns the links from a frame up to the reader's own world.
func (r *Reader) chain(in *inner) []link {
	r.frames.mu.Lock()
	defer r.frames.mu.Unlock()
	var links []link
	for ; in != nil; in = in.parent {
		outer := r.world
		if in.parent != nil {
			outer = in.parent.world
		}
		links = append(links, link{
			world: outer, table: in.table, owner: in.owner, id: in.id, joined: sameCaller(outer.caller, in.world.caller),
		})
	}
	return links
}

// affine maps a frame's viewport into the one of the world around it.
type affine struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
	D float64 `json:"d"`
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

func (m affine) point(p Point) Point {
	return Point{X: m.X + m.A*p.X + m.C*p.Y, Y: m.Y + m.B*p.X + m.D*p.Y}
}

// box returns the rectangle around the image of a rectangle.
func (m affine) box(b WireBox) WireBox {
	corners := []Point{
		m.point(Point{b.X, b.Y}), m.point(Point{b.X + b.Width, b.Y}),
		m.point(Point{b.X, b.Y + b.Height}), m.point(Point{b.X + b.Width, b.Y + b.Height}),
	}
	left, top, right, bottom := corners[0].X, corners[0].Y, corners[0].X, corners[0].Y
	for _, c := range corners[1:] {
		left, right = min(left, c.X), max(right, c.X)
		top, bottom = min(top, c.Y), max(bottom, c.Y)
	}
	return WireBox{X: left, Y: top, Width: right - left, Height: bottom - top}
}

// near reports whether two maps put everything at the same place.
func (m affine) near(n affine) bool {
	return math.Abs(m.X-n.X) <= 0.5 && math.Abs(m.Y-n.Y) <= 0.5 &&
		math.Abs(m.A-n.A)+math.Abs(m.B-n.B)+math.Abs(m.C-n.C)+math.Abs(m.D-n.D) < 1e-3
}

// ownerArgs is what h.owner takes.
type ownerArgs struct {
	Table   string  `json:"table"`
	ID      uint32  `json:"id"`
	TopURL  string  `json:"topURL,omitempty"` // for the reader's own world
	Scroll  bool    `json:"scroll,omitempty"`
	Points  []Point `json:"points,omitempty"` // of the frame's viewport
	GuardMs float64 `json:"guardMs,omitempty"`
}

// ownerReply is what a world says of a frame in it.
type ownerReply struct {
	Outcome Outcome `json:"outcome"`
	URL     string  `json:"url"`
	Title   string  `json:"title"`
	Map     affine  `json:"map"`
	// Moving tells that an animation may be moving the frame.
	Moving bool `json:"moving"`
	// Of each point: where it is in the world's viewport and as input takes it,
	// whether it can be seen, whether the pointer reaches the frame there.
	Points []Point `json:"points"`
	Input  []Point `json:"input"`
	Seen   []bool  `json:"seen"`
	Free   []bool  `json:"free"`
	// Occluder is what lies upon all points; Passing that it is about to go.
	Occluder *Occluder `json:"occluder"`
	Passing  bool      `json:"passing"`
	Scrolled bool      `json:"scrolled"`
	// Width and Height are those of the world's viewport.
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// insideReply is what the element's own world says.
type insideReply struct {
	ProbeResult
	// Spots are points of it that the pointer reaches, the best one first.
	Spots []Point `json:"spots"`
}

// passage is one action on its way through the frames around it.
type passage struct {
	links []link
	url   string // the page's at publication
	looks []*ownerReply
}

func (r *Reader) passage(in *inner, url string) *passage {
	links := r.chain(in)
	return &passage{links: links, url: url, looks: make([]*ownerReply, len(links))}
}

// outermost is the last of the looks: the reader's own world's.
func (p *passage) outermost() *ownerReply { return p.looks[len(p.looks)-1] }

// ask asks every world around the frame at the same time. It returns what is
// wrong, or OK; an error is the reader's own world's, or the end of ctx.
func (p *passage) ask(ctx context.Context, args func(i int) ownerArgs) (Outcome, error) {
	errs := make([]error, len(p.links))
	p.looks = make([]*ownerReply, len(p.links))
	var wait sync.WaitGroup
	for i := range p.links {
		l := &p.links[i]
		a := args(i)
		a.Table, a.ID = l.table, l.owner
		if i == len(p.links)-1 {
			a.TopURL = p.url
		}
		wait.Go(func() {
			var reply objectReply[ownerReply]
			if errs[i] = l.world.call(ctx, "owner", a, &reply); errs[i] == nil {
				p.looks[i], errs[i] = reply.value("owner")
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	last := len(p.links) - 1
	if errs[last] != nil {
		return "", errs[last]
	}
	switch own := p.looks[last].Outcome; own {
	case DocumentChanged, AddressChanged:
		return own, nil
	}
	for i := last; i >= 0; i-- {
		switch {
		case errs[i] != nil, p.looks[i].Outcome == DocumentChanged, p.looks[i].Outcome == Gone:
			return FrameChanged, nil
		case p.looks[i].Outcome != OK:
			return p.looks[i].Outcome, nil
		}
	}
	return OK, nil
}

// look is the first round: where the frames are.
func (p *passage) look(ctx context.Context, scroll bool) (Outcome, error) {
	return p.ask(ctx, func(int) ownerArgs { return ownerArgs{Scroll: scroll} })
}

// reach is the second round: whether the pointer gets to the points.
func (p *passage) reach(ctx context.Context, spots []Point, scroll bool, guard float64) (Outcome, error) {
	points := make([][]Point, len(p.links))
	points[0] = spots
	for i := range p.links[1:] {
		points[i+1] = make([]Point, len(spots))
		for n, spot := range points[i] {
			points[i+1][n] = p.looks[i].Map.point(spot)
		}
	}
	return p.ask(ctx, func(i int) ownerArgs {
		// A press that misses the frame is stopped by the world that it reaches.
		return ownerArgs{Scroll: scroll, Points: points[i], GuardMs: guard}
	})
}

// joined reports whether the element's world and the one around link i, and all
// in between, are in one session.
func (p *passage) joined(i int) bool {
	for _, l := range p.links[:i+1] {
		if !l.joined {
			return false
		}
	}
	return true
}

// steady reports whether nothing has moved between two rounds.
func (p *passage) steady(before []*ownerReply) bool {
	for i, now := range p.looks {
		if now.Scrolled || !now.Map.near(before[i].Map) {
			return false
		}
	}
	return true
}

// every returns the first point for which all worlds say yes, or -1.
func (p *passage) every(n int, yes func(*ownerReply) []bool) int {
next:
	for i := range n {
		for _, look := range p.looks {
			if list := yes(look); i >= len(list) || !list[i] {
				continue next
			}
		}
		return i
	}
	return -1
}

// result makes the result of what is known so far. found is nil when the
// element's world was not asked or is not there.
func (p *passage) result(in *inner, found *insideReply, outcome Outcome) *ProbeResult {
	result := &ProbeResult{}
	if found != nil {
		*result = found.ProbeResult
	}
	result.Outcome = outcome
	if own := p.outermost(); own != nil {
		result.URL, result.Title = own.URL, own.Title
	}
	for i := range p.links {
		if !p.links[i].joined {
			result.Frame = p.links[i].id
			break
		}
	}
	if found == nil {
		return result
	}
	for _, look := range p.looks {
		if look == nil || look.Outcome != OK {
			return result
		}
		result.Box = look.Map.box(result.Box)
	}
	return result
}

// aim writes a point into the result, in the coordinates of the session that
// takes input for it, and in those of the reader's own.
func (p *passage) aim(result *ProbeResult, spots []Point, n int) {
	result.Point = spots[n]
	for i, look := range p.looks {
		if p.joined(i) {
			result.Point = look.Input[n]
		}
		result.Top = look.Input[n]
	}
}

// above writes a point that something lies upon: input for it goes to what is
// around all frames, and so to what lies there.
func (p *passage) above(result *ProbeResult, spots []Point, n int) {
	p.aim(result, spots, n)
	result.Frame = ""
	result.Point = p.outermost().Input[n]
}

// cover says what lies upon the frame, or one around it.
func (p *passage) cover(result *ProbeResult, send bool) {
	result.Outcome = Occluded
	if send {
		result.Outcome = OK
	}
	for i, look := range p.looks {
		if look.Occluder != nil {
			result.Occluder = look.Occluder
			result.Occluder.Table = p.links[i].table
			return
		}
	}
}

func (p *passage) passing() bool {
	for _, look := range p.looks {
		if look.Passing {
			return true
		}
	}
	return false
}

func (p *passage) moving() bool {
	for i, look := range p.looks {
		if look.Moving && p.joined(i) {
			return true
		}
	}
	return false
}

func (p *passage) scrolled() bool {
	for _, look := range p.looks {
		if look != nil && look.Scrolled {
			return true
		}
	}
	return false
}
