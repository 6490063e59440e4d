package provider

import (
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// filled is the field that was given a value last. Pages rewrite such fields
// when something else is done, a combobox when it loses the focus: the receipt
// of that tells it.
type filled struct {
	node  refs.Node
	thing browser.Thing
	value string
}

// remember notes what a field was seen to hold after an action on it.
func (p *page) remember(a *aim, after *dom.AfterResult) {
	if after == nil || after.Document || !after.Element.HasValue || after.Element.Protected {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.filled = filled{a.target.Node, thing(a.ref, a.target.Role, a.target.Name), after.Element.Value}
}

// watchField is the number of the field to look at after an action on
// something else, 0 for none.
func (p *page) watchField(node refs.Node) uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := p.filled.node; f.ID != 0 && f.Table == node.Table && f.ID != node.ID {
		return f.ID
	}
	return 0
}

// tellField writes into the receipt when the field holds another value now.
func (p *page) tellField(r *browser.Receipt, after *dom.AfterResult) {
	if after == nil || after.Field == nil || !after.Field.HasValue || after.Field.Protected {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	f := &p.filled
	if f.node.ID != after.Field.ID || f.value == after.Field.Value {
		return
	}
	if after.Field.Value == "" {
		r.Notes = append(r.Notes, f.thing.String()+" is empty now; it held "+outline.Quote(short(f.value)))
	} else {
		r.Notes = append(r.Notes, f.thing.String()+" now holds "+outline.Quote(short(after.Field.Value))+"; it held "+outline.Quote(short(f.value)))
	}
	f.value = after.Field.Value
	r.NoEffect = false
}

// noteChange writes into the receipt what the target held before, when a key
// or a click took that away.
func noteChange(r *browser.Receipt, before dom.Control, after *dom.AfterResult) {
	if after == nil || after.Document || !before.HasValue || before.Protected || before.Value == "" {
		return
	}
	if e := after.Element; e.Connected && e.HasValue && e.Value == "" {
		r.Notes = append(r.Notes, "the field is empty now; it held "+outline.Quote(short(before.Value)))
	}
}

// short is the beginning of a value.
func short(s string) string {
	const most = 200 // characters that a receipt repeats of a value
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
