package browser_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
)

// desk is a browser that exists in memory only.
type desk struct{ tabs []browser.Tab }

type sheet struct {
	browser.UnimplementedPage
	id browser.TabID
}

func (s sheet) ID() browser.TabID { return s.id }

func (s sheet) Text(context.Context, browser.TextRequest) (*browser.TextResult, error) {
	return &browser.TextResult{Title: "Sheet " + string(s.id)}, nil
}

func (d *desk) Open(_ context.Context, r browser.OpenRequest) (browser.Page, error) {
	id := browser.TabID(fmt.Sprint(len(d.tabs) + 1))
	d.tabs = append(d.tabs, browser.Tab{ID: id, URL: r.URL})
	return sheet{id: id}, nil
}

func (d *desk) Page(_ context.Context, id browser.TabID) (browser.Page, error) {
	return sheet{id: id}, nil
}

func (d *desk) Tabs(context.Context) ([]browser.Tab, error)          { return d.tabs, nil }
func (d *desk) Activate(context.Context, browser.TabID) error        { return nil }
func (d *desk) CloseTab(ctx context.Context, id browser.TabID) error { return nil }
func (d *desk) Close() error                                         { return nil }

// Two agents share a browser; one hands a page over to the other.
func ExampleRuntime() {
	ctx := context.Background()
	r, err := browser.NewRuntime(browser.WithChoice(
		browser.ByEnvironment(func(name string) (string, bool) { return "", false }), // os.LookupEnv
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	// In a program Start calls chrome.Launch or endpoint.Dial, and provider.New.
	err = r.Register(browser.Source{ID: "desk", Start: func(context.Context) (browser.Provider, error) { return &desk{}, nil }})
	if err != nil {
		fmt.Println(err)
		return
	}
	ann, _ := r.Caller(browser.Caller{ID: "conversation 1", Label: "the invoice agent"})
	bob, _ := r.Caller(browser.Caller{ID: "conversation 2", Label: "the travel agent"})

	page, err := ann.Open(ctx, browser.OpenRequest{URL: "https://example.com/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = bob.Page(ctx, page.ID())
	fmt.Println(err)

	h, err := ann.Handoff(ctx, page.ID())
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := bob.Claim(ctx, browser.ClaimRequest{Code: h.Code}); err != nil {
		fmt.Println(err)
		return
	}
	page, err = bob.Page(ctx, page.ID())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := page.Text(ctx, browser.TextRequest{})
	fmt.Println(text.Title, err)
	_, err = ann.Claim(ctx, browser.ClaimRequest{Code: h.Code})
	fmt.Println(err)
	// Output:
	// BROWSER_TAB_HELD: the tab 1 is held by a caller, "the invoice agent"
	// Sheet 1 <nil>
	// BROWSER_CLAIM_REFUSED: this code was used before; a code claims a tab once
}

// Several browsers could be used, and the program has not said which.
func ExampleByEnvironment() {
	start := func(context.Context) (browser.Provider, error) { return &desk{}, nil }
	environment := map[string]string{}
	lookup := func(name string) (string, bool) { v, ok := environment[name]; return v, ok }
	try := func() {
		r, err := browser.NewRuntime(browser.WithChoice(browser.ByEnvironment(lookup)))
		if err != nil {
			fmt.Println(err)
			return
		}
		defer r.Close()
		for _, id := range []string{"remote", "desktop"} {
			if err := r.Register(browser.Source{ID: id, Start: start}); err != nil {
				fmt.Println(err)
			}
		}
		_, err = r.Tabs(context.Background())
		fmt.Println(errors.Is(err, browser.ErrProviderAmbiguous), err)
	}
	try()
	environment[browser.ProviderVariable] = "desktop"
	try()
	// Output:
	// true BROWSER_PROVIDER_AMBIGUOUS: several browsers are available and none is chosen: remote (available), desktop (available)
	// false <nil>
}
