package dom

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/refs"
)

// ScrollRequest asks for a scroll by a distance, or to a place.
type ScrollRequest struct {
	// Target is the scroll container, or something in it. With no Node.ID it is
	// what is in the middle of the view.
	Target refs.Target
	URL    string // as in ProbeRequest
	// DX and DY are the distance in CSS pixels.
	DX, DY float64
	// To is "top" or "bottom"; empty for a distance.
	To string
	// Hidden scrolls though the tab is not in front (ScrollResult.Background);
	// without it nothing is done then.
	Hidden  bool
	Timeout time.Duration
}

// ScrollResult is what was found of a scroll.
type ScrollResult struct {
	ProbeResult
	Plan ScrollPlan `json:"plan"`
}

// ScrollPlan says how to do a scroll, and what it starts from. Unless Wheel is
// set the page script has done what there was to do.
type ScrollPlan struct {
	// ID is the container's number; 0 when nothing scrolls.
	ID uint32 `json:"id"`
	// Container names it, unless it is the page itself (Page).
	Container *Thing `json:"container"`
	Page      bool   `json:"page"`
	// Wheel tells to turn the wheel at the point, in the pixels that
	// Input.dispatchMouseEvent takes.
	Wheel bool `json:"wheel"`
	Point
	// Scripted tells that no wheel reaches the container.
	Scripted bool `json:"scripted"`
	// Stuck tells that it cannot go on in the direction.
	Stuck bool `json:"stuck"`
	// Before and Size are where it was, for [Reader.Scrolled].
	Before ScrollPosition `json:"before"`
	Size   ScrollSize     `json:"size"`
	// Horizontal and Forward are the direction.
	Horizontal bool `json:"horizontal"`
	Forward    bool `json:"forward"`

	table, frame string // where ID counts
}

// ScrollPosition is scrollLeft and scrollTop.
type ScrollPosition struct {
	Left float64 `json:"left"`
	Top  float64 `json:"top"`
}

// ScrollSize is scrollWidth and scrollHeight.
type ScrollSize struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Scrolled is what came of a scroll, in CSS pixels.
type Scrolled struct {
	// Document tells that the page shows another document, Gone that the
	// container is not there any more; nothing else is set then.
	Document bool `json:"document"`
	Gone     bool `json:"gone"`
	// X and Y are how far it moved, to the right and down.
	X float64 `json:"x"`
	Y float64 `json:"y"`
	// Room is how much is left each way.
	Room struct {
		Above float64 `json:"above"`
		Below float64 `json:"below"`
		Left  float64 `json:"left"`
		Right float64 `json:"right"`
	} `json:"room"`
	// Edge tells that it cannot go on in the direction, Grew that there is more
	// content than before.
	Edge bool `json:"edge"`
	Grew bool `json:"grew"`
}

type scrollArgs struct {
	gateArgs
	DX float64 `json:"dx"`
	DY float64 `json:"dy"`
	To string  `json:"to,omitempty"`

	Hidden bool `json:"hidden,omitempty"`
}

type scrolledArgs struct {
	Table      string         `json:"table"`
	ID         uint32         `json:"id"`
	Before     ScrollPosition `json:"before"`
	Size       ScrollSize     `json:"size"`
	Horizontal bool           `json:"horizontal"`
	Forward    bool           `json:"forward"`
	RestMs     float64        `json:"restMs"`
	GrowMs     float64        `json:"growMs"`
}

// Scroll checks an element as a probe does, finds what is scrolled with it and
// how. See [ScrollPlan].
func (r *Reader) Scroll(ctx context.Context, request ScrollRequest) (*ScrollResult, error) {
	target := request.Target
	if target.Node.ID == 0 {
		// The page itself, whatever is shown in it.
		target = refs.Target{Node: refs.Node{Table: r.Table()}}
	}
	args := scrollArgs{gateArgs: targetArgs(target, request.URL), DX: request.DX, DY: request.DY, To: request.To, Hidden: request.Hidden}
	args.Relocate, args.TimeoutMs = true, milliseconds(request.Timeout)
	result, passage, err := perform[ScrollResult](ctx, r, target, request.URL, "scroll", args)
	if err != nil {
		return nil, err
	}
	plan := &result.Plan
	plan.table, plan.frame = target.Node.Table, target.Frame
	if request.Target.Node.ID == 0 {
		plan.table = r.Table() // known now, if it was not before
	}
	if plan.Container != nil {
		plan.Container.Table = plan.table
	}
	if passage != nil {
		plan.Point = passage.outside(plan.Point)
		if plan.Page {
			plan.Page, plan.Container = false, &Thing{Role: "iframe"}
		}
	}
	return result, nil
}

// Scrolled waits until a scroll has come to rest, rest at most, and tells how
// far it went. At the end of the container it waits for more content, grow at
// most.
func (r *Reader) Scrolled(ctx context.Context, plan ScrollPlan, rest, grow time.Duration) (*Scrolled, error) {
	args := scrolledArgs{
		Table: plan.table, ID: plan.ID, Before: plan.Before, Size: plan.Size, Horizontal: plan.Horizontal, Forward: plan.Forward,
		RestMs: milliseconds(rest), GrowMs: milliseconds(grow),
	}
	in, known := r.find(plan.frame, plan.table)
	if !known {
		return &Scrolled{Gone: true}, nil
	}
	var reply objectReply[Scrolled]
	if err := r.worldOf(in).call(ctx, "scrolled", args, &reply); err != nil {
		if in != nil && ctx.Err() == nil {
			return &Scrolled{Gone: true}, nil // the frame has gone
		}
		return nil, err
	}
	return reply.value("scrolled")
}

// Still waits until the page has painted twice.
func (r *Reader) Still(ctx context.Context) error {
	var reply objectReply[struct{}]
	return r.world.call(ctx, "still", struct{}{}, &reply)
}
