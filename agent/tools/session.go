package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

// pick returns the page that a call means: the named one, or the default.
func (c *Catalogue) pick(named browser.TabID) browser.TabID {
	if named != "" {
		return named
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

// use makes a page the default one. Only opening and activating call it.
func (c *Catalogue) use(id browser.TabID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = id
}

// drop takes away the default page if it is this one, and reports whether it
// was.
func (c *Catalogue) drop(id browser.TabID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != id {
		return false
	}
	c.current = ""
	return true
}

// tell notes what a result says about its page, and reports whether that is
// news to the caller. An empty title or address is one that is not known.
func (c *Catalogue) tell(session browser.TabID, title, url string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.told
	now := told{session, title, url}
	if last.session == session {
		if url == "" {
			now.url = last.url
		}
		if title == "" && now.url == last.url {
			now.title = last.title
		}
	}
	c.told = now
	return now.url != "" && now != last
}

// tab returns the entry of a tab in the list, with nothing but the id when
// there is none.
func (c *Catalogue) tab(ctx context.Context, id browser.TabID) (browser.Tab, error) {
	tabs, err := c.provider.Tabs(ctx)
	if err != nil {
		return browser.Tab{}, err
	}
	for _, t := range tabs {
		if t.ID == id {
			return t, nil
		}
	}
	return browser.Tab{ID: id}, nil
}
