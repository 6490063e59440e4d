package provider

import (
	"context"
	"fmt"
	"maps"
	"reflect"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

// Evaluate evaluates an expression in the page's own world, for tests that look
// at what the page saw.
func Evaluate(ctx context.Context, of browser.Page, expression string) ([]byte, error) {
	var reply struct {
		Result struct {
			Value jsonv2.Value `json:"value"`
		} `json:"result"`
		Exception *struct {
			Text      string `json:"text"`
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	err := pageOf(of).session.Call(ctx, "Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "awaitPromise": true,
	}, &reply)
	if err != nil {
		return nil, err
	}
	if reply.Exception != nil {
		return nil, fmt.Errorf("%s %s", reply.Exception.Text, reply.Exception.Exception.Description)
	}
	return reply.Result.Value, nil
}

// TabsOf gives the tabs as the host tells and takes them, without the books of
// the provider.
func TabsOf(p *Provider) transport.Tabs { return p.tabs }

// SendRaw sends a command of the page's session and drops the reply undecoded.
func SendRaw(ctx context.Context, of browser.Page, method string, params any) error {
	return pageOf(of).session.Call(ctx, method, params, nil)
}

// Isolated gives the context id of an isolated world of its own.
func Isolated(ctx context.Context, of browser.Page) (int64, error) {
	p := pageOf(of)
	p.mu.Lock()
	frame := p.state.frame
	p.mu.Unlock()
	var made struct {
		ID int64 `json:"executionContextId"`
	}
	err := p.session.Call(ctx, "Page.createIsolatedWorld", map[string]string{"frameId": frame, "worldName": "floor"}, &made)
	return made.ID, err
}

// objectOf resolves an element.
func objectOf(ctx context.Context, s *cdp.Session, selector string) (string, error) {
	var object struct {
		Result struct {
			ID string `json:"objectId"`
		} `json:"result"`
	}
	err := s.Call(ctx, "Runtime.evaluate", map[string]any{"expression": fmt.Sprintf("document.querySelector(%q)", selector)}, &object)
	return object.Result.ID, err
}

// BareClick clicks an element with the least that the protocol needs, one
// command after another.
func BareClick(ctx context.Context, of browser.Page, selector string) error {
	s := pageOf(of).session
	id, err := objectOf(ctx, s, selector)
	if err != nil {
		return err
	}
	var quads struct {
		Quads [][]float64 `json:"quads"`
	}
	if err := s.Call(ctx, "DOM.getContentQuads", map[string]string{"objectId": id}, &quads); err != nil {
		return err
	}
	q := quads.Quads[0]
	for _, c := range clickCommands((q[0]+q[4])/2, (q[1]+q[5])/2, browser.ButtonLeft, 1, nil, 0) {
		if err := s.Call(ctx, c.method, c.params, nil); err != nil {
			return err
		}
	}
	return nil
}

// Taken reports whether a call has the page's turn, Waiting how many wait.
func Taken(of browser.Page) bool {
	t := &pageOf(of).turn
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

// Waiting is how many calls wait for the page's turn.
func Waiting(of browser.Page) int {
	t := &pageOf(of).turn
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.queue)
}

// Table is what the page and the registry know of the elements of a frame.
type Table struct {
	Held  int // elements in the page's table
	Known int // refs that are live, evicted or archived
}

// Tables gives the tables of the page's own frame and of the frames in other
// processes, without making the page drop anything.
func Tables(ctx context.Context, of browser.Page) ([]Table, error) {
	p := pageOf(of)
	_, world, err := p.reader.Script()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	sessions := map[string]*cdp.Session{p.state.frame: p.session}
	p.mu.Unlock()
	p.frames.mu.Lock()
	maps.Copy(sessions, p.frames.byFrame)
	p.frames.mu.Unlock()
	var tables []Table
	for frame, session := range sessions {
		var made struct {
			ID int64 `json:"executionContextId"`
		}
		if err := session.Call(ctx, "Page.createIsolatedWorld", map[string]string{"frameId": frame, "worldName": world}, &made); err != nil {
			return nil, err
		}
		var reply struct {
			Result struct {
				Value struct {
					Nonce string `json:"nonce"`
					Held  int    `json:"held"`
				} `json:"value"`
			} `json:"result"`
		}
		expression := fmt.Sprintf("({nonce: globalThis[%q].nonce, held: globalThis[%q].tableSize()})", world, world)
		err := session.Call(ctx, "Runtime.evaluate", map[string]any{"expression": expression, "contextId": made.ID, "returnByValue": true}, &reply)
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		known := len(p.registry.Nodes(reply.Result.Value.Nonce))
		p.mu.Unlock()
		tables = append(tables, Table{reply.Result.Value.Held, known})
	}
	return tables, nil
}

// pageOf gives what is behind a page of this package.
func pageOf(of browser.Page) *page {
	if m, ok := of.(*maskedPage); ok {
		return m.page
	}
	return of.(*page)
}

// MaskResult and MaskError mask as a provider with these secrets would.
func MaskResult(s *secret.Store, result any) any {
	p := &Provider{config: config{secrets: s}}
	p.maskIn(reflect.ValueOf(result))
	return result
}

func MaskError(s *secret.Store, err error) error {
	return (&Provider{config: config{secrets: s}}).maskError(err)
}

// Detach ends the session of a page, and leaves its tab alone.
func Detach(ctx context.Context, of browser.Page) error {
	p := of.(*page)
	p.detach(ctx)
	return ctx.Err()
}
