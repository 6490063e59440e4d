package errand

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// script is a model that plays its turns, one for each request. A turn that
// begins with webpage_ is a call; «button "Book"» in it is the ref of that row.
type script []string

func (s *script) Stream(_ context.Context, r model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		turn := (*s)[0]
		*s = (*s)[1:]
		turn = regexp.MustCompile(`«.*?»`).ReplaceAllStringFunc(turn, func(row string) string { return ref(r.Messages, row) })
		finish := model.Finish{Message: model.Say(model.Assistant, turn), Stop: model.StopEnd}
		if tool, arguments, _ := strings.Cut(turn, " "); strings.HasPrefix(tool, "webpage_") {
			use := model.ToolUse{ID: fmt.Sprint(len(*s)), Name: tool, Arguments: json.RawMessage(arguments)}
			finish = model.Finish{Message: model.Message{Role: model.Assistant, Blocks: model.Blocks{use}}, Stop: model.StopTools}
		}
		yield(finish, nil)
	}
}

// ref looks for a row in what the model was last shown.
func ref(messages []model.Message, row string) string {
	pattern := regexp.MustCompile(`(e\d+) ` + regexp.QuoteMeta(strings.Trim(row, "«»")))
	for _, m := range messages {
		for _, b := range m.Blocks {
			if result, ok := b.(model.ToolResult); ok {
				if found := pattern.FindStringSubmatch(fmt.Sprint(result.Content)); found != nil {
					row = found[1]
				}
			}
		}
	}
	return row
}

func TestBooking(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/booked" {
			fmt.Fprintf(w, "<title>Booked</title><h1>Booking B-17 for %s</h1>", r.FormValue("who"))
			return
		}
		fmt.Fprint(w, "<title>Bikes</title><form action=/booked><label>Name <input name=who></label><button>Book</button></form>")
	}))
	defer site.Close()
	host, err := chrome.Launch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := provider.New(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	catalogue, err := tools.New(b)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := agent.New(&script{
		"1. Book.\nSUCCESS: there is a number", // the planner
		`webpage_open {"url":"` + site.URL + `"}`,
		`webpage_snapshot {}`,
		`webpage_fill {"ref":"«textbox "Name"»","value":"Ada"}`,
		`webpage_click {"ref":"«button "Book"»"}`,
		"It is booked under B-17.", // no call: the navigator is done
		"DONE: the page says B-17", // the validator
	}, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	result, err := runner.Run(t.Context(), "Book a repair for Ada.")
	if err != nil || result.State != event.Done || !strings.Contains(result.Text, "B-17") {
		t.Errorf("%+v, %v", result, err)
	}
}
