package model

import (
	"encoding/json"
	"fmt"
)

// Names of the kinds of blocks in JSON.
const (
	kindText      = "text"
	kindImage     = "image"
	kindUse       = "tool_use"
	kindResult    = "tool_result"
	kindReasoning = "reasoning"
)

// MarshalJSON writes each block as an object whose first property, type, says
// what it is.
func (b Blocks) MarshalJSON() ([]byte, error) {
	list := make([]json.RawMessage, len(b))
	for i, block := range b {
		one, err := marshalBlock(block)
		if err != nil {
			return nil, err
		}
		list[i] = one
	}
	return json.Marshal(list)
}

func marshalBlock(block Block) ([]byte, error) {
	var kind string
	switch block.(type) {
	case Text:
		kind = kindText
	case Image:
		kind = kindImage
	case ToolUse:
		kind = kindUse
	case ToolResult:
		kind = kindResult
	case Reasoning:
		kind = kindReasoning
	default:
		return nil, fmt.Errorf("model: no block is a %T", block)
	}
	fields, err := json.Marshal(block)
	if err != nil {
		return nil, err
	}
	// Every block has a field, so there is something after the comma.
	return append([]byte(`{"type":"`+kind+`",`), fields[1:]...), nil
}

// UnmarshalJSON reads what MarshalJSON wrote. A block of an unknown type is an
// error: a conversation without it would be another one.
func (b *Blocks) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if list == nil {
		*b = nil
		return nil
	}
	blocks := make(Blocks, len(list))
	for i, one := range list {
		var head struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(one, &head); err != nil {
			return err
		}
		var err error
		switch head.Type {
		case kindText:
			blocks[i], err = decode[Text](one)
		case kindImage:
			blocks[i], err = decode[Image](one)
		case kindUse:
			blocks[i], err = decode[ToolUse](one)
		case kindResult:
			blocks[i], err = decode[ToolResult](one)
		case kindReasoning:
			blocks[i], err = decode[Reasoning](one)
		default:
			err = fmt.Errorf("model: unknown type of block %.40q", head.Type)
		}
		if err != nil {
			return err
		}
	}
	*b = blocks
	return nil
}

func decode[T Block](data []byte) (Block, error) {
	var block T
	if err := json.Unmarshal(data, &block); err != nil {
		return nil, err
	}
	return block, nil
}
