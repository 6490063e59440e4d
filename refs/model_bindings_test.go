package refs

import (
	"slices"
)

func (m *model) export() Bindings {
	b := Bindings{Loader: m.doc.Loader, Last: m.last}
	if m.doc.Loader != "" {
		for _, x := range slices.Backward(m.in(live, byUse)) {
			if x.t.Key != 0 && x.t.Identity != 0 && m.onlyOneWithKey(x.t.Key) == x {
				b.Keys = append(b.Keys, Binding{Ref: x.ref, Key: digest(x.t.Key, x.t.Identity)})
			}
		}
	}
	if m.waiting != nil {
		if b.Loader == "" {
			b.Loader = m.waiting.Loader
		}
		b.Keys = append(b.Keys, m.waiting.Keys...)
	}
	b.Keys = b.Keys[:min(len(b.Keys), m.opts.LiveCap)]
	return b
}

func (m *model) hydrate(b Bindings) {
	m.last = b.Last
	if b.Loader == "" {
		b.Keys = nil
	}
	m.waiting = &b
}

func (m *model) drop(navigated bool) {
	if m.waiting != nil && navigated {
		m.navigated = max(m.navigated, m.waiting.Last)
	}
	m.waiting = nil
}

// numberOf returns the hydrated number of a target, or 0.
func (b *Bindings) numberOf(t Target, o Observation) Ref {
	if b == nil || o.Document.Loader != b.Loader || t.Key == 0 || t.Identity == 0 {
		return 0
	}
	targets := 0
	for _, u := range o.Targets {
		if u.Key == t.Key {
			targets++
		}
	}
	var ref Ref
	for _, k := range b.Keys {
		if k.Key == digest(t.Key, t.Identity) {
			if ref != 0 {
				return 0
			}
			ref = k.Ref
		}
	}
	if targets != 1 {
		return 0
	}
	return ref
}
