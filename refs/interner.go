package refs

import "strings"

// interner numbers strings that many slots share, and forgets a string when
// its last user is gone: a page that replaces its frames all day must not
// grow the registry.
type interner struct {
	index map[string]uint32
	items []interned
	spare []uint32
	last  [8]uint32 // the numbers held last: rows come in runs of one frame
}

type interned struct {
	text string
	uses int
}

// hold returns the number of a string and counts one more user.
func (in *interner) hold(text string) uint32 {
	for _, n := range in.last {
		if int(n) < len(in.items) && in.items[n].uses > 0 && in.items[n].text == text {
			in.items[n].uses++
			return n
		}
	}
	n, ok := in.index[text]
	switch {
	case ok:
	case len(in.spare) > 0:
		n = in.spare[len(in.spare)-1]
		in.spare = in.spare[:len(in.spare)-1]
		in.items[n].text = text
	default:
		n = uint32(len(in.items))
		in.items = append(in.items, interned{text: text})
	}
	if !ok {
		if in.index == nil {
			in.index = make(map[string]uint32)
		}
		in.index[text] = n
	}
	in.items[n].uses++
	copy(in.last[1:], in.last[:])
	in.last[0] = n
	return n
}

// drop counts one user less.
func (in *interner) drop(n uint32) {
	it := &in.items[n]
	if it.uses--; it.uses > 0 {
		return
	}
	delete(in.index, it.text)
	it.text = ""
	in.spare = append(in.spare, n)
}

// find returns the number of a string that has users.
func (in *interner) find(text string) (uint32, bool) {
	n, ok := in.index[text]
	return n, ok
}

// text returns the string of a number that has users.
func (in *interner) text(n uint32) string { return in.items[n].text }

// recent holds names that were copied lately: many things of a page are called
// the same.
type recent [16]string

// own returns a copy of a name.
func (r *recent) own(name string) string {
	if name == "" {
		return ""
	}
	h := uint32(len(name))*31 + uint32(name[0])*7 + uint32(name[len(name)-1])
	known := &r[h%uint32(len(r))]
	if *known != name {
		*known = strings.Clone(name)
	}
	return *known
}
