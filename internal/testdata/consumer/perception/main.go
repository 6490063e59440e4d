// Command perception reads a page of chromedp and clicks in it, without anything
// of this library that speaks to a browser.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

func main() {
	ctx, cancel := chromedp.NewContext(context.Background())
	defer cancel()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func run(ctx context.Context) error {
	if _, err := chromedp.Run(ctx, chromedp.Navigate("https://example.com")); err != nil {
		return err
	}
	tab := chromedp.FromContext(ctx).Target
	reader, err := dom.New(tab)
	if err != nil {
		return err
	}
	registry := refs.New(refs.Options{})
	tree, err := reader.Read(ctx, dom.ReadOptions{Listeners: true})
	if err != nil {
		return err
	}
	delta := tree.Publish(registry)
	o := outline.Build(tree, outline.Options{})
	fmt.Println(o.Text(outline.HeaderInfo{Epoch: delta.Epoch}))

	ref, err := refs.Parse("e1")
	if err != nil {
		return err
	}
	target, err := registry.Resolve(ref)
	if err != nil {
		return err
	}
	found, err := reader.Probe(ctx, dom.ProbeRequest{
		Target: target, URL: registry.Document().URL, Purpose: dom.Click, Scroll: true, Timeout: time.Second,
	})
	if err != nil {
		return err
	}
	if err := found.Err(); err != nil {
		return err
	}
	box := marks.Element{Ref: ref, Role: found.Role, Name: found.Name, Box: found.Box.Box()}
	fmt.Println(box.Ref, marks.View{}.Pixels(box.Box))
	if reader.Session(found.Frame) != tab {
		return fmt.Errorf("%v is in a frame of another process", ref)
	}
	_, err = chromedp.MouseClickXY(found.X, found.Y)(ctx, tab)
	return err
}
