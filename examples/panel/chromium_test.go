package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/fakemodel"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

const planned = "1. Open the shop.\n2. Put the lamp into the cart.\nSUCCESS: the cart holds the lamp."

// onRef calls a tool on an element that an earlier result has shown.
func onRef(role, name, tool string, more ...string) fakemodel.Answer {
	return func(r *fakemodel.Request) fakemodel.Reply {
		arguments := "{" + strings.Join(append(more, fmt.Sprintf(`"ref":%q`, r.Ref(role, name))), ",") + "}"
		return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: tool, Arguments: arguments}}, Input: 4000, Output: 60}
	}
}

func priced(text string) fakemodel.Answer {
	return fakemodel.With(fakemodel.Reply{Text: text, Thought: "The page says so.", Input: 5000, Output: 40})
}

// buy puts a lamp into the cart of the shop.
func (b *bench) buy() {
	b.model.Then(
		fakemodel.Say(planned),
		fakemodel.Call("webpage_open", fmt.Sprintf(`{"url":%q}`, b.shop)),
		fakemodel.Call("webpage_snapshot", `{}`),
		onRef("searchbox", "Search the catalogue", "webpage_fill", `"value":"storm lamp"`),
		fakemodel.Call("webpage_snapshot", `{}`),
		onRef("button", "Add to cart", "webpage_click"),
		fakemodel.Call("webpage_screenshot", `{"marks":true,"format":"jpeg","max_edge":800}`),
		priced("The **lamp** is in the cart.\n\n- one piece\n- `in stock`"),
		fakemodel.Say("DONE: the cart counts one item."),
	)
}

// A task from its beginning to its end, with a reload in the midst of it. The
// agent has a browser of its own, as the program's has, so that the panel's tab
// stays in front.
func TestTask(t *testing.T) {
	agents, err := provider.New(t.Context(), testbrowser.Launch(t), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agents.Close() })
	b := newBench(t, agents)
	b.buy()
	p := b.open("en")
	p.sees("What should be done?")
	p.send("Task", "Send", "Put a lamp into the cart")
	p.sees("May the agent use "+b.shop, "Question: site")
	p.reload() // in the midst of the run
	p.sees("Put a lamp into the cart", "Put the lamp into the cart.", "waiting for an answer")
	p.click("button", "allow once")
	p.sees("Check 1: done", "the cart counts one item")
	s := p.shows("button \"Send\"")
	for _, want := range []string{
		`heading "Click" level=3`, `button \"Add to cart\"`, `img "Picture: Take a picture"`, `img "Picture of the page Catalogue`,
		`"The lamp is in the cart."`, `listitem "one piece"`, `"done"`, `"4% of 128K"`, `"$0.0`,
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s is not in\n%s", want, s)
		}
	}
	p.quiet()
	if got := b.model.Left(); got != 0 {
		t.Errorf("%d answers of the model are left", got)
	}
}
