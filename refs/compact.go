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
		byRef:  make(map[Ref]int32, old.known()),
		byNode: make(map[place]int32, old.live.n+old.evicted.n),
		words:  old.words,
	}
	copyList := func(from *list, to *list) {
		for i := from.head; i != 0; i = old.slots[i].next {
			moved[i] = int32(len(st.slots))
			st.slots = append(st.slots, old.slots[i])
			st.pushBack(to, moved[i])
			st.byRef[old.slots[i].ref] = moved[i]
		}
	}
	copyList(&old.live, &st.live)
	copyList(&old.evicted, &st.evicted)
	copyList(&old.archive, &st.archive)
	for i := range st.slots {
		st.slots[i].chain = moved[st.slots[i].chain]
	}
	for at, i := range old.byNode {
		st.byNode[at] = moved[i]
	}
}
