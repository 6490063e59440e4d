package budget

import (
	"slices"

	"github.com/holdfast-go/holdfast/agent/model"
)

// conversation is the messages in the making: copies, in steps that stay or go
// as one.
type conversation struct {
	steps  []step
	report Report
}

// step is a turn of the assistant with the results of its calls, or one message
// of the user.
type step struct {
	messages []model.Message
	pinned   bool
}

func (s step) turn() bool { return s.messages[0].Role == model.Assistant }

// Texts of ours in a conversation.
const (
	trimmed     = "[earlier steps trimmed]"
	interrupted = "[no result: the run was stopped before this call was answered]"
	imageGone   = "[an earlier image was here]"
)

// arrange copies messages into steps. On the way calls and results find each
// other: results move right behind their calls, in their order; a call without
// one gets one; results without a call go.
func arrange(messages []model.Message) *conversation {
	c := arrangeOnce(messages)
	for c.turnsMeet() {
		// A message between them said nothing. There is one fewer each time.
		c = arrangeOnce(c.messages())
	}
	return c
}

// turnsMeet reports whether two messages of the assistant follow each other.
func (c *conversation) turnsMeet() bool {
	last := model.User
	for _, m := range c.messages() {
		if m.Role == model.Assistant && last == m.Role {
			return true
		}
		last = m.Role
	}
	return false
}

func arrangeOnce(messages []model.Message) *conversation {
	c := &conversation{}
	messages = slices.DeleteFunc(slices.Clone(messages), func(m model.Message) bool { return len(m.Blocks) == 0 })
	if len(messages) == 0 {
		return c
	}
	if messages[0].Role == model.Assistant || len(withoutResults(messages[0].Blocks)) == 0 {
		c.add(model.Say(model.User, trimmed))
	}
	for i := 0; i < len(messages); {
		var turn model.Message
		for ; i < len(messages) && messages[i].Role == model.Assistant; i++ {
			turn.Role = model.Assistant
			turn.Blocks = append(turn.Blocks, messages[i].Blocks...)
		}
		first := i
		for i < len(messages) && messages[i].Role != model.Assistant {
			i++
		}
		c.turn(turn, messages[first:i])
	}
	return c
}

func (c *conversation) add(messages ...model.Message) {
	c.steps = append(c.steps, step{messages: messages})
}

// turn adds a turn of the assistant, which is empty at the beginning of a
// conversation, and the messages of the user behind it.
func (c *conversation) turn(turn model.Message, behind []model.Message) {
	uses := turn.Uses()
	if len(uses) > 0 {
		turn.Blocks, uses = distinct(turn.Blocks)
	}
	results := map[string]model.ToolResult{}
	var beside model.Blocks // what stood in one message with results
	var said []model.Message
	for _, m := range behind {
		found := m.Results()
		for _, r := range found {
			if _, twice := results[r.ID]; !twice {
				r.Content = slices.Clone(r.Content)
				results[r.ID] = r
			}
		}
		rest := withoutResults(m.Blocks)
		switch {
		case len(rest) == 0:
		case len(found) > 0 && len(uses) > 0:
			beside = append(beside, rest...)
		default:
			said = append(said, model.Message{Role: m.Role, Blocks: rest})
		}
	}
	switch {
	case len(uses) > 0:
		answers := make(model.Blocks, 0, len(uses)+len(beside))
		for _, u := range uses {
			r, ok := results[u.ID]
			if !ok {
				r = model.ToolResult{ID: u.ID, Content: model.Blocks{model.Text{Text: interrupted}}, Error: true}
			}
			answers = append(answers, r)
		}
		c.add(turn, model.Message{Role: model.User, Blocks: append(answers, beside...)})
	case len(turn.Blocks) > 0:
		c.add(turn)
	}
	for _, m := range said {
		c.add(m)
	}
}

// distinct returns blocks without calls whose id was there before, and the
// calls that stay. Endpoints reject the others.
func distinct(blocks model.Blocks) (model.Blocks, []model.ToolUse) {
	seen := map[string]bool{}
	var kept model.Blocks
	var uses []model.ToolUse
	for _, b := range blocks {
		if u, ok := b.(model.ToolUse); ok {
			if seen[u.ID] {
				continue
			}
			seen[u.ID] = true
			uses = append(uses, u)
		}
		kept = append(kept, b)
	}
	return kept, uses
}

func withoutResults(blocks model.Blocks) model.Blocks {
	var rest model.Blocks
	for _, b := range blocks {
		switch b := b.(type) {
		case model.ToolResult:
		case model.Text:
			if b.Text != "" {
				rest = append(rest, b)
			}
		default:
			rest = append(rest, b)
		}
	}
	return rest
}

// eachResult visits the results from the newest to the oldest.
func (c *conversation) eachResult(visit func(*model.ToolResult)) {
	for _, s := range slices.Backward(c.steps) {
		for _, m := range slices.Backward(s.messages) {
			for i, b := range slices.Backward(m.Blocks) {
				if r, ok := b.(model.ToolResult); ok {
					visit(&r)
					m.Blocks[i] = r
				}
			}
		}
	}
}

// messages returns the conversation as it is now.
func (c *conversation) messages() []model.Message {
	var list []model.Message
	for _, s := range c.steps {
		list = append(list, s.messages...)
	}
	return list
}
