package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/crowd"
	"github.com/holdfast-go/holdfast/provider"
)

// simulation is a provider with many pages, each a copy of one recorded session.
type simulation struct {
	host  *crowd.Host
	p     *provider.Provider
	pages []*session
	// each is what was kept for a page since before the first was opened.
	each footprint
}

// simulate opens pages and lets each do its first round.
func simulate(ctx context.Context, script *crowd.Script, url string, pages int, delay time.Duration) (*simulation, error) {
	s := &simulation{host: crowd.New(script, delay), pages: make([]*session, pages)}
	var err error
	if s.p, err = provider.New(ctx, s.host, patient()); err != nil {
		return nil, err
	}
	before := weigh()
	const together = 4 // that are opened at once
	errs := make([]error, together)
	var wg sync.WaitGroup
	for from := range together {
		wg.Go(func() {
			for i := from; i < pages && errs[from] == nil; i += together {
				s.pages[i], errs[from] = begin(ctx, s.p, url)
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.each = weigh().since(before, pages)
	return s, nil
}

// patient has no call give up because the machine is busy: it would go on with
// something else than was recorded. Recording and playing have to agree on it.
func patient() provider.Option {
	const long = time.Minute
	return provider.WithLimits(provider.Limits{After: long, Commit: long, Parsed: long, Navigation: long, Actionable: long})
}

// begin opens a page and does a round on it.
func begin(ctx context.Context, p *provider.Provider, url string) (*session, error) {
	page, err := p.Open(ctx, browser.OpenRequest{URL: url})
	if err != nil {
		return nil, fmt.Errorf("opening a page: %w", err)
	}
	s := &session{page: page}
	return s, s.round(ctx)
}

func (s *simulation) close() error { return errors.Join(s.p.Close(), s.host.Err()) }

// plan says how pages are shared out and used.
type plan struct {
	total   int           // pages of all providers together
	delay   time.Duration // of each answer of the browser
	rate    float64       // steps a second of all pages but the one that is watched
	watched float64       // steps a second of that one
	warm    time.Duration // before it is measured
	long    time.Duration // how long it is measured
	heap    string        // file for the profile of the heap; empty makes none
}

// outcome is what a page notices of the pages that share its provider.
type outcome struct {
	each    footprint
	watched samples
	rest    samples // of the others, of its provider and of the other one
	cpu     time.Duration
	locks   []contention // in the provider and below it, the longest first
}

// measure puts so many pages into one provider and all others into another one,
// and has all of them work. So the load of the machine is the same whatever the
// share is, and what differs is what pages of one provider cost each other.
func (p plan) measure(ctx context.Context, script *crowd.Script, url string, share int, profile *profiles) (_ *outcome, err error) {
	crowded, err := simulate(ctx, script, url, share, p.delay)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, crowded.close()) }()
	rest := crowded.pages[1:]
	if others := p.total - share; others > 0 {
		apart, err := simulate(ctx, script, url, others, p.delay)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, apart.close()) }()
		rest = append(rest[:len(rest):len(rest)], apart.pages...)
	}
	groups := []group{{crowded.pages[:1], p.watched}, {rest, p.rate}}
	if len(rest) == 0 {
		groups = groups[:1]
	}
	if _, _, err := drive(ctx, groups, p.warm); err != nil {
		return nil, err
	}
	if p.heap != "" {
		weigh() // so that what is garbage is not in it
		if err := heapProfile(p.heap); err != nil {
			return nil, err
		}
	}
	o := &outcome{each: crowded.each}
	profile.begin()
	all, cpu, err := drive(ctx, groups, p.long)
	o.locks = profile.end()
	if err != nil {
		return nil, err
	}
	o.watched, o.cpu = all[0], cpu
	if len(rest) > 0 {
		o.rest = all[1]
	}
	return o, nil
}
