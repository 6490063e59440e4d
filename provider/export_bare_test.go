package provider

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
)

// BareFill fills a field with the least that the protocol needs, one command
// after another: resolve, focus, select, insert, and read back in the next frame,
// when the page has had its say.
func BareFill(ctx context.Context, of browser.Page, selector, text string) error {
	s := pageOf(of).session
	id, err := objectOf(ctx, s, selector)
	if err != nil {
		return err
	}
	for _, c := range []command{
		{method: "DOM.focus", params: map[string]string{"objectId": id}},
		{method: "Runtime.callFunctionOn", params: map[string]string{"objectId": id, "functionDeclaration": "function() { this.select() }"}},
		{method: "Input.insertText", params: map[string]string{"text": text}},
		{method: "Runtime.callFunctionOn", params: map[string]any{
			"objectId": id, "awaitPromise": true,
			"functionDeclaration": "function() { return new Promise(done => requestAnimationFrame(() => done(this.value))) }",
		}},
	} {
		if err := s.Call(ctx, c.method, c.params, nil); err != nil {
			return err
		}
	}
	return nil
}

// HandledClick prepares a click on an element and gives a function that does it:
// from sending the press until the page's own handlers have ended and two frames
// have passed.
func HandledClick(ctx context.Context, of browser.Page, selector string) (func() error, error) {
	s := pageOf(of).session
	var at struct {
		Result struct {
			Value struct{ X, Y float64 } `json:"value"`
		} `json:"result"`
	}
	err := s.Call(ctx, "Runtime.evaluate", map[string]any{"returnByValue": true, "expression": fmt.Sprintf(`(() => {
		window.handled = new Promise(done => addEventListener('click', () => requestAnimationFrame(() => requestAnimationFrame(done)), {once: true}));
		const box = document.querySelector(%q).getBoundingClientRect();
		return {X: box.x + box.width / 2, Y: box.y + box.height / 2};
	})()`, selector)}, &at)
	if err != nil {
		return nil, err
	}
	p := at.Result.Value
	batch := clickCommands(p.X, p.Y, browser.ButtonLeft, 1, nil, 0)
	if err := s.Call(ctx, batch[0].method, batch[0].params, nil); err != nil { // the pointer is there already
		return nil, err
	}
	return func() error {
		var sent []*cdp.Pending
		for _, c := range batch[1:] {
			sent = append(sent, s.Send(ctx, c.method, c.params))
		}
		sent = append(sent, s.Send(ctx, "Runtime.evaluate", map[string]any{"expression": "handled.then(() => 1)", "awaitPromise": true}))
		for _, one := range sent {
			if err := one.Wait(ctx, nil); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
