package refs

// store holds everything that the registry knows of single refs: one slot per
// known ref, three lists that every slot is on one of, and two indexes. It
// knows nothing of epochs and documents; the rules are in the other files.
//
// Slots are addressed by number, not by pointer: 72 bytes each in one array,
// which the collector walks quickly, and a freed slot is used again. Slot 0 is
// never used and stands for "none", so that the zero value of a list is empty.
type store struct {
	slots []slot
	free  int32 // first of the freed slots, linked by next

	byRef index[Ref]
	// byNode finds the first slot of a node; slot.chain leads to the others.
	// The slot at the front is the one that was seen there last. It covers
	// live and evicted slots, and archived ones of the current document.
	byNode index[place]

	words interner // tables, frames, addresses and roles: few, shared by many slots
	names recent

	keys map[int32]uint64 // semantic keys by slot; few readers make any

	live    list // most recently used first
	evicted list // evicted longest ago first
	archive list // archived longest ago first
}

// place is a [Node] with its table's name replaced by its number in words.
type place struct{ table, id uint32 }

type state uint8

const (
	unused state = iota
	live
	evicted
	archived
)

type slot struct {
	name             string // a copy: the reader's would keep the whole page's text
	identity         uint64
	at               place
	frame, address   uint32
	role             uint32
	ref              Ref
	prev, next       int32 // neighbours on the list of its state
	chain            int32 // next slot of the same node
	batch            uint32
	state            state
	chained          bool // is found through byNode
	hit              bool // was seen by the observation that is being taken in
	anotherThingHere bool // archived because its node became another thing
}

// list is a doubly linked list through slot.prev and slot.next.
type list struct {
	head, tail int32
	n          int
}

func newStore() store {
	return store{
		slots:  make([]slot, 1),
		byRef:  newRefIndex(),
		byNode: newNodeIndex(),
	}
}

// reserve makes room for n more slots before an empty table is filled: growing
// step by step would cost twice the time and leave up to a quarter unused.
func (st *store) reserve(n int) {
	if st.live.n+st.evicted.n > 0 {
		return
	}
	if room := st.known() + n + 1; cap(st.slots) < room {
		slots := make([]slot, len(st.slots), room)
		copy(slots, st.slots)
		st.slots = slots
	}
	st.byNode.reserve(st.slots, n)
	st.byRef.reserve(st.slots, st.known()+n)
}

// known counts the slots in use.
func (st *store) known() int { return st.live.n + st.evicted.n + st.archive.n }

// add makes a slot for a ref and what it stands for. It is on no list yet.
func (st *store) add(ref Ref, t *Target) int32 {
	i := st.free
	if i != 0 {
		st.free = st.slots[i].next
		st.slots[i] = slot{ref: ref}
	} else {
		i = int32(len(st.slots))
		st.slots = append(st.slots, slot{ref: ref})
	}
	s := &st.slots[i]
	st.fill(s, t)
	st.setKey(i, t.Key)
	st.byRef.put(st.slots, i)
	st.link(i)
	return i
}

// update writes down what a slot's thing looks like now and puts it at the
// front of its node's chain, since this is the latest news of that node.
func (st *store) update(i int32, t *Target) {
	st.unlink(i)
	s := &st.slots[i]
	was := *s
	st.fill(s, t)
	st.setKey(i, t.Key)
	st.release(&was)
	st.link(i)
}

// fill writes a target into a slot and holds its words.
func (st *store) fill(s *slot, t *Target) {
	s.at = place{table: st.words.hold(t.Node.Table), id: t.Node.ID}
	s.frame = st.words.hold(t.Frame)
	s.address = st.words.hold(t.Address)
	s.role = st.words.hold(t.Role)
	if s.name != t.Name {
		s.name = st.names.own(t.Name)
	}
	s.identity = t.Identity
}

// setKey writes down a semantic key; 0 is none.
func (st *store) setKey(i int32, key uint64) {
	if key == 0 {
		delete(st.keys, i)
		return
	}
	if st.keys == nil {
		st.keys = make(map[int32]uint64)
	}
	st.keys[i] = key
}

// release drops the words of a slot.
func (st *store) release(s *slot) {
	st.words.drop(s.at.table)
	st.words.drop(s.frame)
	st.words.drop(s.address)
	st.words.drop(s.role)
}

// forget drops a slot of a list.
func (st *store) forget(from *list, i int32) {
	s := &st.slots[i]
	st.take(from, i)
	st.unlink(i)
	st.release(s)
	st.byRef.remove(st.slots, s.ref)
	delete(st.keys, i)
	*s = slot{next: st.free}
	st.free = i
}

// target puts together what the registry's users see of a slot.
func (st *store) target(i int32) Target {
	s := &st.slots[i]
	return Target{
		Node:     Node{Table: st.words.text(s.at.table), ID: s.at.id},
		Frame:    st.words.text(s.frame),
		Address:  st.words.text(s.address),
		Role:     st.words.text(s.role),
		Name:     s.name,
		Identity: s.identity,
		Key:      st.keys[i],
	}
}

// first returns the front of a node's chain, or 0.
func (st *store) first(n Node) int32 {
	table, ok := st.words.find(n.Table)
	if !ok {
		return 0
	}
	return st.byNode.get(st.slots, place{table: table, id: n.ID})
}

// link puts a slot at the front of its node's chain.
func (st *store) link(i int32) {
	s := &st.slots[i]
	s.chain = st.byNode.get(st.slots, s.at)
	s.chained = true
	st.byNode.put(st.slots, i)
}

// unlink takes a slot out of its node's chain, if it is in it. Chains are one
// or two long, except for nodes that were recycled over and over; those are
// as long as the archive lets them be.
func (st *store) unlink(i int32) {
	s := &st.slots[i]
	if !s.chained {
		return
	}
	s.chained = false
	head := st.byNode.get(st.slots, s.at)
	switch {
	case head == i && s.chain == 0:
		st.byNode.remove(st.slots, s.at)
	case head == i:
		st.byNode.put(st.slots, s.chain)
	default:
		at := head
		for st.slots[at].chain != i {
			at = st.slots[at].chain
		}
		st.slots[at].chain = s.chain
	}
	s.chain = 0
}

func (st *store) pushFront(l *list, i int32) {
	s := &st.slots[i]
	s.prev, s.next = 0, l.head
	if l.head != 0 {
		st.slots[l.head].prev = i
	} else {
		l.tail = i
	}
	l.head = i
	l.n++
}

func (st *store) pushBack(l *list, i int32) {
	s := &st.slots[i]
	s.prev, s.next = l.tail, 0
	if l.tail != 0 {
		st.slots[l.tail].next = i
	} else {
		l.head = i
	}
	l.tail = i
	l.n++
}

func (st *store) take(l *list, i int32) {
	s := &st.slots[i]
	if s.prev != 0 {
		st.slots[s.prev].next = s.next
	} else {
		l.head = s.next
	}
	if s.next != 0 {
		st.slots[s.next].prev = s.prev
	} else {
		l.tail = s.prev
	}
	s.prev, s.next = 0, 0
	l.n--
}
