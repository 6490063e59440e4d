//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// clerk plays a model that pays an order. It knows only what the conversation
// says.
func clerk(url string, asked func(call string)) fakemodel.Answer {
	return func(r *fakemodel.Request) fakemodel.Reply {
		if len(r.Tools) == 0 && strings.Contains(r.Last("system"), "MISSING:") {
			if strings.Contains(r.Last("user"), "Paid") {
				return fakemodel.Reply{Text: "DONE: the page says so."}
			}
			return fakemodel.Reply{Text: "MISSING: it is not paid."}
		}
		if len(r.Tools) == 0 {
			return fakemodel.Reply{Text: "1. Open the order.\n2. Pay it.\nSUCCESS: the page says Paid."}
		}
		last := ""
		for _, m := range r.Messages {
			for _, c := range m.ToolCalls {
				last = c.Function.Name
			}
		}
		asked(last)
		call := func(name, arguments string) fakemodel.Reply {
			return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: name, Arguments: arguments}}}
		}
		seen := r.Last("tool")
		switch {
		case last == "" || strings.Contains(seen, "no default page"):
			return call("webpage_open", fmt.Sprintf(`{"url":%q}`, url))
		case last != "webpage_snapshot":
			return call("webpage_snapshot", `{}`)
		case strings.Contains(seen, "Paid"):
			return fakemodel.Reply{Text: "The order is paid."}
		}
		return call("webpage_click", fmt.Sprintf(`{"ref":%q}`, r.Ref("button", "Pay")))
	}
}

// A task whose worker is killed goes on in another one where its conversation
// stood; the call during which it was killed is not made again.
func TestTaskGoesOn(t *testing.T) {
	s, q := newSite(t), startQueue(t)
	var c *crowd
	begun := make(chan struct{}) // c is there
	var kills atomic.Int32
	kill := func() {
		<-begun
		if w, found := c.atWork(); found && syscall.Kill(w.PID, syscall.SIGKILL) == nil {
			c.forget(w.Worker)
			kills.Add(1)
		}
	}
	s.paid = func() {
		if kills.Load() == 1 {
			kill()
		}
	}
	url := s.url + "/order?job=task"
	model := fakemodel.New(slices.Repeat([]fakemodel.Answer{clerk(url, func(last string) {
		if last == "webpage_snapshot" && kills.Load() == 0 {
			kill()
		}
	})}, 60)...)
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	t.Setenv("OPENAI_BASE_URL", endpoint.URL+"/v1")
	t.Setenv("OPENAI_MODEL", "clerk")
	jobs := []*Job{{ID: "task", Task: "Pay the order.", URL: url}}
	c = newCrowd(t, q, jobs, "-workers", "1")
	close(begun)
	c.finish(t)
	r := c.result(t, "task")
	if r == nil || r.State != Done || r.Answer != "The order is paid." || len(r.Attempts) != 2 {
		t.Fatalf("the result is %+v", r)
	}
	if _, pays := s.counts("task"); pays != 1 || kills.Load() != 2 {
		t.Errorf("it was paid %d times, and its worker killed %d times", pays, kills.Load())
	}
	told := false
	for _, request := range model.Requests() {
		told = told || strings.Contains(string(request.Body), "may have had its effect")
	}
	if !told {
		t.Error("nobody told the model of the call that was cut")
	}
	if len(r.files()) != 1 {
		t.Fatalf("there is no transcript: %+v", r)
	}
	text, err := os.ReadFile(filepath.Join(c.out, "task", filepath.Base(r.files()[0])))
	if err != nil || !strings.Contains(string(text), "The order is paid.") {
		t.Errorf("the transcript: %v\n%s", err, text)
	}
	c.auditQueue(t, 1, map[string]bool{r.files()[0]: true})
	c.auditMachine(t)
}

// A worker died behind the end of a run: nobody asks the model again.
func TestTaskHadEnded(t *testing.T) {
	model := fakemodel.New(fakemodel.Say("The order is paid."))
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	client, err := openai.New(endpoint.URL+"/v1", "clerk")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var saved []byte
	begin := func(o ...agent.Option) *agent.Runner {
		catalogue, err := tools.New(struct{ browser.Provider }{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := agent.New(client, catalogue, append(o, agent.WithoutPlanner(), agent.WithSave(func(c *history.Conversation) (err error) {
			saved, err = json.Marshal(c)
			return err
		}))...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
		return r
	}
	job := &Job{ID: "task", Task: "Pay.", URL: "http://shop.example/"}
	if r, err := goOn(t.Context(), begin(), job, false); err != nil || r.State != event.Done {
		t.Fatalf("%+v, %v", r, err)
	}
	var c history.Conversation
	if err := json.Unmarshal(saved, &c); err != nil {
		t.Fatal(err)
	}
	r, err := goOn(t.Context(), begin(agent.WithConversation(&c)), job, true)
	if err != nil || r.State != event.Done || r.Text != "The order is paid." || len(model.Requests()) != 1 {
		t.Errorf("%+v, %v after %d requests", r, err, len(model.Requests()))
	}
}
