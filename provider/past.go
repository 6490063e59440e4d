package provider

import (
	"fmt"
	"weak"

	"github.com/holdfast-go/holdfast/outline"
)

// past are the outlines of the last full snapshots of the page's present
// document: Find searches the last of them, and what changed since is told
// against any of them. They are kept packed, and what one has in common with the
// one before is kept once.
type past struct {
	list []epochOutline // oldest first
	// left is the epoch in which a document was left last: earlier ones are of
	// another document or address.
	left uint64
}

type epochOutline struct {
	epoch  uint64
	packed *outline.Packed
	// whole is the outline while somebody else holds it.
	whole weak.Pointer[outline.Outline]
}

// outline returns the outline, unpacked where it has to be.
func (e *epochOutline) outline() *outline.Outline {
	o := e.whole.Value()
	if o == nil {
		o = e.packed.Unpack()
		e.whole = weak.Make(o)
	}
	return o
}

const (
	// keptEpochs is how many snapshots can be compared with, as many as the
	// registry remembers tables.
	keptEpochs = 3
	// keptRows bounds the rows of all of them together, at about 10 bytes a row
	// and its words, for a page that shows something else every time; the last
	// one is kept whatever its size.
	keptRows = 30_000
)

// add takes in a full snapshot, and its outline packed with what packed
// returned.
func (p *past) add(epoch uint64, o *outline.Outline, packed *outline.Packed) {
	p.list = append(p.list, epochOutline{epoch, packed, weak.Make(o)})
	rows, first := 0, len(p.list)-1
	for i := len(p.list) - 1; i >= 0 && i >= len(p.list)-keptEpochs; i-- {
		if rows += p.list[i].packed.Counts().Rows; rows > keptRows && i < len(p.list)-1 {
			break
		}
		first = i
	}
	p.list = append([]epochOutline(nil), p.list[first:]...)
}

// packed returns the last snapshot as it is kept, or nil.
func (p *past) packed() *outline.Packed {
	if len(p.list) == 0 {
		return nil
	}
	return p.list[len(p.list)-1].packed
}

// last returns the last snapshot, or nil.
func (p *past) last() *outline.Outline {
	if len(p.list) == 0 {
		return nil
	}
	return p.list[len(p.list)-1].outline()
}

// lastEpoch returns the epoch of the last snapshot, 0 when there is none.
func (p *past) lastEpoch() uint64 {
	if len(p.list) == 0 {
		return 0
	}
	return p.list[len(p.list)-1].epoch
}

// at returns the snapshot of an epoch, or why it cannot be compared with.
func (p *past) at(epoch, current uint64) (*outline.Outline, string) {
	for i := range p.list {
		if e := &p.list[i]; e.epoch == epoch {
			return e.outline(), ""
		}
	}
	switch {
	case epoch > current:
		return nil, fmt.Sprintf("there was no epoch %d yet", epoch)
	case epoch <= p.left:
		return nil, "the page has another document or address now"
	}
	return nil, "that snapshot is not kept any more"
}

// leave forgets all of them: the document was left in the epoch given.
func (p *past) leave(epoch uint64) {
	p.list, p.left = nil, epoch
}
