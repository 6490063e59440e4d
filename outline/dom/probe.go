package dom

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Purpose says what a probe is for; it decides what must hold of the element.
type Purpose string

// The purposes of a probe.
const (
	// Click needs an enabled element that stands still and a point of it that
	// the pointer reaches.
	Click Purpose = "click"
	// Hover is Click for elements that may be disabled.
	Hover Purpose = "hover"
	// Focus needs an enabled, visible element; what lies upon it does not
	// matter to the keyboard.
	Focus Purpose = "focus"
	// Locate only measures: with Scroll it brings the element into view first.
	Locate Purpose = "locate"
)

// Prepare says what a probe for [Focus] does when everything is well, in the
// same task as its last look.
type Prepare string

// The preparations.
const (
	PrepareNothing Prepare = ""
	// PrepareFocus focuses the element's field.
	PrepareFocus Prepare = "focus"
	// PrepareSelect focuses the field, sees that it can be written to, and
	// selects all that is in it, so that typing replaces it.
	PrepareSelect Prepare = "select"
)

// Outcome says how a probe ended.
type Outcome string

// The outcomes. All but [OK] mean that nothing may be sent.
const (
	// OK: act now, at the point given.
	OK Outcome = "ok"
	// DocumentChanged: the element's table is another document's.
	DocumentChanged Outcome = "document"
	// AddressChanged: the page has another address than at publication.
	AddressChanged Outcome = "address"
	// FrameAddressChanged: the element's own frame has.
	FrameAddressChanged Outcome = "frame_address"
	// Gone: the element is not in the page any more, and not exactly one other
	// has its identity.
	Gone Outcome = "gone"
	// Mismatch: the element is another thing now (ProbeResult.Now), and not
	// exactly one other has the identity.
	Mismatch Outcome = "identity"
	// IsDisabled: it is disabled natively, by a fieldset or by aria-disabled.
	IsDisabled Outcome = "disabled"
	// IsReadOnly: its field cannot be written to.
	IsReadOnly Outcome = "readonly"
	// NotEditable: it has no field to write to.
	NotEditable Outcome = "not_editable"
	// Hidden: it is not shown.
	Hidden Outcome = "hidden"
	// NoBox: it is shown but takes no room.
	NoBox Outcome = "no_box"
	// Moving: its box did not come to rest in time.
	Moving Outcome = "moving"
	// OutOfView: no part of it can be brought into view.
	OutOfView Outcome = "out_of_view"
	// Occluded: something else lies upon it (ProbeResult.Occluder).
	Occluded Outcome = "occluded"
	// NoPointer: the pointer does not reach it though nothing is in the way.
	NoPointer Outcome = "no_pointer"
	// OutsideBox: ProbeRequest.Offset is no point of it (ProbeResult.Size).
	OutsideBox Outcome = "offset"
	// FocusRefused: it does not take the focus, or something else took it away
	// (ProbeResult.Now).
	FocusRefused Outcome = "focus"
)

// Point is a place in CSS pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// ProbeRequest asks for a last look at an element right before an action.
type ProbeRequest struct {
	// Target is what the registry knows: node, identity, role, name, and the
	// address of the element's own document.
	Target refs.Target
	// URL is the address of the page at publication, as the renderer gave it.
	// An empty one, as an empty Target.Address, lets the action pass.
	URL     string
	Purpose Purpose
	// Scroll brings the element into view where it is not.
	Scroll bool
	// Relocate looks for the thing elsewhere in the document when its element
	// is gone or has become another thing.
	Relocate bool
	// Timeout is how long to wait for an element that is disabled, hidden,
	// moving or covered. Two frames after a scroll are waited for even when it
	// is zero.
	Timeout time.Duration
	// Offset is a point of the element, from the corner of its box, in its own
	// CSS pixels; nil for any.
	Offset *Point
	// Box is where the element was when it was last read, in the viewport of
	// the world's frame; the zero Box when that is not known. When it is
	// elsewhere now, it may be moving, and the probe looks twice.
	Box outline.Box
	// Around, of Hover, puts the pointer on the nearest thing around an element
	// that is hidden.
	Around bool
	// SendOccluded lets an occluded element pass; ProbeResult.Occluder is set
	// all the same.
	SendOccluded bool
	// AllowDetached is for those who wait for the element to go: nothing is
	// relocated when it has gone.
	AllowDetached bool
	Prepare       Prepare
	// Guard is for how long the page's own events are watched for a press that
	// reaches another thing; zero for not at all. [Reader.After] ends it.
	Guard time.Duration
}

// ProbeResult is what the probe found. Coordinates are CSS pixels of the
// viewport of the world's frame.
type ProbeResult struct {
	Outcome Outcome `json:"outcome"`
	// URL and Title are the page's now.
	URL   string `json:"url"`
	Title string `json:"title"`

	// ID is the element that the thing is now, Relocated whether that is
	// another than the request named. Role, Name and Identity are what it is
	// now. They are set for all outcomes but those before [IsDisabled].
	ID        uint32 `json:"id"`
	Relocated bool   `json:"relocated"`
	Role      string `json:"role"`
	Name      string `json:"name"`
	Identity  uint64 `json:"identity"`

	// Frame is the id of the frame whose session takes input for the element;
	// empty for the session of the reader's own caller.
	Frame string `json:"-"`
	// Point is where to send the pointer, in the pixels that
	// Input.dispatchMouseEvent of that session takes.
	Point
	// Top is the same point in the pixels of the reader's own session, which is
	// what a movement between two frames takes.
	Top Point `json:"-"`
	// Box is the rectangle around the element; the zero Box when it has none.
	Box WireBox `json:"box"`
	// Size is the width and height that an offset is within, of [OutsideBox].
	Size Point `json:"size"`
	// InView tells whether Point lies in the viewport and can be seen as far
	// as scroll containers go.
	InView bool `json:"inView"`
	// Hidden is set for [Locate] of an element that is not shown; Visible tells
	// whether a person can find it, by its label if need be, and Disabled whether
	// it can be used.
	Hidden   bool `json:"hidden"`
	Visible  bool `json:"visible"`
	Disabled bool `json:"disabled"`
	// Scrolled tells whether anything was scrolled for it.
	Scrolled bool `json:"scrolled"`
	// Background tells that the tab is not in front: pointer moves and wheels
	// may not be answered there.
	Background bool `json:"background"`
	// WaitedMs is how many milliseconds were waited for frames or conditions.
	WaitedMs float64 `json:"waitedMs"`
	// By tells what the pointer reaches: "self", "label", or "nested" for a
	// control that fills the element.
	By string `json:"by"`
	// Hit is the label or control that the pointer reaches in its place.
	Hit *Thing `json:"hit"`
	// Href is where the link leads that the element is in, if any.
	Href string `json:"href"`
	// Control tells what can be done with it.
	Control Control `json:"control"`

	// Occluder is what lies upon it.
	Occluder *Occluder `json:"occluder"`
	// Now is what is there in its place: of [Mismatch] the node's present
	// thing, of [FocusRefused] what has the focus.
	Now *Thing `json:"now"`
	// Candidates is how many elements have the identity: 0, or 2 for several.
	Candidates int `json:"candidates"`
}

// WireBox is [outline.Box] as pages send it.
type WireBox struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Thing names an element. ID is 0 when it has no number in the table. Item is
// the beginning of what its item says, where that is told: of what is in the
// place of something else.
type Thing struct {
	// Table is the world table that ID belongs to; empty for the one of the
	// element that the request was about.
	Table string `json:"-"`
	ID    uint32 `json:"id"`
	Role  string `json:"role"`
	Name  string `json:"name"`
	Item  string `json:"item"`
}

// Occluder is what lies upon an element.
type Occluder struct {
	Thing
	// Text is the beginning of what the layer says.
	Text string `json:"text"`
	// Tag describes the layer's element: "div#backdrop".
	Tag string `json:"tag"`
	// Dialog is the name of the dialog that the layer belongs to, or, when it
	// has none, the beginning of its text; DialogID its number, 0 for none.
	Dialog   string `json:"dialog"`
	DialogID uint32 `json:"dialogId"`
	// Contains tells that it is not a layer but an ancestor: the element lets
	// the pointer through.
	Contains bool `json:"contains"`
}

// ControlKind says how a control is given a value.
type ControlKind string

// The kinds of controls.
const (
	NoField     ControlKind = ""       // takes no value
	TextField   ControlKind = "text"   // typed; selected by PrepareSelect
	RichField   ControlKind = "rich"   // an editor: typed, too
	ValueField  ControlKind = "value"  // date, time, colour, range: set
	SelectField ControlKind = "select" // options are chosen
	CheckField  ControlKind = "check"  // clicked
	FileField   ControlKind = "file"   // given files
	StepField   ControlKind = "step"   // a slider or spin button of the page's own: stepped by keys
)

// Control tells what kind of control an element is, or holds.
type Control struct {
	Kind ControlKind `json:"kind"`
	// Tag is the element's own, Type that of an input.
	Tag  string `json:"tag"`
	Type string `json:"type"`
	// Value is what it holds, never a password's or a card's; HasValue tells
	// whether it means anything.
	Value     string `json:"value"`
	HasValue  bool   `json:"hasValue"`
	Protected bool   `json:"protected"`
	ReadOnly  bool   `json:"readonly"`
	// MaxLength is in UTF-16 units; nil for no limit.
	MaxLength *int `json:"maxLength"`
	Multiple  bool `json:"multiple"`
	// Options is how many options a select has.
	Options int `json:"options"`
	// Range is what a StepField can be; nil for other kinds.
	Range *Range `json:"range"`
	// List is the select that an option is in.
	List *Thing `json:"list"`
}

// Range is what a slider or spin button says of itself (aria-valuenow and its
// like). Min and Max are nil where it does not say them.
type Range struct {
	Now      float64  `json:"now"`
	Min      *float64 `json:"min"`
	Max      *float64 `json:"max"`
	Vertical bool     `json:"vertical"`
}

// gateArgs is what the page scripts take of a request.
type gateArgs struct {
	Table         string   `json:"table"`
	ID            uint32   `json:"id"`
	Identity      uint64   `json:"identity"`
	Role          string   `json:"role"`
	Name          string   `json:"name"`
	TopURL        string   `json:"topURL"`
	FrameURL      string   `json:"frameURL"`
	Purpose       Purpose  `json:"purpose,omitempty"`
	Scroll        bool     `json:"scroll,omitempty"`
	Relocate      bool     `json:"relocate,omitempty"`
	TimeoutMs     float64  `json:"timeoutMs"`
	Offset        *Point   `json:"offset,omitempty"`
	Box           *WireBox `json:"box,omitempty"`
	Occlusion     string   `json:"occlusion,omitempty"`
	Around        bool     `json:"around,omitempty"`
	AllowDetached bool     `json:"allowDetached,omitempty"`
	Prepare       Prepare  `json:"prepare,omitempty"`
	GuardMs       float64  `json:"guardMs,omitempty"`

	Value  *string  `json:"value,omitempty"`
	Values []string `json:"values"`
	Labels []string `json:"labels"`
}

func targetArgs(t refs.Target, url string) gateArgs {
	return gateArgs{
		Table: t.Node.Table, ID: t.Node.ID, Identity: t.Identity, Role: t.Role, Name: t.Name,
		TopURL: url, FrameURL: t.Address,
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// probe runs the gate in the world.
func (w *world) probe(ctx context.Context, r ProbeRequest) (*ProbeResult, error) {
	var reply objectReply[ProbeResult]
	if err := w.call(ctx, "probe", probeArgs(r), &reply); err != nil {
		return nil, err
	}
	return reply.value("probe")
}

func probeArgs(r ProbeRequest) gateArgs {
	args := targetArgs(r.Target, r.URL)
	args.Purpose, args.Scroll, args.Relocate = r.Purpose, r.Scroll, r.Relocate
	args.TimeoutMs, args.GuardMs = milliseconds(r.Timeout), milliseconds(r.Guard)
	args.Offset, args.AllowDetached, args.Prepare, args.Around = r.Offset, r.AllowDetached, r.Prepare, r.Around
	if r.Box != (outline.Box{}) {
		args.Box = &WireBox{float64(r.Box.X), float64(r.Box.Y), float64(r.Box.Width), float64(r.Box.Height)}
	}
	if r.SendOccluded {
		args.Occlusion = "send"
	}
	return args
}

// objectReply is the reply of a page function that gives an object.
type objectReply[T any] struct {
	Result struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	} `json:"result"`
	Exception *exceptionDetails `json:"exceptionDetails"`
}

// installed: what is not installed gives a string in place of an object.
func (r *objectReply[T]) installed() bool { return r.Result.Type != "string" }

func (r *objectReply[T]) exception() *exceptionDetails { return r.Exception }

func (r *objectReply[T]) value(function string) (*T, error) {
	out := new(T)
	if err := json.Unmarshal(r.Result.Value, out); err != nil {
		return nil, fmt.Errorf("dom: reply of %s: %w", function, err)
	}
	return out, nil
}
