package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Text reads the page now and gives its words.
func (p *page) Text(ctx context.Context, r browser.TextRequest) (*browser.TextResult, error) {
	if r.Offset < 0 || r.MaxChars < 0 {
		return nil, invalid("the offset and the length of a text cannot be negative")
	}
	since, err := p.begin(ctx, "text")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	tree, err := p.readNow(ctx, r.Ref, "text", dom.ReadOptions{Running: true})
	if err != nil {
		return nil, withEvents(err, since)
	}
	p.hide(tree)
	text := outline.ReadText(tree, outline.TextOptions{Offset: r.Offset, MaxChars: r.MaxChars, Links: r.Links})
	return &browser.TextResult{
		TextResult: text, Title: tree.Title, URL: tree.Document.URL, SinceLast: since, Elapsed: time.Since(start),
	}, nil
}

// Extract reads the page now and gives its data. The refs in them are those
// that the elements have already.
func (p *page) Extract(ctx context.Context, r browser.ExtractRequest) (*browser.ExtractResult, error) {
	if r.Offset < 0 || r.MaxRows < 0 || r.MaxChars < 0 {
		return nil, invalid("the offset and the size of an extract cannot be negative")
	}
	switch r.Kind {
	case "", browser.ExtractAuto, browser.ExtractTable, browser.ExtractList, browser.ExtractForm:
	default:
		return nil, invalid("the kind of data is auto, table, list or form, not %s", outline.Quote(string(r.Kind)))
	}
	since, err := p.begin(ctx, "extract")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	tree, err := p.readNow(ctx, r.Ref, "extract", dom.ReadOptions{})
	if err != nil {
		return nil, withEvents(err, since)
	}
	options := outline.ExtractOptions{Kind: string(r.Kind), Offset: r.Offset, MaxRows: r.MaxRows, MaxChars: r.MaxChars}
	p.nameRefs(tree)
	p.hide(tree)
	data := outline.Extract(tree, options)
	if len(data) == 0 && r.Ref != 0 {
		// Refs are of what can be operated, and data stand around that.
		if tree, err = p.read(ctx, dom.ReadOptions{}); err != nil {
			return nil, withEvents(p.explain("extract", err), since)
		}
		options.Holding = r.Ref
		p.nameRefs(tree)
		p.hide(tree)
		data = outline.Extract(tree, options)
	}
	p.showCells(data)
	return &browser.ExtractResult{
		Data: data, Title: tree.Title, URL: tree.Document.URL, SinceLast: since, Elapsed: time.Since(start),
	}, nil
}

// readNow reads the page, or what a ref stands for, and gives no new refs.
func (p *page) readNow(ctx context.Context, ref refs.Ref, what string, o dom.ReadOptions) (*outline.Tree, error) {
	defer p.retain()
	if ref != 0 {
		return p.readElement(ctx, ref, what, o)
	}
	tree, err := p.read(ctx, o)
	if err != nil {
		return nil, p.explain(what, err)
	}
	return tree, nil
}

// showCells makes the refs that data hold usable, evicted ones too.
func (p *page) showCells(data []outline.Data) {
	var shown []refs.Ref
	for _, d := range data {
		if ref, err := refs.Parse(d.Next); err == nil {
			shown = append(shown, ref)
		}
		for _, row := range d.Rows {
			for _, c := range row {
				if ref, err := refs.Parse(c.Ref); err == nil {
					shown = append(shown, ref)
				}
			}
		}
		for _, a := range d.Asides {
			if ref, err := refs.Parse(a.Ref); err == nil {
				shown = append(shown, ref)
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.registry.Show(p.registry.Epoch(), shown)
}
