package main

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// live shows the page that the agent used last. It watches the agent's actions
// (browser.Watch), so that its pictures take no news away from the agent, and
// never brings a page to the front.
type live struct {
	mu    sync.Mutex
	last  *browser.Act
	acts  int                    // counts them
	pages map[browser.TabID]bool // that were used

	// taking lets one picture be taken at a time: a page does one thing after
	// another, and pictures must not hold up the agent.
	taking sync.Mutex
	kept   map[bool]shot // by whether it has marks
}

type shot struct {
	view view
	acts int // as many there were when it was taken
}

// freshness is how old a picture may be that another panel gets, too.
const freshness = 700 * time.Millisecond

// lookLimit bounds a picture; the page may be busy.
const lookLimit = 10 * time.Second

// Acted notes the page of an action.
func (l *live) Acted(a browser.Act) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &a
	l.acts++
	if l.pages == nil {
		l.pages = map[browser.TabID]bool{}
	}
	l.pages[a.Page] = true
}

// used lists the pages that were used, and forgets them.
func (l *live) used() []browser.TabID {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := slices.Collect(maps.Keys(l.pages))
	l.pages, l.last = nil, nil
	return ids
}

// look takes a picture, or gives one that was taken a moment ago when nothing was
// done since.
func (l *live) look(ctx context.Context, marks bool) (view, error) {
	l.mu.Lock()
	last, acts := l.last, l.acts
	l.mu.Unlock()
	if last == nil {
		return view{}, errNoPage
	}
	l.taking.Lock()
	defer l.taking.Unlock()
	if old, ok := l.kept[marks]; ok && old.acts == acts && time.Since(old.view.Taken) < freshness {
		return old.view, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	s, err := last.Picture(ctx, browser.ScreenshotRequest{Marks: marks, Format: browser.JPEG, Quality: 70, MaxEdge: 1024, StayBehind: true})
	if err != nil {
		if e := browser.AsError(err); e != nil && e.Code == browser.CodePageClosed {
			return view{}, errNoPage
		}
		return view{}, err
	}
	v := view{
		MIME: "image/" + string(s.Format), Data: s.Data, Title: s.Title, URL: s.URL, Taken: time.Now().UTC(), Width: s.Width, Height: s.Height,
	}
	if l.kept == nil {
		l.kept = map[bool]shot{}
	}
	l.kept[marks] = shot{v, acts}
	return v, nil
}
