package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

func newProvider(t *testing.T) browser.Provider {
	t.Helper()
	p, err := provider.New(t.Context(), testbrowser.Host(t), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// inOrder holds a text against lines that must be in it one after another, each
// a regular expression.
func inOrder(t *testing.T, text string, want ...string) {
	t.Helper()
	rest := text
	for _, w := range want {
		at := regexp.MustCompile(`(?m)^` + w).FindStringIndex(rest)
		if at == nil {
			t.Fatalf("%q does not come in its place in\n%s", w, text)
		}
		rest = rest[at[1]:]
	}
}

// The validator sends the model on once, because the order was not placed.
func TestScriptedRun(t *testing.T) {
	var out bytes.Buffer
	s := settings{language: lang.English, out: &out, dir: t.TempDir()}
	result, err := s.scripted(t.Context(), newProvider(t), false)
	if err != nil || result.State != event.Done || !strings.Contains(result.Text, "1001") {
		t.Fatalf("got %+v, %v\n%s", result, err, out.String())
	}
	inOrder(t, out.String(),
		`» Search for "mug"`, `= Plan$`, `  5\. Place the order`, `  Done when: `,
		`· Open a page`, `· Fill a control .*"mug"`, `· Click .*\n  click e\d+ button "Add to cart"`, `  navigated: "Checkout`,
		`· Fill a control .*Ada Lovelace`, `· Fill a control .*ada@example\.org`, `· Fill a control .*true`,
		`« The order form is filled in\.`, `= Check 1: not done$`, `\? May the agent do what may buy .*"Place order"`, `  → allow once$`,
		`  navigated: "Order received`, `« The Tide mug is ordered .*1001`, `= Check 2: done$`, `■ done$`, `  \d+ turns, [\d,]+ tokens in .*\$0\.`,
	)
}

// The fast path takes the steps that need no thought, and the rest is as before.
func TestScriptedRunWithFastPath(t *testing.T) {
	var out bytes.Buffer
	s := settings{language: lang.Chinese, out: &out, dir: t.TempDir()}
	result, err := s.scripted(t.Context(), newProvider(t), true)
	if err != nil || result.State != event.Done {
		t.Fatalf("got %+v, %v\n%s", result, err, out.String())
	}
	inOrder(t, out.String(),
		`= 计划$`, `  完成标准：`, `· 打开页面`, `· ⚡ System 1 \(jev-scripted\)：已执行 输入 searchbox .*置信度 93%，\d+ 毫秒$`,
		`· ⚡ System 1 \(jev-scripted\)：已执行 点击 button "Add to cart"；置信度 97%`, `· 点击`, `· 填写 .*Ada Lovelace`,
		`= 第 1 次检查：未完成$`, `\? 允许智能体在 http`, `  → 仅本次允许$`, `= 第 2 次检查：已完成$`, `■ 已完成$`, `  \d+ 轮，输入`,
	)
	for _, done := range []string{`"value":"mug"`, "执行失败"} {
		if strings.Contains(out.String(), done) {
			t.Errorf("%s should not be in\n%s", done, out.String())
		}
	}
}

// person watches what is written and does something the first time that it
// holds a text.
type person struct {
	bytes.Buffer
	does map[string]func()
}

func (p *person) Write(text []byte) (int, error) {
	for at, do := range p.does {
		if bytes.Contains(text, []byte(at)) {
			delete(p.does, at)
			do()
		}
	}
	return p.Buffer.Write(text)
}

// A person allows the site for good and presses Ctrl-C, which ends the context.
// The run stops and says so. Another process goes on with it in another browser:
// the site is not asked for again.
func TestStopAndResume(t *testing.T) {
	shop, stop, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	base, end, err := listen(newClerk(shop))
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	env := map[string]string{"OPENAI_BASE_URL": base, "OPENAI_MODEL": "m"}
	e, err := endpointOf(func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	lines := make(chan string, 1)
	first := &person{does: map[string]func(){
		"? May the agent use": func() { lines <- "always" },
		"  click e":           cancel,
	}}
	s := settings{task: "order the mug", dir: t.TempDir(), get: func(name string) string { return env[name] }, lines: lines, out: first}
	if done, err := s.real(ctx, newProvider(t), e); err != nil || done {
		t.Fatalf("done %v, %v\n%s", done, err, first.String())
	}
	inOrder(t, first.String(), `» order the mug`, `\? May the agent use http`, `  → always allow`, `· Click`, `■ stopped The run was stopped\.$`)

	second := &person{does: map[string]func(){"? May the agent do what may buy": func() { lines <- "o" }}}
	s.out, s.task, s.resume = second, "", true
	if done, err := s.real(t.Context(), newProvider(t), e); err != nil || !done {
		t.Fatalf("done %v, %v\n%s", done, err, second.String())
	}
	inOrder(t, second.String(), `» order the mug`, `· Click`, `= Check 2: done`, `■ done`)
	if strings.Contains(second.String(), "May the agent use") {
		t.Errorf("a site that is allowed for good is asked for in\n%s", second.String())
	}
	if _, err := s.real(t.Context(), newProvider(t), e); !errors.Is(err, errNothingLeft) {
		t.Errorf("what is archived is resumed: %v", err)
	}
}

func TestRecorded(t *testing.T) {
	shop, stop, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	p, file := newProvider(t), filepath.Join(t.TempDir(), "run.gif")
	stopped := errors.New("stopped")
	_, err = recorded(p, file, func(p browser.Provider) (bool, error) {
		page, err := p.Open(t.Context(), browser.OpenRequest{URL: shop + "/queue?freeze"})
		if err != nil {
			return false, err
		}
		snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
		if err != nil {
			return false, err
		}
		ref, err := snap.Ref("button", "Ship the first")
		if err != nil {
			return false, err
		}
		_, err = page.Click(t.Context(), browser.ClickRequest{Ref: ref})
		return false, errors.Join(err, stopped)
	}, record.WithPictureTimeout(30*time.Second)) // a slow machine takes its picture, too
	if !errors.Is(err, stopped) {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(text, []byte("GIF89a")) {
		t.Errorf("the recording is %.10q, %v", text, err)
	}
	if done, err := recorded(p, "", func(got browser.Provider) (bool, error) { return got == p, nil }); !done || err != nil {
		t.Errorf("without a file another browser is used, or %v", err)
	}
}

func TestEndpointOf(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want *endpoint
		ok   bool
	}{
		{nil, nil, true},
		{map[string]string{"OPENAI_BASE_URL": "b", "OPENAI_API_KEY": "k", "OPENAI_MODEL": "m"}, &endpoint{"b", "k", "m"}, true},
		{map[string]string{"OPENAI_BASE_URL": "b", "OPENAI_MODEL": "m"}, &endpoint{"b", "", "m"}, true},
		{map[string]string{"OPENAI_API_KEY": "k"}, nil, false},
	} {
		got, err := endpointOf(func(name string) string { return c.env[name] })
		if (err == nil) != c.ok || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%v gives %+v, %v", c.env, got, err)
		}
	}
}

// Without a model there is only the demonstration.
func TestOwnTaskNeedsModel(t *testing.T) {
	s := settings{task: "x", get: func(string) string { return "" }}
	if _, err := run(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), "OPENAI_MODEL") {
		t.Errorf("got %v", err)
	}
}
