package lang

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
)

func han(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0
}

// verb is %d, %.2f, %[2]s and the like.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z%])`)

// verbs gives the verb of each argument of a format, from the first.
func verbs(format string) map[int]string {
	found, next := map[int]string{}, 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // they are digits
		}
		found[next] = m[2]
		next++
	}
	return found
}

func TestEveryMessageIsInBothLanguages(t *testing.T) {
	seen := map[Message]bool{}
	for _, r := range table() {
		if seen[r.key] || r.key == "" || r.english == "" || r.chinese == "" {
			t.Errorf("row %q is there twice, or a language is missing: %+v", r.key, r)
		}
		seen[r.key] = true
		if han(r.english) || han(r.one) {
			t.Errorf("%s is no English: %s %s", r.key, r.english, r.one)
		}
		// What is only punctuation, or the proper name of the fast path, has nothing
		// to translate.
		words := strings.IndexFunc(verb.ReplaceAllString(strings.ReplaceAll(r.english, "System 1", ""), ""), unicode.IsLetter) >= 0
		if words && !han(r.chinese) {
			t.Errorf("%s is no Chinese: %s", r.key, r.chinese)
		}
		if diff := cmp.Diff(verbs(r.english), verbs(r.chinese)); diff != "" {
			t.Errorf("%s has other arguments in Chinese (-english +chinese):\n%s", r.key, diff)
		}
		if r.one != "" {
			if diff := cmp.Diff(verbs(r.english), verbs(r.one)); diff != "" {
				t.Errorf("%s has other arguments for one (-many +one):\n%s", r.key, diff)
			}
		}
		for _, l := range Languages() {
			if !New(l).known[r.key] {
				t.Errorf("%s cannot be said in %s", r.key, l)
			}
		}
	}
}

// codes are all words of the protocol that have names for people.
func codes() map[string][]string {
	of := map[string][]string{
		"state": {
			string(event.Idle), string(event.Running), string(event.Waiting), string(event.Stopping), string(event.Done),
			string(event.Unfulfilled), string(event.Capped), string(event.Exhausted), string(event.Stopped), string(event.Failed),
		},
		"phase":    {string(event.Planning), string(event.Reflex), string(event.Navigating), string(event.Validating)},
		"progress": {string(event.CallRunning), string(event.CallDone), string(event.CallFailed), string(event.CallRefused), string(event.CallCanceled)},
		"answer":   {string(event.Once), string(event.Always), string(event.Deny), string(event.Expired), string(event.Canceled)},
		"outcome":  {string(event.Acted), string(event.Yielded), string(event.ActedThenFailed)},
		"level":    {string(event.Info), string(event.Warning), string(event.Failure)},
		"action":   {string(system1.Click), string(system1.Type), string(system1.Scroll), string(system1.Navigate), string(system1.Leave)},
		"reason": {
			string(system1.ReasonCap), string(system1.ReasonNavigated), string(system1.ReasonActionFailed), string(system1.ReasonNothing),
			string(system1.ReasonDeclined), string(system1.ReasonUnsure), string(system1.ReasonSensitive), string(system1.ReasonUnknown),
			string(system1.ReasonTimeout), string(system1.ReasonCanceled), string(system1.ReasonError), string(system1.ReasonPaused),
		},
	}
	for _, k := range model.Kinds() {
		of["model"] = append(of["model"], string(k))
	}
	for _, s := range []event.Subject{event.SubjectSite, event.SubjectPassword, event.SubjectScript, event.SubjectUpload, event.SubjectPurchase} {
		of["subject"] = append(of["subject"], string(s))
		of["ask"] = append(of["ask"], string(s))
	}
	for _, tool := range tools.Definitions() {
		of["tool"] = append(of["tool"], tool.Name)
	}
	return of
}

func TestEveryCodeHasAName(t *testing.T) {
	english, chinese := New(English), New(Chinese)
	for kind, list := range codes() {
		for _, code := range list {
			if a, b := english.label(kind, code), chinese.label(kind, code); a == "" || !han(string(b)) || han(string(a)) {
				t.Errorf("%s %s is %q and %q", kind, code, a, b)
			}
		}
	}
	for _, tool := range tools.Definitions() {
		if got := english.Tool(tool.Name); string(got) != tool.Title {
			t.Errorf("%s is %q here and %q in its definition", tool.Name, got, tool.Title)
		}
	}
	if got := english.State("levitating"); got != "levitating" {
		t.Errorf("a state of a later version is %q", got)
	}
	if got := chinese.Explain("another"); !han(string(got)) {
		t.Errorf("a kind of a later version is explained by %q", got)
	}
}

func TestSay(t *testing.T) {
	cause := errors.New("disk 100% full")
	for _, c := range []struct {
		language Language
		message  Message
		values   []any
		want     event.Words
	}{
		{English, HistoryNotSaved, []any{cause}, "The conversation could not be saved: disk 100% full"},
		{Chinese, HistoryNotSaved, []any{cause}, "无法保存对话：disk 100% full"},
		{English, RunCapped, []any{1}, "The limit of 1 step is reached. The run can be continued."},
		{English, RunCapped, []any{40}, "The limit of 40 steps is reached. The run can be continued."},
		{Chinese, RunCapped, []any{1}, "已达到 1 步的上限，可以继续运行"},
		{Chinese, askOther, []any{"x", "https://a.test"}, "允许智能体在 https://a.test 调用 x 吗？"},
		{"tlh", HistoryMakeRoom, nil, "Make room on the disk."},
		{English, "no.such", []any{7}, "no.such7"},
	} {
		if got := New(c.language).Say(c.message, c.values...); got != c.want {
			t.Errorf("%s in %q is %q, not %q", c.message, c.language, got, c.want)
		}
	}
	var none *Printer
	if none.Say(HistoryMakeRoom) != "Make room on the disk." || none.State(event.Done) != "done" || none.Language() != English {
		t.Error("a nil printer says no English")
	}
}

// own is an error that speaks to people.
type own struct{}

func (own) Error() string                { return "code" }
func (own) Words(p *Printer) event.Words { return p.Say(RunNotAPlan) }

func TestWhy(t *testing.T) {
	p := New(Chinese)
	for _, c := range []struct {
		err  error
		want event.Words
	}{
		{fmt.Errorf("x: %w", own{}), "模型没有给出计划"},
		{fmt.Errorf("x: %w", &model.Error{Kind: model.Timeout, Message: "secret"}), "请求超时"},
		{errors.New("disk full"), "disk full"},
	} {
		if got := p.Why(c.err); got != c.want {
			t.Errorf("%v is %q, not %q", c.err, got, c.want)
		}
	}
}

func TestCardAndQuestion(t *testing.T) {
	acted := event.FastPath{Model: "jev", Outcome: event.Acted, Action: "click", Target: `button "Go"`, Confidence: 0.834, LatencyMS: 212}
	left := event.FastPath{Outcome: event.Yielded, Reason: "step_cap"}
	upload := event.Approval{Subject: event.SubjectUpload, Site: "https://a.test", Target: `button "File"`, Tool: "webpage_upload"}
	site := event.Approval{Subject: event.SubjectSite, Site: "https://a.test", Target: "x", Tool: "webpage_open"}
	english, chinese := New(English), New(Chinese)
	want := []event.Words{
		`⚡ System 1 (jev): acted click button "Go"; confidence 83 %, 212 ms`,
		`⚡ System 1 (jev)：已执行 点击 button "Go"；置信度 83%，212 毫秒`,
		"⚡ System 1: left it to the slow path (it has taken as many steps in a row as it may)",
		"⚡ System 1：交给慢路径（已达到连续步数上限）",
		`May the agent upload these files to https://a.test? (button "File")`,
		"允许智能体使用 https://a.test 吗？",
		"May the agent call webpage_open on https://a.test?",
	}
	later := site
	later.Subject = "telepathy"
	got := []event.Words{
		english.Card(acted), chinese.Card(acted), english.Card(left), chinese.Card(left), english.Question(upload), chinese.Question(site), english.Question(later),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Events of several runs are said by one printer.
func TestPrinterIsSafeForConcurrentUse(t *testing.T) {
	p := New(Chinese)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 50 {
				want := event.Words("已达到 " + strconv.Itoa(n) + " 步的上限，可以继续运行")
				if got := p.Say(RunCapped, n); got != want {
					t.Errorf("%d: %q", i, got)
				}
			}
		})
	}
	all.Wait()
}
