package budget_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/model"
)

func ExampleGovern() {
	messages := []model.Message{model.Say(model.User, "Order a red bicycle.")}
	for i := range 5 {
		id := fmt.Sprintf("call_%d", i)
		messages = append(messages,
			model.Message{Role: model.Assistant, Blocks: model.Blocks{
				model.ToolUse{ID: id, Name: "webpage_text", Arguments: json.RawMessage("{}")},
			}},
			model.Message{Role: model.User, Blocks: model.Blocks{
				model.ToolResult{ID: id, Content: model.Blocks{model.Text{Text: strings.Repeat("bicycle ", 2000)}}},
			}},
		)
	}
	governed, report := budget.Govern(messages, budget.Options{Limit: 6000})
	fmt.Println(len(messages), "messages became", len(governed))
	fmt.Println(report.Results, "results were cut,", report.Steps, "steps went")
	fmt.Println(governed[0].Text())
	// Output:
	// 11 messages became 5
	// 5 results were cut, 3 steps went
	// Order a red bicycle.
	// [earlier steps trimmed]
}
