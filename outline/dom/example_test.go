package dom_test

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Perception and nothing else, over whatever connection a program has to its page:
// read it, number what can be operated, print it, and look once more right before
// the click.
func Example() {
	click := func(ctx context.Context, page dom.Caller, role, name string) error {
		reader, err := dom.New(page)
		if err != nil {
			return err
		}
		tree, err := reader.Read(ctx, dom.ReadOptions{Listeners: true})
		if err != nil {
			return err
		}
		registry := refs.New(refs.Options{})
		delta := tree.Publish(registry)
		o := outline.Build(tree, outline.Options{})
		fmt.Println(o.Text(outline.HeaderInfo{Epoch: delta.Epoch})) // for the model

		named, _ := o.Lookup(role, name)
		if len(named) != 1 {
			return fmt.Errorf("%d things are a %s %q", len(named), role, name)
		}
		target, err := registry.Resolve(named[0].Ref)
		if err != nil {
			return err // the page was left, or the number never given
		}
		found, err := reader.Probe(ctx, dom.ProbeRequest{
			Target: target, URL: registry.Document().URL, Purpose: dom.Click, Scroll: true, Timeout: time.Second,
		})
		if err != nil {
			return err
		}
		if err := found.Err(); err != nil {
			return err // it is another thing now, or something lies upon it
		}
		session := reader.Session(found.Frame) // of the frame's process
		for _, event := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
			params := map[string]any{"type": event, "x": found.X, "y": found.Y, "button": "left", "clickCount": 1}
			if err := session.Call(ctx, "Input.dispatchMouseEvent", params, nil); err != nil {
				return err
			}
		}
		return nil
	}
	var page dom.Caller // a *cdp.Session, or the Target of chromedp
	fmt.Println(click(context.Background(), page, "button", "Pay"))
	// Output:
	// dom: nil caller
}
