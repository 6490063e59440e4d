package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// closePicker closes a list or picker that the browser itself opened for a
// control. It is no part of the page: a snapshot does not show it, and it would
// take the keys that are pressed next. Its Escape does not reach the page,
// except for the key's coming up.
func (p *page) closePicker(ctx context.Context, r *browser.Receipt, after *dom.AfterResult) error {
	if after == nil || !after.Element.Picker {
		return nil
	}
	escape, err := parseKey("Escape")
	if err != nil {
		return err
	}
	if _, err := p.dispatch(ctx, keyCommands(escape)); err != nil {
		return err
	}
	if after.Element.Role == "combobox" || after.Element.Role == "listbox" {
		r.Notes = append(r.Notes, "its list is the browser's own, not the page's, and was closed again")
		r.Next = "Choose an option with select."
		return nil
	}
	r.Notes = append(r.Notes, "its picker is the browser's own, not the page's, and was closed again")
	r.Next = "Fill the value in."
	return nil
}
