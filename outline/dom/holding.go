package dom

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// holding is how much a world's table of elements holds, and what of it the
// world's next call drops. It has a lock of its own: the world's is held while
// the browser is asked.
type holding struct {
	mu    sync.Mutex
	nonce string // of the table that was read last
	count int    // the elements it held then
	last  uint32 // the number it had given last
	drop  string // the arguments of h.forget, "" when there is nothing to drop
}

// note takes in what a read said of the table.
func (g *holding) note(p *packedPage) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.nonce, g.count, g.last, g.drop = p.Nonce, p.Held, p.Last, ""
}

// table returns the nonce of the table that was read last.
func (g *holding) table() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.nonce
}

// retain has the next call drop the elements of a table that are not among the
// ascending numbers of keep, unless the table holds no more than those.
func (g *holding) retain(table string, keep []uint32) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.drop = ""; g.nonce != table || g.count <= len(keep) {
		return
	}
	// Numbers that belong together were given together, so they are few runs.
	var b strings.Builder
	b.WriteString(strconv.Quote(table))
	b.WriteByte(',')
	b.WriteString(strconv.FormatUint(uint64(g.last), 10))
	b.WriteString(",[")
	for i := 0; i < len(keep); {
		n := 1
		for i+n < len(keep) && keep[i+n] == keep[i]+uint32(n) {
			n++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatUint(uint64(keep[i]), 10))
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(n))
		i += n
	}
	b.WriteByte(']')
	g.drop = b.String()
}

// take returns what the call that is about to be sent drops.
func (g *holding) take() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	drop := g.drop
	g.drop = ""
	return drop
}

// Retain lets the tables of elements drop what nobody will ask for any more.
// nodes is given the nonce of a table and returns the numbers in it that some
// ref stands for or may stand for again, ascending, as [refs.Registry.Nodes]
// does. It is asked for every world that the reader knows, and costs no round
// trip: each drops the others in its next call, so that a page that makes new
// elements all day has tables that are no larger than the registry. Elements
// that were numbered after the last read stay.
//
// Readers that share a world by [WithWorldName] drop each other's elements.
func (r *Reader) Retain(nodes func(table string) []uint32) {
	worlds := []*world{r.world}
	owners := map[string][]uint32{} // the elements that show frames are asked for, too
	r.frames.mu.Lock()
	for _, in := range r.frames.byID {
		worlds = append(worlds, in.world)
		owners[in.table] = append(owners[in.table], in.owner)
	}
	r.frames.mu.Unlock()
	for _, w := range worlds {
		table := w.holding.table()
		if table == "" {
			continue
		}
		w.holding.retain(table, union(nodes(table), owners[table]))
	}
}

// union adds a few numbers to ascending ones.
func union(ascending, few []uint32) []uint32 {
	for _, id := range few {
		if at, found := slices.BinarySearch(ascending, id); !found {
			ascending = slices.Insert(ascending, at, id)
		}
	}
	return ascending
}
