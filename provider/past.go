package provider

import (
	"fmt"

	"github.com/holdfast-go/holdfast/outline"
)

// past are the outlines of the last full snapshots of the page's present
// document: Find searches the last of them, and what changed since is told
// against any of them.
type past struct {
	list []epochOutline // oldest first
	// left is the epoch in which a document was left last: earlier ones are of
	// another document or address.
	left uint64
}

type epochOutline struct {
	epoch   uint64
	outline *outline.Outline
}

const (
	// keptEpochs is how many snapshots can be compared with, as many as the
	// registry remembers tables.
	keptEpochs = 3
	// keptRows bounds the rows of all of them together, at about 150 bytes a row
	// and its words; the last one is kept whatever its size.
	keptRows = 30_000
)

// add takes in a full snapshot.
func (p *past) add(epoch uint64, o *outline.Outline) {
	p.list = append(p.list, epochOutline{epoch, o})
	rows, first := 0, len(p.list)-1
	for i := len(p.list) - 1; i >= 0 && i >= len(p.list)-keptEpochs; i-- {
		if rows += p.list[i].outline.Counts().Rows; rows > keptRows && i < len(p.list)-1 {
			break
		}
		first = i
	}
	p.list = append([]epochOutline(nil), p.list[first:]...)
}

// last returns the last snapshot, or nil.
func (p *past) last() *outline.Outline {
	if len(p.list) == 0 {
		return nil
	}
	return p.list[len(p.list)-1].outline
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
	for _, e := range p.list {
		if e.epoch == epoch {
			return e.outline, ""
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
