package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// clerk plays the model when there is none: it knows the shop's task by heart
// and nothing else. It looks at the conversation for what was done already, by
// itself or by the fast path, and for the refs of what comes next.
type clerk struct {
	shop string // its address

	mu   sync.Mutex
	did  map[string]bool // what it did itself
	seen map[string]bool // what it looked at
}

// shopTask is what the clerk can do.
const shopTask = `Search for "mug" in the shop at %s, put the Tide mug into the cart, and order it for "Ada Lovelace", ada@example.org.`

// mostTurns is how many answers the script has, which is more than it needs.
const mostTurns = 60

// newClerk makes the server of a scripted model.
func newClerk(shop string) *fakemodel.Server {
	c := &clerk{shop: shop, did: map[string]bool{}, seen: map[string]bool{}}
	return fakemodel.New(slices.Repeat([]fakemodel.Answer{c.answer}, mostTurns)...)
}

func (c *clerk) answer(r *fakemodel.Request) fakemodel.Reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	var reply fakemodel.Reply
	switch prompt := r.Last("system"); {
	case len(r.Tools) > 0:
		reply = c.work(r)
	case strings.Contains(prompt, "MISSING:"):
		reply = check(r)
	default:
		reply = fakemodel.Reply{Text: plan}
	}
	for _, m := range r.Messages {
		reply.Input += len(m.Content.Text) / 4 // about what a model would count
	}
	reply.Output = len(reply.Text)/4 + 20*len(reply.Calls)
	return reply
}

const plan = `1. Open the shop.
2. Search for the mug.
3. Put the Tide mug into the cart.
4. Go to the checkout and fill in name and email.
5. Place the order.
SUCCESS: the shop confirms the order with a number.`

// check judges by what the page shows.
func check(r *fakemodel.Request) fakemodel.Reply {
	if strings.Contains(r.Last("user"), "Order received") {
		return fakemodel.Reply{Text: "DONE: the shop confirms the order."}
	}
	return fakemodel.Reply{Text: "MISSING: the form is filled in, but the order was not placed."}
}

// orderNumber is how the shop names an order.
var orderNumber = regexp.MustCompile(`\b1\d{3}\b`)

// work does the next thing that was not done.
func (c *clerk) work(r *fakemodel.Request) fakemodel.Reply {
	if !c.did["open"] || strings.Contains(r.Last("tool"), "there is no default page") {
		// Nothing is open yet, or not any more: a run that goes on in another browser
		// begins anew.
		c.did, c.seen = map[string]bool{}, map[string]bool{}
		return c.call("open", "webpage_open", `{"url":%q}`, c.shop)
	}
	switch {
	case !c.done(r, "search", `typed "mug"`):
		return c.on(r, "search", "searchbox", "Search the catalogue", "webpage_fill", `{"ref":%q,"value":"mug"}`)
	case !c.done(r, "add", `button "Add to cart"`):
		return c.on(r, "add", "button", "Add to cart", "webpage_click", `{"ref":%q}`)
	case !c.done(r, "checkout", `link "Go to checkout"`):
		return c.on(r, "checkout", "link", "Go to checkout", "webpage_click", `{"ref":%q}`)
	case !c.did["form"]:
		return c.form(r)
	case !c.did["said"]:
		c.did["said"] = true
		return fakemodel.Reply{Text: "The order form is filled in."}
	case !c.did["place"]:
		return c.on(r, "place", "button", "Place order", "webpage_click", `{"ref":%q}`)
	case !c.seen["order"]:
		return c.look("order")
	}
	return fakemodel.Reply{Text: fmt.Sprintf("The Tide mug is ordered for Ada Lovelace. The number of the order is %s.", orderNumber.FindString(r.Last("tool")))}
}

// done reports whether the clerk did something, or the fast path says that it
// did.
func (c *clerk) done(r *fakemodel.Request, what, told string) bool {
	return c.did[what] || slices.ContainsFunc(r.Messages, func(m fakemodel.Message) bool {
		return m.Role == "user" && strings.Contains(m.Content.Text, "fast path") && strings.Contains(m.Content.Text, told)
	})
}

func (c *clerk) call(what, tool, arguments string, values ...any) fakemodel.Reply {
	c.did[what] = true
	return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: tool, Arguments: fmt.Sprintf(arguments, values...)}}}
}

// look takes a snapshot.
func (c *clerk) look(what string) fakemodel.Reply {
	c.seen[what] = true
	return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: "webpage_snapshot", Arguments: `{}`}}}
}

// on acts on an element, having looked at the page as it is now.
func (c *clerk) on(r *fakemodel.Request, what, role, name, tool, arguments string) fakemodel.Reply {
	if !c.seen[what] {
		return c.look(what)
	}
	ref := r.Ref(role, name)
	if ref == "" {
		return fakemodel.Reply{Text: fmt.Sprintf("I do not find the %s %q.", role, name)}
	}
	return c.call(what, tool, arguments, ref)
}

// form fills the checkout in, with several calls in one turn.
func (c *clerk) form(r *fakemodel.Request) fakemodel.Reply {
	if !c.seen["form"] {
		return c.look("form")
	}
	var reply fakemodel.Reply
	for _, f := range []struct{ role, name, value string }{
		{"textbox", "Full name", "Ada Lovelace"},
		{"textbox", "Email", "ada@example.org"},
		{"checkbox", "I have read", "true"},
	} {
		reply.Calls = append(reply.Calls, c.call("form", "webpage_fill", `{"ref":%q,"value":%q}`, r.Ref(f.role, f.name), f.value).Calls...)
	}
	return reply
}

// reflexes plays the small model of the fast path: two steps that need no
// thought.
func reflexes() *fakemodel.SystemOne {
	return fakemodel.NewSystemOne("jev-scripted",
		func(s *fakemodel.Scene) fakemodel.Move {
			ref := s.Ref(`"Search the catalogue"`)
			if ref == "" {
				return fakemodel.Move{}
			}
			return fakemodel.Move{Action: "type", Target: ref, Text: "mug", Confidence: 0.93}
		},
		func(s *fakemodel.Scene) fakemodel.Move {
			ref := s.Ref(`button "Add to cart"`)
			if ref == "" { // none, or several: that needs thought
				return fakemodel.Move{}
			}
			return fakemodel.Move{Action: "click", Target: ref, Confidence: 0.97}
		},
	)
}
