package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Snapshot reads the page or a part of it and gives what can be operated refs.
func (p *page) Snapshot(ctx context.Context, r browser.SnapshotRequest) (*browser.Snapshot, error) {
	if r.MaxLines < 0 || r.MaxChars < 0 {
		return nil, invalid("a snapshot's budget cannot be negative")
	}
	if err := checkRegion(r); err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "snapshot")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	options := p.owner.config.outline
	if r.MaxLines > 0 {
		options.MaxLines = r.MaxLines
	}
	if r.MaxChars > 0 {
		options.MaxChars = r.MaxChars
	}
	var snap *browser.Snapshot
	if r.Region == (browser.Region{}) {
		snap, err = p.full(ctx, r, options)
	} else {
		snap, err = p.region(ctx, r.Region, options)
	}
	if err != nil {
		return nil, withEvents(err, since)
	}
	snap.SinceLast, snap.Elapsed = since, time.Since(start)
	return snap, nil
}

// full is Snapshot of the whole page, with the turn taken.
func (p *page) full(ctx context.Context, r browser.SnapshotRequest, options outline.Options) (*browser.Snapshot, error) {
	o := dom.ReadOptions{Scan: true}
	if r.Reader == browser.ReaderAX || r.Reader == "" && p.owner.config.reader == browser.ReaderAX {
		o.Source = p.exact
	}
	tree, err := p.read(ctx, o)
	if err != nil {
		return nil, p.explain("snapshot", err)
	}
	p.mu.Lock()
	old, why := p.past.at(r.Since, p.registry.Epoch())
	p.mu.Unlock()
	snap := p.publish(tree, options)
	if r.Since != 0 && !r.Full {
		snap.Changes = &browser.Changes{Epoch: snap.Epoch, Since: r.Since}
		if old == nil {
			snap.Changes.Diff = outline.Diff{Full: true, Reason: why}
		} else {
			snap.Changes.Diff = snap.Outline.Since(old, outline.SinceOptions{MaxLines: r.MaxLines, MaxChars: r.MaxChars})
		}
	}
	return snap, nil
}

// publish takes a read of the whole page in: it begins an epoch, gives refs,
// builds the outline and keeps it for those who ask later.
func (p *page) publish(tree *outline.Tree, options outline.Options) *browser.Snapshot {
	delta := p.number(tree)
	p.retain()
	p.hide(tree)
	snap := &browser.Snapshot{
		Title: tree.Title, URL: tree.Document.URL, Epoch: delta.Epoch, Refs: len(delta.Refs),
	}
	snap.Outline = outline.Build(tree, options) // which is the end of the tree
	p.mu.Lock()
	before := p.past.packed()
	p.mu.Unlock()
	packed := snap.Outline.Pack(before)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.registry.Epoch() == delta.Epoch {
		p.showPrinted(snap.Outline, delta)
		p.past.add(delta.Epoch, snap.Outline, packed)
	}
	return snap
}

// number gives the things of a tree their refs.
func (p *page) number(tree *outline.Tree) refs.Delta {
	observation, at := tree.Observation()
	p.mu.Lock()
	delta := p.owner.numbers.publish(p.registry, observation)
	p.mu.Unlock()
	tree.SetRefs(at, delta.Refs)
	return delta
}

// retain lets the page forget the elements that no ref stands for any more, in
// the next call that goes there.
func (p *page) retain() {
	p.reader.Retain(func(table string) []uint32 {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.registry.Nodes(table)
	})
}

// showPrinted keeps the rows that were printed live before others, on a page
// that has more than the table holds. It needs p.mu.
func (p *page) showPrinted(o *outline.Outline, d refs.Delta) {
	if d.Evicted > 0 {
		// It is of this epoch, so it cannot be late.
		_ = p.registry.Show(d.Epoch, o.Printed())
	}
}

// hearEvery is how long what is known of a document's event listeners serves
// reads that come one after another, as when a program polls. Asking costs the
// page 0.3 ms and more beside the read, 27 ms on a heavy one.
const hearEvery = time.Second

// hearAgain reports whether a read asks for listeners: always in a document that
// is new and after an action, else when the last answer is a second old.
func (p *page) hearAgain() bool {
	if !p.owner.config.listeners {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := heard{p.state.loader, p.acts, time.Now()}
	if p.heard.loader == now.loader && p.heard.acts == now.acts && now.at.Sub(p.heard.at) < hearEvery {
		return false
	}
	p.heard = now
	return true
}

// heard is when a page was last asked for its listeners.
type heard struct {
	loader string // of the document
	acts   int    // actions before it
	at     time.Time
}

// read reads the page or a part of it. A document that was left while it was
// read says nothing about the page any more; it is read again.
func (p *page) read(ctx context.Context, o dom.ReadOptions) (*outline.Tree, error) {
	o.Listeners = p.hearAgain()
	for attempt := 0; ; attempt++ {
		tree, err := p.reader.Read(ctx, o)
		if err != nil {
			return nil, err
		}
		if err := p.catchUp(ctx); err != nil {
			return nil, err
		}
		if err := p.forbidden("snapshot"); err != nil {
			return nil, err // it got there meanwhile
		}
		p.mu.Lock()
		current := p.state.loader
		p.mu.Unlock()
		if tree.Document.Loader == current || attempt == 2 {
			return tree, nil
		}
	}
}

// explain names an error of the reader; what was read of a crashed page or
// behind an open dialog has its own code.
func (p *page) explain(what string, err error) error {
	p.mu.Lock()
	crashed, dialog, asking := p.state.crashed, p.state.dialog, p.state.asking
	p.mu.Unlock()
	switch {
	case crashed:
		return p.crash(what)
	case dialog != nil && !asking:
		e := dialogOpen(what, *dialog)
		e.Hint, e.Retryable, e.Err = "It is being answered; try again.", true, err
		return e
	}
	return failed(what, err)
}

// Find searches the last full snapshot.
func (p *page) Find(ctx context.Context, r browser.FindRequest) (*browser.FindResult, error) {
	if r.Query == "" {
		return nil, invalid("find needs a query")
	}
	if r.Limit < 0 {
		return nil, invalid("the limit of find cannot be negative")
	}
	if r.Limit == 0 {
		r.Limit = 20
	}
	since, err := p.begin(ctx, "find")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	p.mu.Lock()
	last, epoch := p.past.last(), p.past.lastEpoch()
	p.mu.Unlock()
	if last == nil {
		return nil, &browser.Error{
			Code: browser.CodeSnapshotRequired, Message: "this document was not observed yet, so there is nothing to search",
			Hint: "Take a snapshot first.",
		}
	}
	found, err := last.Find(r.Query, outline.FindOptions{Regexp: r.Regexp, Limit: r.Limit})
	if err != nil {
		return nil, invalid("the query is not a regular expression: %s", plain(err))
	}
	shown := make([]refs.Ref, 0, len(found.Hits))
	for _, h := range found.Hits {
		shown = append(shown, h.Ref)
	}
	p.mu.Lock()
	// A page with more elements than the table holds has evicted some. A hit of
	// a document that was left meanwhile stays stale.
	_ = p.registry.Show(epoch, shown)
	p.mu.Unlock()
	return &browser.FindResult{FindResult: found, Query: r.Query, Epoch: epoch, SinceLast: since}, nil
}
