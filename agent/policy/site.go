package policy

import (
	"context"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/browser/site"
)

// siteOf gives the site of a document. Of a blob it is the one that made it;
// about:blank, data and the like have none.
func siteOf(address string) string {
	for _, made := range []string{"blob:", "filesystem:"} {
		if rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(address)), made); ok {
			address = rest
			break
		}
	}
	return site.Of(address)
}

// allow gets the permission for a site. asked tells whether a person was asked
// or waited for.
func (p *Policy) allow(ctx context.Context, a event.Approval) (answer event.Answer, asked bool, err error) {
	for {
		answer, known, waitFor, run := p.known(a.Site)
		switch {
		case known:
			return answer, asked, nil
		case waitFor != nil:
			// Somebody is being asked already: one question serves all.
			asked = true
			select {
			case <-waitFor:
				continue
			case <-ctx.Done():
				return event.Canceled, asked, nil
			}
		}
		answer, put, err := p.decide(ctx, a)
		p.settled(ctx, a.Site, answer, put, run)
		return answer, asked || put, err
	}
}

// known looks what this run knows of a site. When it knows nothing and nobody is
// being asked, the caller becomes the one who asks, and must call settled.
func (p *Policy) known(site string) (answer event.Answer, known bool, waitFor chan struct{}, run int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if answer, known = p.run[site]; known {
		return answer, true, nil, 0
	}
	if waitFor = p.asking[site]; waitFor != nil {
		return "", false, waitFor, 0
	}
	p.asking[site] = make(chan struct{})
	return "", false, nil, p.runs
}

// decide looks into the store, and asks when nothing is there. put tells whether
// the question was put to a person.
func (p *Policy) decide(ctx context.Context, a event.Approval) (answer event.Answer, put bool, err error) {
	stored, err := p.store.Answer(ctx, a.Site)
	if err != nil {
		// A permission that cannot be read is none, and somebody can be asked.
		p.notify(event.Problem{Code: CodeNotRead, Text: p.words.Say(lang.PermissionsNotRead, err), Hint: p.words.Say(lang.PermissionsAnew)})
	}
	if err == nil && (stored == event.Always || stored == event.Deny) {
		return stored, false, nil
	}
	if p.approver == nil {
		return "", false, errNobody
	}
	answer, err = p.ask(ctx, a)
	return answer, true, err
}

// settled notes what came of a question and lets go those who wait for it.
// Stored answers are looked up each time, so that they can be taken back.
func (p *Policy) settled(ctx context.Context, site string, answer event.Answer, put bool, run int) {
	if put && answer == event.Always {
		if err := p.store.Remember(context.WithoutCancel(ctx), site, answer); err != nil {
			p.notify(event.Problem{Code: CodeNotKept, Text: p.words.Say(lang.PermissionNotKept, err), Hint: p.words.Say(lang.PermissionForRun)})
		} else {
			put = false
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if put && (answer.Allows() || answer == event.Deny) && run == p.runs {
		p.run[site] = answer
	}
	close(p.asking[site])
	delete(p.asking, site)
}
