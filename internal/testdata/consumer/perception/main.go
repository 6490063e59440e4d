// Command perception reads a page of chromedp and clicks in it by ref, with
// nothing of this library that speaks to a browser.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

func main() {
	options := chromedp.DefaultExecAllocatorOptions[:]
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chrome does not start as root with it
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// run clicks the one element of a role and a name.
func run(ctx context.Context, address, role, name string) error {
	if _, err := chromedp.Run(ctx, chromedp.Navigate(address)); err != nil {
		return err
	}
	tab := chromedp.FromContext(ctx).Target
	reader, err := dom.New(tab)
	if err != nil {
		return err
	}
	registry := refs.New(refs.Options{}) // which number stands for what
	o, err := look(ctx, reader, registry)
	if err != nil {
		return err
	}
	rows, _ := o.Lookup(role, name)
	if len(rows) != 1 {
		return fmt.Errorf("%d elements are %s %q", len(rows), role, name)
	}
	target, err := registry.Resolve(rows[0].Ref) // refuses what was never shown, and what has gone
	if err != nil {
		return err
	}
	// Still there, still the same thing, not covered? And where is it now?
	found, err := reader.Probe(ctx, dom.ProbeRequest{
		Target: target, URL: registry.Document().URL, Purpose: dom.Click, Scroll: true, Timeout: time.Second,
	})
	if err != nil {
		return err
	}
	if err := found.Err(); err != nil {
		return err
	}
	if reader.Session(found.Frame) != tab {
		return fmt.Errorf("%v is in a frame of another process", rows[0].Ref)
	}
	if _, err := chromedp.MouseClickXY(found.X, found.Y)(ctx, tab); err != nil {
		return err
	}
	_, err = look(ctx, reader, registry)
	return err
}

// look reads the page and prints it with its refs.
func look(ctx context.Context, reader *dom.Reader, registry *refs.Registry) (*outline.Outline, error) {
	tree, err := reader.Read(ctx, dom.ReadOptions{Listeners: true})
	if err != nil {
		return nil, err
	}
	delta := tree.Publish(registry)
	o := outline.Build(tree, outline.Options{})
	fmt.Println(o.Text(outline.HeaderInfo{Epoch: delta.Epoch}))
	return o, nil
}
