package refs

// slack is how many slots may lie idle before it is worth making new arrays.
const slack = 1024

// compact gives memory back after a large page: neither arrays nor maps of Go
// shrink by themselves, and a session may live for days after one page with
// 20,000 rows.
func (st *store) compact() {
	if len(st.slots) > 4*st.known()+slack {
		st.squeeze()
	}
}

// squeeze moves everything into new arrays and maps that just fit.
func (st *store) squeeze() {
	old := *st
	moved := make([]int32, len(old.slots))
	*st = store{
		slots:  make([]slot, 1, 1+old.known()),
		byRef:  newRefIndex(),
		byNode: newNodeIndex(),
		words:  old.words,
	}
	copyList := func(from *list, to *list) {
		for i := from.head; i != 0; i = old.slots[i].next {
			moved[i] = int32(len(st.slots))
			st.slots = append(st.slots, old.slots[i])
			st.pushBack(to, moved[i])
		}
	}
	copyList(&old.live, &st.live)
	copyList(&old.evicted, &st.evicted)
	copyList(&old.archive, &st.archive)
	for i := range st.slots {
		st.slots[i].chain = moved[st.slots[i].chain]
	}
	for i, key := range old.keys {
		st.setKey(moved[i], key)
	}
	st.byRef.reserve(st.slots, st.known())
	for i := range st.slots[1:] {
		st.byRef.put(st.slots, int32(i+1))
	}
	st.byNode.reserve(st.slots, old.byNode.n)
	for _, i := range old.byNode.places {
		if i != 0 {
			st.byNode.put(st.slots, moved[i])
		}
	}
}
