package system1_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/holdfast-go/holdfast/agent/keys"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// A step that the fast path takes, and the one after it, which it leaves to the
// large model.
func ExamplePath() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"action":"type","ref":"e1","text":"red shoes","confidence":0.92}`)
	}))
	defer server.Close()
	client, err := system1.NewClient(system1.Config{Base: server.URL, Flat: true, Keys: keys.Fixed("k")})
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := system1.New(client, system1.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	scene := system1.Scene{
		Task: `Search for "red shoes"`, URL: "https://shop.test/",
		Candidates: []system1.Candidate{{Ref: "e1", Role: "textbox", Name: "Search", InView: true}},
	}
	step := path.Next(context.Background(), scene)
	tool, arguments := step.Move.Call()
	fmt.Println(step.Act, step.Confidence, tool, string(arguments))
	path.Did(step, system1.Outcome{URL: "https://shop.test/", Text: "filled"})
	fmt.Println(path.Next(context.Background(), scene).Reason)
	fmt.Println(path.Told()[0])
	// Output:
	// true 0.92 webpage_fill {"ref":"e1","value":"red shoes"}
	// step_cap
	// typed "red shoes" into e1 textbox "Search": filled
}
