package main

import (
	"bytes"
	"testing"
	"testing/synctest"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/policy"
)

// A person answers a question wrongly, then rightly, and says something when
// nothing is asked. When nobody is there any more the answer is no.
func TestConsole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var steered []string
		lines := make(chan string)
		desk := &policy.Desk{}
		feed := event.NewFeed(event.Options{})
		c := &console{
			show: lang.NewTranscript(&out, lang.New(lang.Chinese)), words: lang.New(lang.Chinese), desk: desk, lines: lines, steer: func(s string) { steered = append(steered, s) },
		}
		done := make(chan struct{})
		go func() { defer close(done); c.run(t.Context(), feed.Listen()) }()
		ask := func(id string) <-chan event.Answer {
			a := event.Approval{ID: id, Subject: event.SubjectScript, Question: "允许吗？", Detail: "one\ntwo", Choices: []event.Answer{event.Once, event.Deny}}
			answers := make(chan event.Answer, 1)
			go func() {
				answer, err := desk.Approve(t.Context(), a)
				if err != nil {
					t.Error(err)
				}
				feed.Emit(event.ApprovalAnswered{ID: a.ID, Answer: answer})
				answers <- answer
			}()
			synctest.Wait()
			feed.Emit(event.ApprovalAsked{Approval: a})
			synctest.Wait()
			return answers
		}
		answers := ask("a1")
		lines <- "perhaps"
		lines <- "on"
		if got := <-answers; got != event.Once {
			t.Errorf("the answer is %s", got)
		}
		synctest.Wait()
		lines <- ""
		lines <- "use the second one"
		close(lines)
		if got := <-ask("a2"); got != event.Deny {
			t.Errorf("nobody answered %s", got)
		}
		feed.Close()
		<-done
		if len(steered) != 1 || steered[0] != "use the second one" {
			t.Errorf("the agent is told %q", steered)
		}
		want := `? 允许吗？
  | one
  | two
  [once] 仅本次允许, [deny] 拒绝
  | one
  | two
  [once] 仅本次允许, [deny] 拒绝
  → 仅本次允许
? 允许吗？
  → 拒绝
`
		if got := out.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}
