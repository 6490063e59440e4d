package refs

import (
	"cmp"
	"slices"
)

// The defaults of [Options]. All three numbers are the seed's.
const (
	defaultLiveCap        = 2000
	defaultArchiveEpochs  = 3
	defaultArchiveEntries = 2000
)

// Options tune a [Registry]. The zero value is what most callers want.
type Options struct {
	// FreshNumbers gives every Publish new numbers, even for what stayed the
	// same. The seed works like that; an agent then has to re-read everything.
	FreshNumbers bool
	// LiveCap is how many refs resolve at the same time; 0 or less means 2000.
	// What is over it is evicted, the least recently used first, and comes back
	// under its number when it is seen again.
	LiveCap int
	// ArchiveEpochs is how many tables are remembered for revalidation after
	// they were replaced, not counting those that lost nothing; 0 means 3, and
	// less means none.
	ArchiveEpochs int
	// ArchiveEntries is how many refs the archive holds in total; 0 means 2000,
	// and less means none. As many refs may also be evicted by Adopt in one
	// epoch before the first of them are forgotten.
	ArchiveEntries int
}

// withDefaults replaces zeros by the documented numbers.
func (o Options) withDefaults() Options {
	if o.LiveCap <= 0 {
		o.LiveCap = defaultLiveCap
	}
	if o.ArchiveEpochs == 0 {
		o.ArchiveEpochs = defaultArchiveEpochs
	}
	if o.ArchiveEntries == 0 {
		o.ArchiveEntries = defaultArchiveEntries
	}
	o.ArchiveEpochs = max(o.ArchiveEpochs, 0)
	o.ArchiveEntries = max(o.ArchiveEntries, 0)
	return o
}

// Registry is the ref table of one page session. It is not safe for concurrent
// use. Make one with [New].
type Registry struct {
	store
	opts Options

	epoch    uint64
	observed bool
	document Document // of the current table; zero when there is no evidence
	stay     uint64   // counts documents; archived slots of another stay are foreign

	last        Ref // the number issued last
	published   Ref // the number issued last when the table was published
	navigated   Ref // the number issued last when a document was left
	overflow    int // how many targets of the last Publish found no room
	batches     []batch
	nextBatchID uint32

	hydrated hydration

	foreignNumbers spans // issued by other registries
}

// New returns an empty registry, which was never observed.
func New(o Options) *Registry {
	return &Registry{store: newStore(), opts: o.withDefaults()}
}

// Epoch numbers the life of one table: Publish and Invalidate begin a new one,
// nothing else does. It is 0 before the first publish. A caller that reads from
// the page notes the epoch first and hands it in with what it read, so that a
// reply that was overtaken by a navigation is recognised.
func (r *Registry) Epoch() uint64 { return r.epoch }

// Observed reports whether the page was ever observed. It stays true after a
// navigation, and hydrated refs do not make it true.
func (r *Registry) Observed() bool { return r.observed }

// Document is the document of the current table. Its URL is the address at the
// time of publication, which the gate compares with; an empty URL or Loader is
// no evidence. Both are empty after a navigation.
func (r *Registry) Document() Document { return r.document }

// BackfillURL gives the current table an address when it has none, as
// revalidation does after a read or a gate left it without. A table that has an
// address keeps it: a later one would hide the change that the gate looks for.
// The address must come from the renderer, like those of observations.
func (r *Registry) BackfillURL(epoch uint64, url string) error {
	if err := r.late(epoch); err != nil {
		return err
	}
	if r.observed && r.document.URL == "" {
		r.document.URL = url
	}
	return nil
}

// Lookup returns the live ref of a node: the one that was printed for it last.
// When the node was seen to be another thing since, its old ref does not count.
func (r *Registry) Lookup(node Node) (Ref, bool) {
	var best Ref
	head := r.first(node)
	for i := head; i != 0; i = r.slots[i].chain {
		s := &r.slots[i]
		if s.state == live && s.ref > best && (i == head || r.sameThing(i, r.slots[head].identity)) {
			best = s.ref
		}
	}
	return best, best != 0
}

// Entry is a line of [Registry.List].
type Entry struct {
	Ref        Ref
	Node       Node
	Frame      string
	Role, Name string
}

// List returns the live refs in the order of their numbers. It leaves out the
// digests, which serve decisions in here and mean nothing outside.
func (r *Registry) List() []Entry {
	out := make([]Entry, 0, r.live.n)
	for i := r.live.head; i != 0; i = r.slots[i].next {
		t := r.target(i)
		out = append(out, Entry{Ref: r.slots[i].ref, Node: t.Node, Frame: t.Frame, Role: t.Role, Name: t.Name})
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(a.Ref, b.Ref) })
	return out
}

// Nodes returns the ids within a world table that some ref stands for or may
// stand for again (live, evicted or archived), ascending. The page side may
// drop all others.
func (r *Registry) Nodes(table string) []uint32 {
	want, ok := r.words.find(table)
	if !ok {
		return nil
	}
	var ids []uint32
	for i := range r.slots {
		if s := &r.slots[i]; s.state != unused && s.at.table == want {
			ids = append(ids, s.at.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// late refuses what was read in another epoch than the current one.
func (r *Registry) late(epoch uint64) error {
	if epoch != r.epoch {
		return &LateError{Epoch: epoch, Current: r.epoch}
	}
	return nil
}

// sameThing reports whether a slot has this identity. Zero equals nothing.
func (r *Registry) sameThing(i int32, identity uint64) bool {
	return identity != 0 && r.slots[i].identity == identity
}

// issue returns the next number, or 0 when all four thousand million are used
// up: better a row without a ref than a number used twice.
func (r *Registry) issue() Ref {
	if r.last == ^Ref(0) {
		return 0
	}
	r.last++
	return r.last
}

// evict makes the table fit its cap and returns how many refs had to leave it.
// Then it makes the evicted ones fit theirs: what the last Publish overflowed
// has room in full, so that a find can bring any row of a large page back, and
// what Adopt adds on an endless page does not grow for ever.
func (r *Registry) evict() int {
	n := 0
	for ; r.live.n > r.opts.LiveCap; n++ {
		i := r.live.tail
		r.take(&r.live, i)
		r.slots[i].state = evicted
		r.pushBack(&r.evicted, i)
	}
	for r.evicted.n > r.overflow+r.opts.ArchiveEntries {
		r.forget(&r.evicted, r.evicted.head)
	}
	return n
}

// use makes a slot the most recently used live one, from whatever it was.
func (r *Registry) use(i int32) {
	r.detach(i, &r.live)
	r.slots[i].state = live
	r.pushFront(&r.live, i)
}

// valid reports whether a node can be addressed.
func (n Node) valid() bool { return n.Table != "" && n.ID != 0 }

// otherDocument reports whether two loader ids contradict each other. An empty
// one is no evidence and contradicts nothing.
func otherDocument(a, b string) bool { return a != "" && b != "" && a != b }
