package openai_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

func ExampleClient_Stream() {
	// A real program has the address of its endpoint here, and openai.WithKey.
	endpoint := httptest.NewServer(fakemodel.New(
		fakemodel.Call("webpage_open", `{"url":"https://shop.example/"}`),
		fakemodel.Say("The shop is open."),
	))
	defer endpoint.Close()

	client, err := openai.New(endpoint.URL, "some-model")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	messages := []model.Message{model.Say(model.User, "Open the shop.")}
	for {
		finish, err := model.Collect(client.Stream(context.Background(), model.Request{Messages: messages}))
		if err != nil {
			fmt.Println(err)
			return
		}
		messages = append(messages, finish.Message)
		if finish.Stop != model.StopTools {
			fmt.Println(finish.Message.Text())
			return
		}
		results := model.Message{Role: model.User}
		for _, use := range finish.Message.Uses() {
			if use.Malformed != "" {
				results.Blocks = append(results.Blocks, use.Refusal())
				continue
			}
			fmt.Println("call", use.Name, string(use.Arguments))
			results.Blocks = append(results.Blocks, model.ToolResult{ID: use.ID, Content: model.Blocks{model.Text{Text: "opened"}}})
		}
		messages = append(messages, results)
	}
	// Output:
	// call webpage_open {"url":"https://shop.example/"}
	// The shop is open.
}
