package refs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// history plays operations that are decoded from bytes against a registry and
// its dumb twin, and compares them after each. The world is small, so that
// collisions are common: eight nodes, three things, three keys, two frames,
// tables of three refs. Apart from the twin it keeps a ledger of what every
// number was given to; that knows nothing of the rules and only demands that
// no number is ever given to something else, restarts of the process included.
type history struct {
	t     testing.TB
	bytes []byte

	r    *Registry
	m    *model
	docs []Document
	doc  int      // index of the one that is shown
	seen []Target // what the last observation showed

	ledger  map[Ref]uint64 // the identity that a number was given to
	sighted map[sighting]bool
	highest Ref
	log     []string
}

type sighting struct {
	node     Node
	identity uint64
}

func newHistory(t testing.TB, b []byte) *history {
	h := &history{t: t, bytes: b, ledger: map[Ref]uint64{}, sighted: map[sighting]bool{}}
	o := Options{LiveCap: 3, ArchiveEpochs: 2, ArchiveEntries: 4}
	switch h.next(4) {
	case 1:
		o.FreshNumbers = true
	case 2:
		o = Options{LiveCap: 1, ArchiveEpochs: -1, ArchiveEntries: -1}
	case 3:
		o = Options{}
	}
	h.r, h.m = New(o), newModel(o)
	h.navigate()
	return h
}

// next reads a number below n; behind the end all are 0.
func (h *history) next(n int) int {
	if len(h.bytes) == 0 {
		return 0
	}
	b := h.bytes[0]
	h.bytes = h.bytes[1:]
	return int(b) % n
}

func (h *history) run() {
	for len(h.bytes) > 0 {
		h.step()
		h.compare()
	}
}

func (h *history) step() {
	switch h.next(18) {
	case 0, 1, 2, 3:
		h.publish()
	case 4, 5, 6:
		h.adopt(h.r.Epoch())
	case 7:
		h.adopt(h.r.Epoch() - 1)
	case 8:
		h.navigate()
		h.invalidate()
	case 9:
		h.navigate() // the owner does not notice
	case 10:
		h.doc = h.next(len(h.docs)) // the back-forward cache
		h.seen = nil
		h.invalidate()
	case 11:
		h.invalidate() // a route change
	case 12:
		h.resolve()
		h.r.squeeze() // must make no difference at any time
	case 13:
		h.restore()
	case 14:
		h.rebind()
	case 15:
		h.restart()
	case 16:
		h.show()
	case 17:
		h.recognise()
	}
}

func (h *history) navigate() {
	n := len(h.docs)
	d := Document{Loader: fmt.Sprintf("L%d", n), URL: fmt.Sprintf("https://site/%d", n)}
	switch h.next(8) {
	case 1:
		d.Loader = ""
	case 2:
		d.URL = ""
	}
	h.docs = append(h.docs, d)
	h.seen = nil
	h.doc = n
}

func (h *history) invalidate() {
	h.logf("invalidate")
	h.same("delta", h.r.Invalidate(), h.m.invalidate())
}

// targets decodes what a read of the current document shows.
func (h *history) targets() []Target {
	if h.next(3) == 2 {
		return h.seen // nothing has changed, unless the document has
	}
	out := make([]Target, h.next(7))
	for i := range out {
		out[i] = h.target()
	}
	h.seen = out
	return out
}

func (h *history) target() Target {
	n := h.next(9)
	frame := []string{"F1", "F2"}[n%2]
	t := Target{
		Node:  Node{Table: fmt.Sprintf("w%d%s", h.doc, frame), ID: uint32(n / 2)},
		Frame: frame,
		Role:  "button",
	}
	v := h.next(12)
	t.Identity, t.Key = uint64(v%4), uint64(v/4)
	t.Address = "https://" + frame + "/" + strconv.Itoa(v%2)
	t.Name = fmt.Sprint("thing ", t.Identity)
	return t
}

func (h *history) observation() Observation {
	o := Observation{Document: h.docs[h.doc], Targets: h.targets()}
	switch h.next(4) {
	case 1:
		o.Unread = []string{"F1"}
	case 2:
		o.Unread = []string{"F2", "F3"}
	}
	return o
}

func (h *history) publish() {
	o := h.observation()
	h.logf("publish %+v", o)
	need, waiting := h.r.Need(o), h.m.waiting != nil
	got := h.r.Publish(o)
	h.checkDelta(o, got, h.m.publish(o))
	h.checkNeed(o, need, got, !waiting)
}

func (h *history) adopt(epoch uint64) {
	o := h.observation()
	h.logf("adopt %d %+v", epoch, o)
	need := h.r.Need(o)
	got, err := h.r.Adopt(epoch, o)
	h.checkNeed(o, need, got, false)
	want, ok := h.m.adopt(epoch, o)
	h.checkError(err, ok)
	if ok {
		h.checkDelta(o, got, want)
	}
}

// checkNeed compares what was said to be needed with what was issued; exactly, as
// long as no node comes twice.
func (h *history) checkNeed(o Observation, need int, got Delta, exactly bool) {
	nodes := map[Node]bool{}
	for _, t := range o.Targets {
		exactly = exactly && !nodes[t.Node]
		nodes[t.Node] = true
	}
	if got.New > need || exactly && got.New < need {
		h.failf("%d numbers were issued, and %d said to be needed", got.New, need)
	}
}

// checkDelta compares deltas and enters numbers into the ledger.
func (h *history) checkDelta(o Observation, got, want Delta) {
	h.same("delta", got, want)
	highest := h.highest
	for i, ref := range got.Refs {
		if ref == 0 {
			continue
		}
		if slices.Contains(got.Refs[:i], ref) {
			h.failf("%v was given to two nodes at once", ref)
		}
		t := o.Targets[i]
		h.sighted[sighting{t.Node, t.Identity}] = true
		was, issued := h.ledger[ref]
		switch {
		case !issued && ref <= highest:
			h.failf("%v is new and not above %v", ref, highest)
		case issued && (was != t.Identity || was == 0):
			h.failf("%v was given to thing %d and is now given to %d", ref, was, t.Identity)
		}
		h.ledger[ref] = t.Identity
		h.highest = max(h.highest, ref)
	}
}

// someRef decodes a ref: most often one in the wanted state, but also the zero
// Ref and one that was not issued yet.
func (h *history) someRef(often state) Ref {
	if h.next(4) > 0 {
		if l := h.m.in(often, byUse); len(l) > 0 {
			return l[h.next(len(l))].ref
		}
	}
	return Ref(h.next(int(h.highest) + 2))
}

func (h *history) resolve() {
	ref := h.someRef(live)
	h.logf("resolve %v", ref)
	if _, err := h.r.Resolve(ref); err == nil {
		h.m.use(h.m.get(ref))
	}
}

func (h *history) show() {
	list := make([]Ref, h.next(5))
	for i := range list {
		list[i] = h.someRef([]state{live, evicted, archived}[h.next(3)])
	}
	epoch := h.r.Epoch() - uint64(h.next(8)/7)
	h.logf("show %d %v", epoch, list)
	h.checkError(h.r.Show(epoch, list), h.m.show(epoch, list))
}

func (h *history) recognise() {
	o := h.observation()
	h.logf("recognise %+v", o)
	h.same("numbers", h.r.Recognise(o), h.m.recognise(o))
}

// thingFor decodes a target for a ref: often the one that it had.
func (h *history) thingFor(ref Ref) Target {
	t := h.target()
	x := h.m.get(ref)
	if x == nil {
		return t
	}
	switch h.next(4) {
	case 0:
		return x.t
	case 1:
		t.Identity = x.t.Identity
	case 2:
		t.Node, t.Frame = x.t.Node, x.t.Frame
	}
	return t
}

func (h *history) restore() {
	ref := h.someRef(archived)
	t := h.thingFor(ref)
	epoch := h.r.Epoch() - uint64(h.next(8)/7)
	h.logf("restore %d %v %+v", epoch, ref, t)
	err := h.r.Restore(epoch, ref, t, h.docs[h.doc].URL)
	h.checkError(err, h.m.restore(epoch, ref, t, h.docs[h.doc].URL))
	if err == nil {
		h.sighted[sighting{t.Node, t.Identity}] = true
	}
}

func (h *history) rebind() {
	ref := h.someRef(live)
	t := h.thingFor(ref)
	epoch := h.r.Epoch() - uint64(h.next(8)/7)
	h.logf("rebind %d %v %+v", epoch, ref, t)
	var before []Target
	for i := range h.highest + 1 {
		x, _ := peek(h.r, i)
		if x.Node == (Node{}) {
			x, _, _ = h.r.Archived(i)
		}
		before = append(before, x)
	}
	err := h.r.Rebind(epoch, ref, t)
	h.checkError(err, h.m.rebind(epoch, ref, t))
	if err != nil {
		return
	}
	h.sighted[sighting{t.Node, t.Identity}] = true
	// The owner said that this thing looks different now. All its numbers know.
	was := before[ref]
	for i := range before {
		x := h.r.byRef.get(h.r.slots, Ref(i))
		if x != 0 && before[i].Node == was.Node && before[i].Identity == was.Identity && h.r.slots[x].state != archived {
			if Ref(i) == ref || was.Node == t.Node && was.Identity != 0 {
				h.ledger[Ref(i)] = t.Identity
			}
		}
	}
}

// restart ends the process: only what Export returned survives.
func (h *history) restart() {
	b := h.r.Export()
	h.logf("restart %+v", b)
	h.same("bindings", b, h.m.export())
	if len(b.Keys) > h.r.opts.LiveCap {
		h.failf("%d bindings", len(b.Keys))
	}
	o := h.r.opts
	h.r, h.m = New(o), newModel(o)
	if err := h.r.Hydrate(b); err != nil {
		h.failf("hydrate: %v", err)
	}
	h.m.hydrate(b)
}

func (h *history) checkError(err error, ok bool) {
	h.t.Helper()
	if (err == nil) != ok {
		h.failf("error %v; the model allows it: %v", err, ok)
	}
	var late *LateError
	var stale *StaleError
	if err != nil && !errors.As(err, &late) && !errors.As(err, &stale) {
		h.failf("error %v is of no documented type", err)
	}
}

// compare looks at everything that can be seen from outside.
func (h *history) compare() {
	h.t.Helper()
	if err := inconsistency(h.r); err != nil {
		h.failf("the registry contradicts itself: %v", err)
	}
	h.same("epoch", h.r.Epoch(), h.m.epoch)
	h.same("observed", h.r.Observed(), h.m.observed)
	h.same("document", h.r.Document(), h.m.doc)
	var listed []Ref
	for _, e := range h.r.List() {
		listed = append(listed, e.Ref)
	}
	h.same("live refs", listed, h.m.liveRefs())
	for ref := range h.highest + 2 {
		got, err := peek(h.r, ref)
		var stale *StaleError
		var reason Reason
		if errors.As(err, &stale) {
			reason = stale.Reason
		}
		if want := h.m.why(ref); reason != want {
			h.failf("%v: reason %q, the model says %q", ref, reason, want)
		}
		if err != nil {
			continue
		}
		if want := h.m.get(ref).t; got != want {
			h.failf("%v resolves to %+v, the model says %+v", ref, got, want)
		}
		if got.Identity != h.ledger[ref] {
			h.failf("%v was given to thing %d and resolves to %d", ref, h.ledger[ref], got.Identity)
		}
		if !h.sighted[sighting{got.Node, got.Identity}] {
			h.failf("%v resolves to %v, where its thing was never seen", ref, got.Node)
		}
		if found, _ := h.r.Lookup(got.Node); found != h.m.lookup(got.Node) {
			h.failf("%v is looked up as %v, the model says %v", got.Node, found, h.m.lookup(got.Node))
		}
	}
}

func (h *history) same(what string, got, want any) {
	h.t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		h.failf("%s: model -, registry +\n%s", what, d)
	}
}

func (h *history) logf(format string, args ...any) {
	h.log = append(h.log, fmt.Sprintf(format, args...))
}

func (h *history) failf(format string, args ...any) {
	h.t.Helper()
	for i, l := range h.log {
		h.t.Logf("%3d %s", i, l)
	}
	h.t.Fatalf(format, args...)
}
