package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/refs"
)

// A program that cannot save any more ends the run before the call that was to be
// saved, at whatever save that is. What it had saved is gone on with elsewhere,
// and nothing is clicked twice.
func TestWithSave(t *testing.T) {
	const itemsInShop = 3
	full := errors.New("there is no room")
	saves := 1
	for last := 1; last <= saves; last++ {
		s := newShop(itemsInShop)
		ctx, cancel := context.WithCancelCause(t.Context())
		var kept []byte
		saves = 0
		save := func(c *history.Conversation) (err error) {
			if saves++; saves > last {
				cancel(full)
				return full
			}
			kept, err = json.Marshal(c)
			return err
		}
		options := []agent.Option{agent.WithoutPlanner(), agent.WithChecks(0), agent.WithSave(save)}
		result, err := runner(t, clicker(itemsInShop), catalogue(t, s), options...).Run(ctx, "Click all")
		cancel(nil)
		if saves <= last { // nothing was in its way
			if err != nil || result.State != event.Done {
				t.Fatalf("%+v, %v", result, err)
			}
			break
		}
		clicks := 0
		for i := range itemsInShop {
			clicks += s.clicks(refs.Ref(i + 1))
		}
		if said := countBegun(t, kept); clicks > said {
			t.Errorf("after %d saves: %d clicks, and only %d of them were saved before", last, clicks, said)
		}
		var c history.Conversation
		if err := json.Unmarshal(kept, &c); err != nil {
			t.Fatal(err)
		}
		next := runner(t, clicker(itemsInShop), catalogue(t, s), agent.WithoutPlanner(), agent.WithChecks(0), agent.WithConversation(&c))
		if result, err := next.Continue(t.Context()); err != nil || result.State != event.Done {
			t.Fatalf("after %d saves: %+v, %v", last, result, err)
		}
		for i := range itemsInShop {
			if n := s.clicks(refs.Ref(i + 1)); n != 1 {
				t.Errorf("after %d saves: item %d was clicked %d times", last, i+1, n)
			}
		}
	}
	if saves < 2*itemsInShop {
		t.Errorf("only %d saves", saves)
	}
}

// countBegun counts the clicks that a saved conversation tells of, the one that
// was about to be made included.
func countBegun(t *testing.T, data []byte) int {
	t.Helper()
	var c history.Conversation
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range c.Messages {
		for _, u := range m.Uses() {
			if u.Name == "webpage_click" {
				n++
			}
		}
	}
	return n
}
