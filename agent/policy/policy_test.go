package policy

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/browser"
)

func TestSites(t *testing.T) {
	who := &person{answer: event.Once}
	store := &memory{}
	c, p, f := door(t, who, WithStore(store))
	steps := func(want int, site string, reason browser.Reason) {
		t.Helper()
		call(t, c, "webpage_text", `{}`, reason)
		call(t, c, "webpage_click", `{"ref":"e6"}`, reason)
		asked := who.questions()
		if len(asked) != want || want > 0 && (asked[0].Site != site || asked[0].Subject != event.SubjectSite || len(asked[0].Choices) != 3) {
			t.Errorf("%s: asked %+v", site, asked)
		}
		reached := f.take()
		if (reason == "") != slices.Equal(reached, []string{"text", "click"}) || reason != "" && len(reached) > 0 {
			t.Errorf("%s: the page was reached by %v", site, reached)
		}
	}
	steps(1, "https://shop.test", "")
	steps(0, "", "")
	p.EndRun()
	steps(1, "https://shop.test", "") // once was for that run
	p.EndRun()
	who.answer = event.Deny
	steps(1, "https://shop.test", ReasonDenied) // and is not asked for again and again
	p.EndRun()
	who.answer = event.Always
	steps(1, "https://shop.test", "")
	p.EndRun()
	who.answer = event.Deny
	steps(0, "", "")
	if a, _ := store.Answer(t.Context(), "https://shop.test"); a != event.Always {
		t.Errorf("the store holds %q", a)
	}
	// Another scheme, port or host is another site; a blob is of the one that made it.
	for _, url := range []string{"http://shop.test/", "https://shop.test:8443/", "https://evil-shop.test/", "https://a.shop.test/", "blob:https://evil.test/1"} {
		f.goTo(url)
		p.EndRun()
		steps(1, siteOf(url), ReasonDenied)
	}
	f.goTo("blob:https://SHOP.test:443/1-2")
	steps(0, "", "")
	f.goTo("about:blank")
	steps(0, "", "")
	f.goTo("")
	steps(0, "", ReasonNoAddress)
	f.goTo("file:///etc/passwd")
	steps(0, "", "scheme")
}

func TestGoingSomewhereNeedsAPermission(t *testing.T) {
	who := &person{answer: event.Deny}
	c, p, f := door(t, who, WithSettings(Settings{Blocked: []string{"*.evil.test"}, Allowed: []string{"shop.test", "docs.test"}, Script: false}))
	for _, step := range []struct {
		tool, arguments string
		reason          browser.Reason
	}{
		{"webpage_open", `{"url":"https://docs.test/a"}`, ""}, {"webpage_open", `{"url":"https://new.test/"}`, ReasonDenied},
		{"webpage_open", `{"url":"https://a.EVIL.test./"}`, "blocked"}, {"webpage_navigate", `{"url":"https://evil.test/"}`, "blocked"},
		{"webpage_navigate", `{"url":"https://new.test/x"}`, ReasonDenied}, {"webpage_navigate", `{"url":"file:///etc/passwd"}`, "scheme"},
		{"webpage_execute", `{"method":"Page.navigate","params":{"url":"https://evil.test/"}}`, "blocked"},
		{"webpage_execute", `{"method":"Page.navigate","params":{"url":"https://new.test/"}}`, ReasonDenied},
		{"webpage_navigate", `{"history":"back"}`, ""}, {"webpage_open", `{}`, ""}, {"webpage_text", `{}`, ""},
	} {
		call(t, c, step.tool, step.arguments, step.reason)
	}
	if reached := f.take(); strings.Contains(strings.Join(reached, " "), "evil") || strings.Contains(strings.Join(reached, " "), "new.test") {
		t.Errorf("reached %v", reached)
	}
	if asked := who.questions(); len(asked) != 1 || asked[0].URL != "https://new.test/" {
		t.Errorf("asked %+v", asked)
	}
	// A page that is blocked can be left and closed, and nothing else.
	f.goTo("https://evil.test/")
	call(t, c, "webpage_text", `{}`, "blocked")
	call(t, c, "webpage_navigate", `{"url":"https://docs.test/"}`, "")
	call(t, c, "webpage_tabs", `{"action":"list"}`, "")
	if reached := f.take(); !slices.Equal(reached, []string{"navigate https://docs.test/"}) {
		t.Errorf("reached %v", reached)
	}
	// All sites: the block list holds.
	s := p.Settings()
	s.AllSites = true
	if err := p.Set(s); err != nil {
		t.Fatal(err)
	}
	call(t, c, "webpage_text", `{}`, "blocked")
	f.goTo("https://whatever.test/")
	call(t, c, "webpage_text", `{}`, "")
	if err := p.Set(Settings{Blocked: []string{"http://a b"}}); err == nil || len(p.Settings().Blocked) != 1 {
		t.Errorf("bad rules: %v, %+v", err, p.Settings())
	}
}

func TestSensitiveCalls(t *testing.T) {
	all := Settings{AllSites: true, Password: true, Script: true, Upload: true, Purchase: true}
	tests := []struct {
		tool, arguments string
		subject         event.Subject
	}{
		{"webpage_fill", `{"ref":"e2","value":"hunter22"}`, event.SubjectPassword},
		{"webpage_fill", `{"ref":"e5","value":"hunter22"}`, event.SubjectPassword},
		{"webpage_fill", `{"ref":"e1","value":"{{secret:shop}}"}`, event.SubjectPassword},
		{"webpage_fill", `{"ref":"e1","value":"hunter22"}`, ""},
		{"webpage_press", `{"key":"h"}`, event.SubjectPassword}, // e2 has the focus
		{"webpage_press", `{"key":"Control+V"}`, event.SubjectPassword},
		{"webpage_press", `{"key":"Control+A"}`, ""},
		{"webpage_press", `{"key":"Tab"}`, ""},
		{"webpage_press", `{"key":"h","ref":"e1"}`, ""},
		{"webpage_execute", `{"code":"1+1"}`, event.SubjectScript},
		{"webpage_execute", `{"method":"DOM.getDocument"}`, event.SubjectScript},
		{"webpage_upload", `{"ref":"e1","files":["/tmp/a.pdf"]}`, event.SubjectUpload},
		{"webpage_upload", `{}`, ""},
		{"webpage_click", `{"ref":"e3"}`, event.SubjectPurchase},
		{"webpage_click", `{"ref":"e6"}`, ""},
		{"webpage_press", `{"key":"Space","ref":"e3"}`, event.SubjectPurchase},
		{"webpage_press", `{"key":"Enter","ref":"e1"}`, event.SubjectPurchase},
		{"webpage_press", `{"key":"Enter","ref":"e4"}`, ""},
		{"webpage_fill", `{"ref":"e4","value":"shoes","submit":true}`, ""},
		{"webpage_fill", `{"ref":"e1","value":"Main St","submit":true}`, event.SubjectPurchase},
		{"webpage_text", `{}`, ""},
	}
	who := &person{}
	c, p, f := door(t, who)
	for _, test := range tests {
		for _, answer := range []event.Answer{event.Once, event.Always, event.Deny, event.Expired, "maybe", ""} {
			who.answer = answer
			if err := p.Set(all); err != nil {
				t.Fatal(err)
			}
			var reason browser.Reason
			if test.subject != "" && !answer.Allows() {
				reason = ReasonDenied
			}
			call(t, c, test.tool, test.arguments, reason)
			asked := who.questions()
			if test.subject == "" {
				if len(asked) != 0 {
					t.Errorf("%s %s: asked %+v", test.tool, test.arguments, asked)
				}
			} else if len(asked) != 1 || asked[0].Subject != test.subject || asked[0].Tool != test.tool || asked[0].Site != "https://shop.test" || asked[0].Deadline.IsZero() {
				t.Errorf("%s %s: asked %+v", test.tool, test.arguments, asked)
			}
			for _, a := range asked {
				if strings.Contains(a.Detail+a.Target, "hunter22") {
					t.Errorf("%s: a password is shown: %+v", test.tool, a)
				}
			}
			if reached := f.take(); (len(reached) > 0) != (reason == "") {
				t.Errorf("%s %s: answered %q, reached %v", test.tool, test.arguments, answer, reached)
			}
		}
		// With its switch off it passes.
		off := all
		switch test.subject {
		case event.SubjectPassword:
			off.Password, off.Purchase = false, false
		case event.SubjectScript:
			off.Script = false
		case event.SubjectUpload:
			off.Upload = false
		case event.SubjectPurchase:
			off.Purchase = false
		}
		if err := p.Set(off); err != nil {
			t.Fatal(err)
		}
		call(t, c, test.tool, test.arguments, "")
		if asked := who.questions(); len(asked) != 0 {
			t.Errorf("%s %s: switched off, asked %+v", test.tool, test.arguments, asked)
		}
		f.take()
	}
}

func TestNobodyToAsk(t *testing.T) {
	c, p, f := door(t, nil)
	call(t, c, "webpage_text", `{}`, ReasonNobody)
	if err := p.Set(Settings{AllSites: true, Script: true}); err != nil {
		t.Fatal(err)
	}
	call(t, c, "webpage_execute", `{"code":"1"}`, ReasonNobody)
	call(t, c, "webpage_text", `{}`, "")
	if reached := f.take(); !slices.Equal(reached, []string{"text"}) {
		t.Errorf("reached %v", reached)
	}
}

func TestOneQuestionForManyCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, answer := range []event.Answer{event.Once, event.Deny} {
			desk := &Desk{}
			var told []event.Body
			var mu sync.Mutex
			c, _, f := door(t, desk, WithNotify(func(b event.Body) {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, b)
			}))
			const calls = 8
			results := make(chan error, calls+1)
			giveUp, cancel := context.WithCancel(t.Context())
			go func() { _, err := c.Call(giveUp, "webpage_text", nil); results <- err }()
			synctest.Wait()
			for range calls {
				go func() { _, err := c.Call(t.Context(), "webpage_text", nil); results <- err }()
			}
			synctest.Wait()
			open := desk.Open()
			if len(open) != 1 || len(f.take()) != 0 {
				t.Fatalf("open: %+v", open)
			}
			// The one who asked gives up: another one takes the question over.
			cancel()
			synctest.Wait()
			if e := browser.AsError(<-results); e == nil || e.Code != browser.CodeCanceled {
				t.Errorf("the cancelled call ended with %v", e)
			}
			if err := desk.Answer(open[0].ID, answer); !errors.Is(err, ErrNoQuestion) {
				t.Errorf("an answer to a question that was given up: %v", err)
			}
			open = desk.Open()
			if len(open) != 1 {
				t.Fatalf("open: %+v", open)
			}
			if err := desk.Answer(open[0].ID, "perhaps"); err == nil {
				t.Error("an answer that is none was taken")
			}
			if err := desk.Answer(open[0].ID, answer); err != nil {
				t.Error(err)
			}
			synctest.Wait()
			for range calls {
				if err := <-results; (err == nil) != answer.Allows() {
					t.Errorf("%s: a call ended with %v", answer, err)
				}
			}
			if reached := f.take(); answer.Allows() != (len(reached) == calls) || !answer.Allows() && len(reached) > 0 {
				t.Errorf("%s: reached %v", answer, reached)
			}
			if len(told) != 4 || told[0].Type() != event.TypeApprovalAsked || told[1].(event.ApprovalAnswered).Answer != event.Canceled || told[3].(event.ApprovalAnswered).Answer != answer {
				t.Errorf("told %+v", told)
			}
			if len(desk.Open()) != 0 {
				t.Error("a question is left open")
			}
		}
	})
}

func TestQuestionsRunOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := &Desk{}
		c, _, f := door(t, desk, WithTimeout(time.Minute))
		began := time.Now()
		call(t, c, "webpage_text", `{}`, ReasonExpired)
		if took := time.Since(began); took != time.Minute || len(desk.Open()) != 0 {
			t.Errorf("it took %v, open: %v", took, desk.Open())
		}
		// It is no denial: the next call asks again. And a late yes is no yes.
		late := ApproverFunc(func(ctx context.Context, _ event.Approval) (event.Answer, error) {
			<-ctx.Done()
			return event.Once, nil
		})
		c2, _, f2 := door(t, late)
		call(t, c2, "webpage_text", `{}`, ReasonExpired)
		if len(f.take())+len(f2.take()) != 0 {
			t.Error("the page was reached without an answer")
		}
	})
}

func TestThePageMayMoveMeanwhile(t *testing.T) {
	who := &person{answer: event.Once}
	c, p, f := door(t, who)
	who.first = func(context.Context, event.Approval) { f.goTo("https://evil.test/") }
	call(t, c, "webpage_press", `{"key":"x"}`, ReasonMoved)
	f.goTo("https://shop.test/")
	// The same site elsewhere is near enough to read, not to run a program in.
	if err := p.Set(Settings{AllSites: true, Script: true}); err != nil {
		t.Fatal(err)
	}
	who.first = func(context.Context, event.Approval) { f.goTo("https://shop.test/other") }
	call(t, c, "webpage_execute", `{"code":"1"}`, ReasonMoved)
	// A rule that came meanwhile holds.
	f.goTo("https://shop.test/")
	who.first = func(context.Context, event.Approval) {
		if err := p.Set(Settings{AllSites: true, Script: true, Blocked: []string{"shop.test"}}); err != nil {
			t.Error(err)
		}
	}
	call(t, c, "webpage_execute", `{"code":"1"}`, "blocked")
	if reached := f.take(); len(reached) != 0 {
		t.Errorf("reached %v", reached)
	}
}

func TestAnAnswerIsForTheRunThatAsked(t *testing.T) {
	who := &person{answer: event.Once}
	c, p, f := door(t, who)
	who.first = func(context.Context, event.Approval) { p.EndRun() }
	call(t, c, "webpage_text", `{}`, "")
	who.first = nil
	call(t, c, "webpage_text", `{}`, "")
	if n := len(who.questions()); n != 2 || len(f.take()) != 2 {
		t.Errorf("asked %d times", n)
	}
}

// broken is a store that fails.
type broken struct{}

func (broken) Answer(context.Context, string) (event.Answer, error) {
	return event.Always, errors.New("locked")
}
func (broken) Remember(context.Context, string, event.Answer) error { return errors.New("locked") }

func TestAStoreThatFails(t *testing.T) {
	who := &person{answer: event.Always}
	var problems int
	c, p, f := door(t, who, WithStore(broken{}), WithLanguage(lang.Chinese), WithNotify(func(b event.Body) {
		switch b := b.(type) {
		case event.Problem:
			problems++
			if !strings.HasPrefix(string(b.Text), "无法") || b.Hint == "" {
				t.Errorf("%s is told in no Chinese: %q, %q", b.Code, b.Text, b.Hint)
			}
		case event.ApprovalAsked:
			if !strings.HasPrefix(string(b.Approval.Question), "允许智能体使用 http") {
				t.Errorf("asked %q", b.Approval.Question)
			}
		}
	}))
	call(t, c, "webpage_text", `{}`, "")
	call(t, c, "webpage_text", `{}`, "")
	if n := len(who.questions()); n != 1 || problems != 2 || len(f.take()) != 2 {
		t.Errorf("asked %d times, %d problems", n, problems)
	}
	p.EndRun()
	who.answer, who.err = "", errors.New("the panel is gone")
	call(t, c, "webpage_text", `{}`, ReasonNobody)
	for name, o := range map[string]Option{"store": WithStore(nil), "limit": WithTimeout(0), "notify": WithNotify(nil), "clock": WithClock(nil)} {
		if _, err := New(who, o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
