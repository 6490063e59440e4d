package openai

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
)

type wireMessage struct {
	Role       string      `json:"role"`
	Content    wireContent `json:"content"`
	Thought    string      `json:"reasoning_content,omitempty"`
	ToolCalls  []wireCall  `json:"tool_calls,omitempty"`
	ToolCallID string      `json:"tool_call_id,omitempty"`
}

// wireContent is a text, or parts when there are images, or null.
type wireContent struct {
	text  string
	parts []wirePart
}

// MarshalJSON writes a plain string wherever that is enough: not every endpoint
// takes parts.
func (c wireContent) MarshalJSON() ([]byte, error) {
	switch {
	case c.parts != nil:
		return json.Marshal(c.parts)
	case c.text == "":
		return []byte("null"), nil
	}
	return json.Marshal(c.text)
}

type wirePart struct {
	Type  string     `json:"type"`
	Text  string     `json:"text,omitempty"`
	Image *wireImage `json:"image_url,omitempty"`
}

type wireImage struct {
	URL string `json:"url"`
}

type wireCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Texts that stand where the protocol has no place for what was there.
const (
	noOutput  = "(no output)"
	noVision  = "[image left out: this model takes none]"
	seeImages = "(the result is the image that follows)"
	fromTools = "Images from the tool results above:"
)

// wireMessages writes a conversation as the endpoint wants it: neighbours of one
// role merged, results right behind their calls, their images in a message of
// the user.
func (c *Client) wireMessages(r model.Request) []wireMessage {
	var list []wireMessage
	if r.System != "" {
		list = append(list, wireMessage{Role: "system", Content: wireContent{text: r.System}})
	}
	merged := merge(r.Messages)
	task := lastTask(merged)
	for i, m := range merged {
		if m.Role == model.Assistant {
			list = append(list, assistant(m, c.info.Reasoning == model.ReasoningEchoed && i > task))
			continue
		}
		list = append(list, c.user(m)...)
	}
	return list
}

// merge joins neighbours of one role and leaves out what says nothing.
func merge(messages []model.Message) []model.Message {
	var merged []model.Message
	for _, m := range messages {
		blocks := meaningful(m)
		if len(blocks) == 0 {
			continue
		}
		if n := len(merged); n > 0 && merged[n-1].Role == m.Role {
			// A list of its own: the one there may be the caller's.
			merged[n-1].Blocks = append(merged[n-1].Blocks[:len(merged[n-1].Blocks):len(merged[n-1].Blocks)], blocks...)
			continue
		}
		merged = append(merged, model.Message{Role: m.Role, Blocks: blocks})
	}
	return merged
}

// meaningful returns the blocks of a message that can be sent: none when an
// assistant only thought, which endpoints reject.
func meaningful(m model.Message) model.Blocks {
	var blocks model.Blocks
	said := false
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case model.Text:
			if b.Text == "" {
				continue
			}
			said = true
		case model.Reasoning:
		default:
			said = true
		}
		blocks = append(blocks, b)
	}
	if !said {
		return nil
	}
	return blocks
}

// lastTask returns where the user last said something that was no result.
func lastTask(messages []model.Message) int {
	for i := len(messages) - 1; i >= 0; i-- {
		if m := messages[i]; m.Role == model.User && len(m.Results()) == 0 {
			return i
		}
	}
	return -1
}

func assistant(m model.Message, echo bool) wireMessage {
	w := wireMessage{Role: "assistant", Content: wireContent{text: m.Text()}}
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case model.Reasoning:
			if echo {
				w.Thought += b.Text
			}
		case model.ToolUse:
			arguments := string(b.Arguments)
			if arguments == "" {
				arguments = "{}"
			}
			w.ToolCalls = append(w.ToolCalls, wireCall{b.ID, "function", wireFunction{b.Name, arguments}})
		}
	}
	return w
}

// user writes a message of the user: first the results, then the images that
// were in them, then what the user says.
func (c *Client) user(m model.Message) []wireMessage {
	var list []wireMessage
	var moved, said []model.Block
	for _, b := range m.Blocks {
		result, ok := b.(model.ToolResult)
		if !ok {
			said = append(said, b)
			continue
		}
		var texts []string
		images := 0
		for _, part := range result.Content {
			switch part := part.(type) {
			case model.Text:
				if part.Text != "" {
					texts = append(texts, part.Text)
				}
			case model.Image:
				if c.blind() {
					texts = append(texts, noVision)
					continue
				}
				images++
				moved = append(moved, part)
			}
		}
		switch {
		case len(texts) > 0:
		case images > 0:
			texts = []string{seeImages}
		default:
			texts = []string{noOutput}
		}
		list = append(list, wireMessage{
			Role: "tool", ToolCallID: result.ID, Content: wireContent{text: strings.Join(texts, "\n")},
		})
	}
	if len(moved) > 0 {
		said = append(append([]model.Block{model.Text{Text: fromTools}}, moved...), said...)
	}
	if len(said) > 0 {
		list = append(list, wireMessage{Role: "user", Content: c.content(said)})
	}
	return list
}

// blind reports whether the model is known to take no images.
func (c *Client) blind() bool { return c.known && !c.info.Vision }

func (c *Client) content(blocks []model.Block) wireContent {
	var parts []wirePart
	var texts []string
	images := false
	add := func(text string) {
		parts = append(parts, wirePart{Type: "text", Text: text})
		texts = append(texts, text)
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case model.Text:
			add(b.Text)
		case model.Image:
			if c.blind() {
				add(noVision)
				continue
			}
			images = true
			data := "data:" + b.MIME + ";base64," + base64.StdEncoding.EncodeToString(b.Data)
			parts = append(parts, wirePart{Type: "image_url", Image: &wireImage{data}})
		}
	}
	if images {
		return wireContent{parts: parts}
	}
	return wireContent{text: strings.Join(texts, "\n\n")}
}
