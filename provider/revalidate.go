package provider

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// maxRevalidate bounds the refs of one call: more than a page's archive holds.
const maxRevalidate = 5000

// Revalidate brings refs back, in an order that must not change: the document
// first, by what is known without asking the page, then the element and whether
// it is in the document, then what it is, and only then the table. An element
// id of another document could name anything.
func (p *page) Revalidate(ctx context.Context, r browser.RevalidateRequest) (*browser.RevalidateResult, error) {
	if len(r.Refs) == 0 {
		return nil, invalid("revalidate needs refs")
	}
	if len(r.Refs) > maxRevalidate {
		return nil, invalid("revalidate takes %d refs at most, not %d", maxRevalidate, len(r.Refs))
	}
	since, err := p.begin(ctx, "revalidate")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	result, err := p.revalidate(ctx, r.Refs)
	if err != nil {
		return nil, withEvents(err, since)
	}
	result.SinceLast = since
	return result, nil
}

// asking is a ref that the page is asked about.
type asking struct {
	at       int // in the result
	ref      refs.Ref
	target   refs.Target
	archived bool // not in the table
}

// revalidate is Revalidate with the turn taken.
func (p *page) revalidate(ctx context.Context, list []refs.Ref) (*browser.RevalidateResult, error) {
	result := &browser.RevalidateResult{Refs: make([]browser.Revalidated, len(list))}
	p.mu.Lock()
	if p.state.crashed {
		p.mu.Unlock()
		return nil, p.crash("revalidate")
	}
	if !p.registry.Observed() {
		p.mu.Unlock()
		return nil, staleRef(&refs.StaleError{Ref: list[0], Reason: refs.NeverObserved})
	}
	epoch, loader, based := p.registry.Epoch(), p.state.loader, p.registry.Document().URL != ""
	result.URL = p.state.url
	var pending []asking
	for i, ref := range list {
		one := &result.Refs[i]
		one.Thing = thing(ref, "", "")
		target, document, archived := p.registry.Archived(ref)
		if !archived {
			live, err := p.registry.Resolve(ref)
			if err != nil {
				one.Reason = browser.ReasonNotArchived
				continue
			}
			target = live
		}
		one.Thing = thing(ref, target.Role, target.Name)
		if archived && (document.Loader == "" || document.Loader != loader) {
			one.Reason = browser.ReasonDocumentChanged
			continue
		}
		pending = append(pending, asking{i, ref, target, archived})
	}
	p.mu.Unlock()
	if len(pending) == 0 && based {
		return result, nil
	}
	targets := make([]refs.Target, len(pending))
	for i, a := range pending {
		targets[i] = a.target
	}
	found, err := p.reader.Revalidate(ctx, targets)
	if err == nil {
		err = p.catchUp(ctx)
	}
	if err != nil {
		return nil, p.explain("revalidate", err)
	}
	result.URL, result.Title = found.URL, found.Title
	for i, a := range pending {
		p.restore(&result.Refs[a.at], epoch, a, found.Things[i], found.URL)
	}
	// An epoch without an address lets the gate see nothing: it gets the one of
	// now, from the same source as the gate's own. It is late when the document
	// was left meanwhile, and then there is nothing to be had.
	p.mu.Lock()
	_ = p.registry.BackfillURL(epoch, found.URL)
	p.mu.Unlock()
	return result, nil
}

// restore takes in what the page said about one ref.
func (p *page) restore(one *browser.Revalidated, epoch uint64, a asking, found dom.Standing, url string) {
	switch found.Outcome {
	case dom.OK:
	case dom.Mismatch:
		one.Reason = browser.ReasonIdentityMismatch
		if found.Now != nil {
			now := p.thing(found.Now, a.target.Node.Table)
			one.Now = &now
		}
		return
	case dom.DocumentChanged, dom.FrameChanged:
		one.Reason = browser.ReasonDocumentChanged
		return
	default:
		one.Reason = browser.ReasonNodeGone
		return
	}
	now := a.target
	now.Node.ID, now.Role, now.Name, now.Address = found.ID, found.Role, found.Name, found.Address
	if found.Relocated {
		now.Identity = found.Identity
	}
	// What was acted on keeps the identity that the ref has: the page scripts
	// know that it is the same thing, the table does not.
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	switch {
	case a.archived:
		err = p.registry.Restore(epoch, a.ref, now, url)
	case found.Relocated:
		err = p.registry.Rebind(epoch, a.ref, now)
	}
	var late *refs.LateError
	var stale *refs.StaleError
	switch {
	case err == nil:
		one.OK, one.Relocated = true, found.Relocated
	case errors.As(err, &late):
		one.Reason = browser.ReasonDocumentChanged
	case errors.As(err, &stale):
		one.Reason = reasonOf(stale.Reason)
	default:
		one.Reason = browser.ReasonNotArchived
	}
}

// reasonOf says why a ref cannot come back, in one of the four words.
func reasonOf(r refs.Reason) browser.Reason {
	switch r {
	case refs.Navigated, refs.NodeGone, refs.IdentityMismatch:
		return browser.Reason(r)
	}
	return browser.ReasonNotArchived
}
