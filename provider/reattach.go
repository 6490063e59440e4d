package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// regainLimit bounds the setting up of a page whose connection is there again.
const regainLimit = 10 * time.Second

// regained takes in that the host lost the protocol connection of a tab and has
// it again, as when a person opened and closed the DevTools of a window: the
// session goes on, but the browser has forgotten what it was asked for.
func (p *Provider) regained(id browser.TabID) {
	pg := p.known(id)
	if pg == nil {
		return
	}
	p.loops.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), regainLimit)
		defer cancel()
		if err := pg.regain(ctx); err != nil && pg.session.Err() == nil {
			p.config.log.Warn("provider: a page was not set up again", "tab", id, "error", err)
		}
	})
}

// regain asks for everything again. Refs stay: what they stand for is checked
// before each action, and the document may be the same.
func (p *page) regain(ctx context.Context) error {
	p.frames.lose()
	p.console.lose()
	p.mu.Lock()
	p.state.network.unwatched()
	p.state.frames.heardAll()
	// What was on its way may have ended unseen.
	p.state.pending, p.state.restoring = nil, false
	before := p.state.commits
	p.mu.Unlock()
	tree, err := p.turnOn(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := tree.Frame; p.state.commits == before && f.LoaderID != p.state.loader {
		var committed frameNavigated
		committed.Frame.ID, committed.Frame.LoaderID, committed.Frame.URL, committed.Frame.URLFragment = f.ID, f.LoaderID, f.URL, f.Fragment
		p.commit(committed)
		p.state.stage = loaded // or nobody would tell
	}
	p.learnFrames(tree)
	p.tell()
	return nil
}

// lose forgets all sessions of frames: they went with the connection. The
// browser announces new ones.
func (f *frameSessions) lose() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.byFrame)
	clear(f.frameOf)
}

// lose forgets who speaks, but not what was heard.
func (c *console) lose() {
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	clear(c.voices)
	c.entered = false
}
