package refs

import (
	"cmp"
	"slices"
)

// model is the registry's dumb twin: it keeps a record of every number for
// ever, has no index and no list, and finds everything by looking at all of it.
// Order is told by a clock that ticks at every event.
type model struct {
	opts     Options
	records  []*record // in the order of their numbers; never shortened
	clock    int
	epoch    uint64
	observed bool
	doc      Document
	stay     int
	overflow int
	batches  int

	last, published, navigated Ref
	waiting                    *Bindings // hydrated and not decided
}

type record struct {
	ref      Ref
	t        Target
	state    state
	used     int // clock of the last use
	moved    int // clock of the eviction or archiving
	asserted int // clock of the latest news of its node
	batch    int
	doc      Document // of the batch
	stay     int
	mismatch bool
}

func newModel(o Options) *model { return &model{opts: o.withDefaults()} }

func (m *model) tick() int { m.clock++; return m.clock }

func (m *model) get(ref Ref) *record {
	for _, x := range m.records {
		if x.ref == ref && x.state != unused {
			return x
		}
	}
	return nil
}

// in returns the records of a state, by a clock.
func (m *model) in(s state, by func(*record) int) []*record {
	var out []*record
	for _, x := range m.records {
		if x.state == s {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b *record) int { return cmp.Compare(by(a), by(b)) })
	return out
}

func byUse(x *record) int  { return x.used }
func byMove(x *record) int { return x.moved }

func (m *model) here(n Node) []*record {
	var out []*record
	for _, x := range m.records {
		if x.t.Node == n && x.state != unused && (x.state != archived || x.stay == m.stay) {
			out = append(out, x)
		}
	}
	return out
}

func alike(a, b uint64) bool { return a != 0 && a == b }

// exactly finds the record of a thing on a node.
func (m *model) exactly(t Target) *record {
	var best *record
	for _, x := range m.here(t.Node) {
		if !alike(x.t.Identity, t.Identity) {
			continue
		}
		if best == nil || x.state < best.state || x.state == best.state && x.ref > best.ref {
			best = x
		}
	}
	return best
}

func (m *model) create(ref Ref, t Target) *record {
	x := &record{ref: ref, t: t, state: live, used: m.tick(), asserted: m.tick()}
	m.records = append(m.records, x)
	return x
}

func (m *model) assert(x *record, t Target) { x.t = t; x.asserted = m.tick() }

func (m *model) use(x *record) { x.state, x.mismatch, x.used = live, false, m.tick() }

func (m *model) evict() int {
	n := 0
	for l := m.in(live, byUse); len(l) > m.opts.LiveCap; l = l[1:] {
		l[0].state, l[0].moved = evicted, m.tick()
		n++
	}
	for l := m.in(evicted, byMove); len(l) > m.overflow+m.opts.ArchiveEntries; l = l[1:] {
		l[0].state = unused
	}
	return n
}

// shelve archives records as one batch and trims the archive.
func (m *model) shelve(gone []*record, doc Document) {
	m.batches++
	for _, x := range gone {
		x.state, x.moved = archived, m.tick()
		x.batch, x.doc, x.stay = m.batches, doc, m.stay
	}
	for {
		a := m.in(archived, byMove)
		ids := map[int]bool{}
		for _, x := range a {
			ids[x.batch] = true
		}
		if len(a) <= m.opts.ArchiveEntries && len(ids) <= m.opts.ArchiveEpochs {
			return
		}
		a[0].state = unused
	}
}

func (m *model) leave() []Ref {
	m.drop(true)
	all := m.in(evicted, byMove)
	all = append(all, m.in(live, byUse)...)
	gone := m.liveRefs()
	m.shelve(all, m.doc)
	m.doc, m.overflow, m.navigated = Document{}, 0, m.last
	m.stay++
	return gone
}

func (m *model) liveRefs() []Ref {
	var out []Ref
	for _, x := range m.in(live, byUse) {
		out = append(out, x.ref)
	}
	slices.Sort(out)
	return out
}

func (m *model) invalidate() Delta {
	if !m.observed {
		m.drop(true)
		return Delta{Epoch: m.epoch}
	}
	gone := m.leave()
	m.epoch++
	return Delta{Epoch: m.epoch, Gone: gone}
}

func (m *model) publish(o Observation) Delta {
	d := Delta{Refs: make([]Ref, len(o.Targets))}
	if otherDocument(m.doc.Loader, o.Document.Loader) {
		d.Gone = m.leave()
	}
	waiting := m.waiting
	m.drop(waiting != nil && otherDocument(waiting.Loader, o.Document.Loader))
	was := m.doc
	m.epoch++
	m.observed, m.doc, d.Epoch = true, o.Document, m.epoch

	before := m.in(live, byUse)
	wasEvicted := m.in(evicted, byMove)
	shown := map[Node]uint64{}
	winners := map[*record]bool{}
	var order, more []*record
	for i, t := range o.Targets {
		if _, again := shown[t.Node]; again || !t.Node.valid() {
			continue
		}
		x := m.exactly(t)
		if m.opts.FreshNumbers {
			x = nil
		}
		old := waiting.numberOf(t, o)
		switch {
		case x != nil:
			m.assert(x, t)
			x.state, x.mismatch = live, false
			d.Kept++
			if old != 0 {
				more = append(more, &record{ref: old, t: t, state: live})
			}
		case old != 0:
			x = m.create(old, t)
			d.Kept++
		case m.last == ^Ref(0):
			continue
		default:
			m.last++
			x = m.create(m.last, t)
			d.New++
		}
		shown[t.Node] = t.Identity
		winners[x] = true
		order = append(order, x)
		d.Refs[i] = x.ref
	}
	for _, x := range more {
		x.asserted = m.tick()
		m.records = append(m.records, x)
	}
	m.overflow = max(0, d.Kept+d.New-m.opts.LiveCap)

	// What was not shown stays, or goes.
	stays := func(x *record) bool {
		identity, seen := shown[x.t.Node]
		if seen && alike(identity, x.t.Identity) {
			return !m.opts.FreshNumbers
		}
		x.mismatch = seen && identity != 0 && x.t.Identity != 0
		return !seen && slices.Contains(o.Unread, x.t.Frame)
	}
	var gone []*record
	for _, x := range append(wasEvicted, before...) {
		if winners[x] || stays(x) {
			continue
		}
		if x.state == live {
			d.Gone = append(d.Gone, x.ref)
		}
		gone = append(gone, x)
	}
	m.shelve(gone, was)
	slices.Sort(d.Gone)
	for _, x := range slices.Backward(append(order, more...)) {
		x.used = m.tick()
	}
	m.published = m.last
	d.Evicted = m.evict()
	return d
}

func (m *model) adopt(epoch uint64, o Observation) (Delta, bool) {
	if epoch != m.epoch || otherDocument(m.doc.Loader, o.Document.Loader) {
		return Delta{}, false
	}
	if m.waiting != nil && otherDocument(m.waiting.Loader, o.Document.Loader) {
		m.drop(true)
	}
	if m.doc == (Document{}) && len(m.in(live, byUse))+len(m.in(evicted, byMove)) == 0 {
		m.doc = o.Document
	}
	m.observed = true
	d := Delta{Epoch: m.epoch, Refs: make([]Ref, len(o.Targets))}
	found := make([]*record, len(o.Targets))
	first := map[Node]int{}
	for i, t := range o.Targets {
		if _, again := first[t.Node]; again || !t.Node.valid() {
			continue
		}
		first[t.Node] = i
		if x := m.exactly(t); x != nil {
			found[i] = x
			m.assert(x, t)
		}
	}
	var moves []func()
	for i, t := range o.Targets {
		if first[t.Node] != i || !t.Node.valid() || found[i] != nil || t.Key == 0 {
			continue
		}
		if o.Document.Loader == "" || o.Document.Loader != m.doc.Loader {
			continue
		}
		same := 0
		for j, u := range o.Targets {
			if u.Key == t.Key && u.Node.valid() && first[u.Node] == j {
				same++
			}
		}
		if x := m.onlyOneWithKey(t.Key); same == 1 && x != nil && !slices.Contains(found, x) && alike(x.t.Identity, t.Identity) {
			moves = append(moves, func() { m.assert(x, t); found[i] = x })
		}
	}
	for _, move := range moves {
		move()
	}
	for i, t := range o.Targets {
		if first[t.Node] != i || !t.Node.valid() {
			continue
		}
		if found[i] != nil {
			d.Kept++
		} else if m.last != ^Ref(0) {
			m.last++
			found[i] = m.create(m.last, t)
			d.New++
		} else {
			continue
		}
		d.Refs[i] = found[i].ref
	}
	for _, x := range slices.Backward(found) {
		if x != nil {
			m.use(x)
		}
	}
	d.Evicted = m.evict()
	return d, true
}

// onlyOneWithKey returns the record that speaks for the only live or evicted
// thing with a key, or nil. Records of one thing on one node are one thing.
func (m *model) onlyOneWithKey(key uint64) *record {
	var best *record
	for _, x := range m.records {
		if x.t.Key != key || x.state != live && x.state != evicted {
			continue
		}
		switch {
		case best == nil:
			best = x
		case x.t.Node != best.t.Node || !alike(x.t.Identity, best.t.Identity):
			return nil
		case x.state < best.state || x.state == best.state && x.ref > best.ref:
			best = x
		}
	}
	return best
}

func (m *model) restore(epoch uint64, ref Ref, t Target, url string) bool {
	x := m.get(ref)
	if epoch != m.epoch || x == nil || !t.Node.valid() || !alike(x.t.Identity, t.Identity) {
		return false
	}
	loader := m.doc.Loader
	if x.state == archived {
		if x.stay != m.stay && x.doc.Loader == "" || otherDocument(loader, x.doc.Loader) {
			return false
		}
		loader = x.doc.Loader
	}
	m.use(x)
	m.assert(x, t)
	if m.doc.Loader == "" {
		m.doc.Loader = loader
	}
	m.evict()
	m.backfill(epoch, url)
	return true
}

func (m *model) show(epoch uint64, list []Ref) bool {
	if epoch != m.epoch {
		return false
	}
	for _, ref := range slices.Backward(list) {
		if x := m.get(ref); x != nil && x.state != archived {
			m.use(x)
		}
	}
	m.evict()
	return true
}

func (m *model) recognise(o Observation) []Ref {
	known := make([]Ref, len(o.Targets))
	if otherDocument(m.doc.Loader, o.Document.Loader) {
		return known
	}
	for i, t := range o.Targets {
		if x := m.exactly(t); t.Node.valid() && x != nil && x.state != archived {
			known[i] = x.ref
		}
	}
	return known
}

func (m *model) backfill(epoch uint64, url string) {
	if epoch == m.epoch && m.observed && m.doc.URL == "" {
		m.doc.URL = url
	}
}

func (m *model) rebind(epoch uint64, ref Ref, t Target) bool {
	x := m.get(ref)
	if epoch != m.epoch || x == nil || x.state != live || !t.Node.valid() || t.Identity == 0 {
		return false
	}
	switch was := x.t; {
	case t.Identity == was.Identity:
		m.assert(x, t)
	case t.Node != was.Node:
		return false
	default:
		if top := m.newest(t.Node); top != x && !alike(top.t.Identity, was.Identity) {
			return false
		}
		for _, y := range m.here(t.Node) {
			if y == x || y.state != archived && alike(y.t.Identity, was.Identity) {
				m.assert(y, t)
			}
		}
	}
	m.use(x)
	return true
}

func (m *model) newest(n Node) *record {
	var top *record
	for _, x := range m.here(n) {
		if top == nil || x.asserted > top.asserted {
			top = x
		}
	}
	return top
}

func (m *model) lookup(n Node) Ref {
	top := m.newest(n)
	var best Ref
	for _, x := range m.here(n) {
		if x.state == live && (x == top || alike(x.t.Identity, top.t.Identity)) {
			best = max(best, x.ref)
		}
	}
	return best
}

// why returns the reason why a ref does not resolve, or "" when it does.
func (m *model) why(ref Ref) Reason {
	x := m.get(ref)
	switch {
	case !m.observed, x == nil && m.waiting != nil && ref != 0 && ref <= m.waiting.Last:
		return NeverObserved
	case ref == 0 || ref > m.last:
		return NeverIssued
	case x == nil && ref <= m.navigated:
		return Navigated
	case x == nil && ref <= m.published:
		return Outlived
	case x == nil || x.state == evicted:
		return Evicted
	case x.state == live:
		return ""
	case x.stay != m.stay && (x.doc.Loader == "" || x.doc.Loader != m.doc.Loader):
		return Navigated
	case x.mismatch:
		return IdentityMismatch
	case x.stay != m.stay:
		return Returned
	default:
		return Outlived
	}
}
