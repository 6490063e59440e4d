package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

// File choosers are intercepted from the moment a page is in use: no window of
// the browser opens, which nobody could close, and the page waits for an
// upload. The interception is this client's; a person at the same tab gets no
// chooser meanwhile.

// openChooser is a file chooser that the page has open.
type openChooser struct {
	browser.Chooser
	backend int64  // the file field, which may not be in the page; 0 for none
	frame   string // whose session the number belongs to; empty for the page's
}

type chooserOpened struct {
	Mode    string `json:"mode"`
	Backend int64  `json:"backendNodeId"`
}

// learnChooser takes in that a chooser was asked for. It needs p.mu.
func (p *page) learnChooser(v chooserOpened, frame string) {
	s := &p.state
	one := openChooser{backend: v.Backend, frame: frame}
	one.Multiple = v.Mode == "selectMultiple"
	one.Refused = v.Backend == 0
	s.choosers.add(one)
	if !one.Refused {
		s.chooser = &one
	}
}

type interception struct {
	Enabled bool `json:"enabled"`
	Cancel  bool `json:"cancel,omitempty"`
}

// chooserNow returns the chooser that is open, or nil.
func (p *page) chooserNow() *openChooser {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.chooser
}

// chooserSince waits for a chooser that was opened after the mark; nil when none
// came in time.
func (p *page) chooserSince(ctx context.Context, m mark) (*openChooser, error) {
	var found *openChooser
	_, err := p.within(ctx, p.owner.config.after, func(s *state) bool {
		if all := s.choosers.since(m.choosers); len(all) > 0 {
			last := all[len(all)-1]
			found = &last
		}
		return found != nil || s.pending != nil || s.committedSince(m)
	})
	return found, err
}

// setFilesParams are the parameters of DOM.setFileInputFiles.
type setFilesParams struct {
	Files   []string `json:"files"`
	Backend int64    `json:"backendNodeId"`
}

// giveFiles puts files into the field of a chooser.
func (p *page) giveFiles(ctx context.Context, one *openChooser, files []string) error {
	session, err := p.sessionFor(command{frame: one.frame})
	if err != nil {
		return err
	}
	return session.Call(ctx, "DOM.setFileInputFiles", setFilesParams{files, one.backend}, nil)
}

// chooserDone forgets the open chooser: it was answered.
func (p *page) chooserDone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.chooser = nil
}

// cancelChooser tells the page that a chooser was cancelled, in the way that the
// browser tells it: the same chooser is asked for again, without a click, while
// all choosers are cancelled. It reports whether the page could be told: frames
// of other origins may not ask without a click.
func (p *page) cancelChooser(ctx context.Context, one *openChooser) (bool, error) {
	if one.frame != "" {
		p.chooserDone()
		return false, nil
	}
	set := func(ctx context.Context, cancel bool) error {
		return p.session.Call(ctx, "Page.setInterceptFileChooserDialog", interception{Enabled: true, Cancel: cancel}, nil)
	}
	if err := set(ctx, true); err != nil {
		return false, err
	}
	m := p.now()
	told := p.reader.ReopenChooser(ctx, one.backend) == nil
	if told {
		if _, err := p.chooserSince(ctx, m); err != nil {
			return false, err
		}
	}
	p.mu.Lock()
	p.state.chooser = nil
	p.state.choosers.drop(m.choosers)
	p.mu.Unlock()
	return told, set(context.WithoutCancel(ctx), false)
}
