package budget

import (
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/agent/model"
)

// What things are estimated to take, in tokens. The requirement's figures are
// 3.2 characters a token and 1,400 an image, which overestimates English and
// outlines. It would underestimate Chinese, where a character is up to a token,
// so a character outside of ASCII counts one.
const (
	imageTokens   = 1400
	messageTokens = 4 // the role and what separates messages
)

// TextTokens estimates the tokens of a text.
func TextTokens(s string) int {
	other := 0
	ascii := 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b < utf8.RuneSelf:
			ascii++
		case utf8.RuneStart(b):
			other++
		}
	}
	return other + (ascii*5+15)/16 // ascii / 3.2, rounded up
}

// Tokens estimates the tokens of messages. It is meant to be too high rather
// than too low.
func Tokens(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		n += messageTokens + blockTokens(m.Blocks)
	}
	return n
}

func blockTokens(blocks model.Blocks) int {
	n := 0
	for _, b := range blocks {
		switch b := b.(type) {
		case model.Text:
			n += TextTokens(b.Text)
		case model.Reasoning:
			n += TextTokens(b.Text)
		case model.Image:
			n += imageTokens
		case model.ToolUse:
			n += messageTokens + TextTokens(b.ID) + TextTokens(b.Name) + TextTokens(string(b.Arguments))
		case model.ToolResult:
			n += messageTokens + TextTokens(b.ID) + blockTokens(b.Content)
		}
	}
	return n
}

// ToolTokens estimates what the definitions of tools take of every request.
func ToolTokens(tools []model.ToolSpec) int {
	n := 0
	for _, t := range tools {
		n += messageTokens + TextTokens(t.Name) + TextTokens(t.Description) + TextTokens(string(t.Parameters))
	}
	return n
}
