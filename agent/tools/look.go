package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Target is an element as a guard sees it: what the page says of it now.
type Target struct {
	browser.Thing
	// Protected: it is a password or card field, whose value is withheld.
	Protected bool
}

// withheld is how an outline shows the value of a protected field. Values are
// in quotes there; a name that holds it would make a guard ask once too often.
const withheld = " value=•••"

// Look reads an element of the page that the call works on, for a guard that
// decides by it. The zero ref is what has the focus; nil is returned when
// nothing in the viewport has it. Nothing on the page changes, and what happened
// there meanwhile is told in the result of the call as ever.
//
// A guard calls it while it decides, from its own goroutine.
func (r Request) Look(ctx context.Context, ref refs.Ref) (*Target, error) {
	if r.call == nil {
		return nil, &browser.Error{Code: browser.CodeNotImplemented, Message: "this request does not belong to a call, so there is no page to look at"}
	}
	return r.call.look(ctx, ref)
}

// Address gives the address of the page that the call works on as it is now: a
// guard that has waited for a person asks again. It is empty when there is no
// such page.
func (r Request) Address(ctx context.Context) (string, error) {
	if r.call == nil || r.Session == "" {
		return r.URL, nil
	}
	tab, err := r.call.catalogue.tab(ctx, r.Session)
	return tab.URL, err
}

func (k *call) look(ctx context.Context, ref refs.Ref) (*Target, error) {
	page, err := k.page(ctx)
	if err != nil {
		return nil, err
	}
	region := browser.Region{Ref: ref, Viewport: ref == 0}
	s, err := page.Snapshot(ctx, browser.SnapshotRequest{Region: region})
	if err != nil {
		e := asError(k.name, err)
		k.news = append(k.news, e.Details.SinceLast...)
		bare := *e
		bare.Details.SinceLast = nil
		return nil, &bare
	}
	k.news = append(k.news, s.SinceLast...)
	if ref != 0 {
		if row, ok := s.Outline.ByRef(ref); ok {
			return target(row), nil
		}
		return nil, &browser.Error{
			Code: browser.CodeStaleRef, Message: ref.String() + " is not on the page now",
			Hint: "Take a webpage_snapshot and use a ref of that.", Details: browser.Details{Ref: ref.String()},
		}
	}
	for row := range s.Outline.Rows {
		if row.Ref != 0 && hasWord(row.Text, "focused") {
			return target(row), nil
		}
	}
	return nil, nil
}

func target(row outline.Row) *Target {
	return &Target{
		Thing:     browser.Thing{Ref: row.Ref.String(), Role: row.Role, Name: row.Name},
		Protected: strings.Contains(row.Text+" ", withheld+" "),
	}
}

// hasWord looks for a state behind the last quoted part of a row.
func hasWord(row, word string) bool {
	return slices.Contains(strings.Fields(row[strings.LastIndex(row, `"`)+1:]), word)
}

// withNews adds to an error what a guard was told in the caller's place.
func (k *call) withNews(e *browser.Error) *browser.Error {
	if len(k.news) == 0 {
		return e
	}
	copied := *e
	copied.Details.SinceLast = append(k.news, e.Details.SinceLast...)
	k.news = nil
	return &copied
}

// sayNews tells it at the end of a result that is no receipt.
func (k *call) sayNews() {
	for _, e := range k.news {
		k.fromPage(e.String())
	}
	k.news = nil
}
