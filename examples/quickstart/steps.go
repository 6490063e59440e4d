package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

// read takes a snapshot and keeps it.
func (t *tour) read(ctx context.Context) error {
	snap, err := t.page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	t.snap = snap
	t.note(fmt.Sprintf("snapshot of %q: %d refs, %d characters", snap.Title, snap.Refs, len(snap.String())), snap.Elapsed)
	return nil
}

// click clicks the one element of the last snapshot with that role and name.
func (t *tour) click(ctx context.Context, role, name string) error {
	ref, err := t.snap.Ref(role, name)
	if err != nil {
		return err
	}
	return t.clickRef(ctx, ref)
}

func (t *tour) clickRef(ctx context.Context, ref refs.Ref) error {
	receipt, err := t.page.Click(ctx, browser.ClickRequest{Ref: ref})
	if err != nil {
		return err
	}
	t.note("click "+receipt.Target.String(), receipt.Elapsed)
	excerpt(receipt.String(), 6)
	return nil
}

func (t *tour) fill(ctx context.Context, role, name, value string) error {
	ref, err := t.snap.Ref(role, name)
	if err != nil {
		return err
	}
	receipt, err := t.page.Fill(ctx, browser.FillRequest{Ref: ref, Value: value})
	if err != nil {
		return err
	}
	if receipt.ValueDiffers {
		return fmt.Errorf("%s", receipt)
	}
	t.note("fill "+receipt.Target.String(), receipt.Elapsed)
	excerpt(receipt.String(), 3)
	return nil
}

// catalogue opens the shop, searches it and fills the cart.
func (t *tour) catalogue(ctx context.Context, address string) (err error) {
	heading("A page as an agent reads it")
	if t.page, err = openPage(ctx, t, address+"/"); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	excerpt(t.snap.String(), 40)

	heading(`Searching it: find "lamp"`)
	found, err := t.page.Find(ctx, browser.FindRequest{Query: "lamp", Limit: 8})
	if err != nil {
		return err
	}
	excerpt(found.String(), 16)

	heading("Searching the shop and adding to the cart")
	if err := t.fill(ctx, "searchbox", "Search the catalogue", "lamp"); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	add, err := t.page.Find(ctx, browser.FindRequest{Query: "add to cart", Limit: 1})
	if err != nil {
		return err
	}
	if len(add.Hits) == 0 {
		return errors.New("the shop shows no button that adds to the cart")
	}
	if err := t.clickRef(ctx, add.Hits[0].Ref); err != nil {
		return err
	}
	return nil
}

func openPage(ctx context.Context, t *tour, address string) (browser.Page, error) {
	return t.p.Open(ctx, browser.OpenRequest{URL: address})
}

// checkout fills a form with every kind of control and sends it.
func (t *tour) checkout(ctx context.Context, address string) error {
	heading("A form with every kind of control")
	if _, err := t.page.Navigate(ctx, browser.NavigateRequest{URL: address + "/checkout"}); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	for _, f := range []struct{ role, name, value string }{
		{"textbox", "Full name", "Ada Lovelace"},
		{"textbox", "Email", "ada@example.org"},
		{"textbox", "Address", "12 St James's Square\nLondon"},
		{"combobox", "Country", "Portugal"},
		{"radio", "Express, tomorrow, €9", "true"},
		{"", "Delivery day", "2027-03-04"},
		{"", "Not before", "10:30"},
		{"spinbutton", "Number of parcels", "2"},
		{"", "Ribbon colour", "#cc0044"},
		{"slider", "Wrap on a scale from plain to lavish", "8"},
		{"checkbox", "Handwritten card", "true"},
		{"textbox", "Message on the card", "Happy birthday, 你好 🎂"},
		{"checkbox", "I have read that nothing will be delivered", "true"},
	} {
		if err := t.fill(ctx, f.role, f.name, f.value); err != nil {
			return err
		}
	}
	if err := t.click(ctx, "button", "Place order"); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	excerpt(t.snap.String(), 30)
	if !strings.Contains(t.snap.String(), "Ada Lovelace") {
		return errors.New("the order does not show what was filled in")
	}
	return nil
}

// queue acts on a list that re-orders itself and re-uses its rows: a ref finds
// its thing again where it has moved to, and is refused when it is gone.
func (t *tour) queue(ctx context.Context, address string) error {
	heading("A list that re-orders itself")
	if _, err := t.page.Navigate(ctx, browser.NavigateRequest{URL: address + "/queue?freeze"}); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	ada, err := t.buttonBeside(ctx, "Ada Okafor", "Pack")
	if err != nil {
		return err
	}
	fmt.Printf("  %s packs the order of Ada Okafor. Now every row is written over with another order:\n\n", ada)
	if err := t.click(ctx, "button", "Move last to front"); err != nil {
		return err
	}
	receipt, err := t.page.Click(ctx, browser.ClickRequest{Ref: ada})
	if err != nil {
		return err
	}
	t.note("relocated click", receipt.Elapsed)
	excerpt(receipt.String(), 6)
	if !receipt.Relocated {
		return errors.New("the click was not relocated")
	}

	heading("A thing that is gone")
	if err := t.read(ctx); err != nil {
		return err
	}
	jonas, err := t.buttonBeside(ctx, "Luc Moreau", "Cancel")
	if err != nil {
		return err
	}
	fmt.Printf("  %s cancels the order of Luc Moreau. The order is shipped, and its row shows the next one:\n\n", jonas)
	if err := t.click(ctx, "button", "Ship the first"); err != nil {
		return err
	}
	_, err = t.page.Click(ctx, browser.ClickRequest{Ref: jonas})
	if !errors.Is(err, browser.ErrStaleRef) {
		return fmt.Errorf("a click on a shipped order was not refused: %v", err)
	}
	excerpt(text(err), 4)
	return nil
}

// buttonBeside finds the ref of a button of the row that holds a text.
func (t *tour) buttonBeside(ctx context.Context, row, name string) (refs.Ref, error) {
	found, err := t.page.Find(ctx, browser.FindRequest{Query: name, Limit: 100})
	if err != nil {
		return 0, err
	}
	for _, hit := range found.Hits {
		if hit.Ref != 0 && strings.Contains(hit.Context, row) {
			return hit.Ref, nil
		}
	}
	return 0, fmt.Errorf("no %q beside %q in\n%s", name, row, found)
}

// delivery uses a widget in shadow roots inside a frame.
func (t *tour) delivery(ctx context.Context, address string) error {
	heading("A widget in shadow roots inside a frame")
	if _, err := t.page.Navigate(ctx, browser.NavigateRequest{URL: address + "/delivery", Until: browser.UntilLoad}); err != nil {
		return err
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	excerpt(t.snap.String(), 24)
	fmt.Println()
	if err := t.fill(ctx, "textbox", "Postcode", "2750-315"); err != nil {
		return err
	}
	if err := t.click(ctx, "button", "More weight"); err != nil {
		return err
	}
	if err := t.click(ctx, "button", "Calculate"); err != nil {
		return err
	}
	return nil
}
