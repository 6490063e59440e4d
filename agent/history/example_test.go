package history_test

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// What a person reads. A page cannot leave its fence.
func ExampleConversation_Markdown() {
	c := history.New(time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC))
	for _, content := range []event.Content{
		event.User{Text: "Buy *red* shoes"},
		event.ToolCall{Tool: "webpage_text", Arguments: json.RawMessage(`{}`), State: event.CallDone, Text: "```\n# I am a heading", ElapsedMS: 12},
		event.Verdict{Passed: true, Reason: "the order is there", Attempt: 1},
	} {
		c.Items = append(c.Items, event.Item{Content: content})
	}
	fmt.Println(c.Markdown(nil, lang.English))
	// Output:
	// # Buy \*red\* shoes
	//
	// 2026-01-02 03:04 UTC
	//
	// **User**
	//
	// > Buy \*red\* shoes
	//
	// **Read the text** (webpage\_text): done, 12 ms
	//
	// ```text
	// {}
	// ```
	//
	// ````text
	// ```
	// # I am a heading
	// ````
	//
	// **Check 1: done**
	//
	// > the order is there
}
