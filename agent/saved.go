package agent

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// saved is the runner's own part of a conversation: what it takes to go on.
type saved struct {
	Run  string `json:"run,omitempty"`
	Task string `json:"task,omitempty"`
	// Said is what the person has said of the task since.
	Said  []string    `json:"said,omitempty"`
	State event.State `json:"state,omitempty"`
	Step  int         `json:"step,omitempty"`
	// Checks is how often a validator sent the navigator on.
	Checks int         `json:"checks,omitempty"`
	Plan   *event.Plan `json:"plan,omitempty"`
	// Begun is the call that was about to be made, or made, when it was saved.
	Begun string `json:"begun,omitempty"`
	// Reflex are the calls that the fast path made, the last of which it may only
	// have been about to make, as long as the navigator was not told, one a line.
	Reflex string `json:"reflex,omitempty"`
	// Acts are the last calls that may have changed something, whoever made them.
	Acts []string `json:"acts,omitempty"`
	// Part is what there is of an answer that was cut.
	Part string `json:"part,omitempty"`
	// Calls is how many calls the run has made.
	Calls int `json:"calls,omitempty"`
	// Mark is that of page text in the messages.
	Mark string `json:"mark,omitempty"`
}

// remark gives page text in messages of an earlier session the mark of this one:
// a model is told of one mark only, and what stands between others would be
// nobody's. A mark is random and in no page's text, so that replacing it changes
// nothing else.
func remark(messages []model.Message, old, now string) []model.Message {
	out := make([]model.Message, len(messages))
	for i, m := range messages {
		out[i] = model.Message{Role: m.Role, Blocks: remarkBlocks(m.Blocks, old, now)}
	}
	return out
}

func remarkBlocks(blocks model.Blocks, old, now string) model.Blocks {
	out := slices.Clone(blocks)
	for i, b := range out {
		switch b := b.(type) {
		case model.Text:
			out[i] = model.Text{Text: strings.ReplaceAll(b.Text, old, now)}
		case model.ToolResult:
			b.Content = remarkBlocks(b.Content, old, now)
			out[i] = b
		}
	}
	return out
}

// lastItem is the highest number in the ids of items.
func lastItem(items []event.Item) int {
	last := 0
	for _, i := range items {
		if digits, ok := strings.CutPrefix(i.ID, "i"); ok {
			if n, err := strconv.Atoi(digits); err == nil && n > last {
				last = n
			}
		}
	}
	return last
}

// save writes down where the run stands. An error is told by the store; the run
// goes on, and the next save tries anew.
func (x *run) save() {
	x.mu.Lock()
	h := x.conversation
	h.Messages = slices.Clone(x.messages) // whoever has read the last one keeps it
	if s, ok := x.feed.Snapshot().Body.(event.Snapshot); ok {
		h.Items = s.Items
	}
	h.Meter = x.meter
	state, err := json.Marshal(x.now)
	if err == nil {
		h.Run = state
	}
	x.saved = x.now
	written := *h
	x.mu.Unlock() // a program's function may call the runner
	if x.config.store != nil {
		_ = x.config.store.Save(&written)
	}
	if x.config.keep != nil {
		_ = x.config.keep(&written)
	}
}
