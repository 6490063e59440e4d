package history

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/faultfs"
)

func han(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0
}

func TestProblemsInChinese(t *testing.T) {
	var told []event.Problem
	system := &faultfs.FS{Quota: 10}
	s := mustOpen(t, system, WithLanguage(lang.Chinese), WithNotify(func(b event.Body) { told = append(told, b.(event.Problem)) }))
	if err := s.Save(talk(t, "a")); err == nil {
		t.Fatal("a full disk took the conversation")
	}
	system.Put("h/session.json", []byte("{"))
	if c, err := s.Resume(); c != nil || err != nil {
		t.Fatalf("got %+v, %v", c, err)
	}
	if len(told) != 2 || told[0].Code != CodeNotSaved || told[1].Code != CodeDamaged {
		t.Fatalf("told %+v", told)
	}
	for _, p := range told {
		if !han(string(p.Text)) || !han(string(p.Hint)) {
			t.Errorf("%s is told as %q, %q", p.Code, p.Text, p.Hint)
		}
	}
}

// Whatever is ours in an export is in the language of its reader: every item is
// there, all that it quotes is a number, and no word is left over.
func TestExportInChinese(t *testing.T) {
	c := &Conversation{ID: "a", Title: "1", Meter: model.Meter{Turns: 2, Total: model.Usage{Input: 10, Cached: 3, Output: 4}, Cost: 0.25}}
	for _, content := range []event.Content{
		event.User{Text: "2"}, event.User{Text: "3", Steering: true}, event.Answered{Text: "4", Complete: true},
		event.ToolCall{Tool: "webpage_click", State: event.CallFailed, Code: "BROWSER_STALE_REF", Repeated: true, Images: []event.Picture{{}}, Text: "5"},
		event.ApprovalCard{Approval: event.Approval{Subject: event.SubjectScript, Site: "6", Detail: "7"}, Answer: event.Once},
		event.ApprovalCard{Approval: event.Approval{Subject: event.SubjectSite, Site: "8"}},
		event.FastPath{Outcome: event.Yielded, Action: "click", Reason: "low_confidence", Confidence: 0.4, LatencyMS: 9},
		event.Plan{Steps: []string{"10"}, Success: "11"},
		event.Verdict{Attempt: 1, Reason: "12"}, event.Verdict{Attempt: 2, Passed: true, Reason: "13"},
		event.Notice{Level: event.Warning, Code: "CAP", Text: "14", Hint: "15"},
	} {
		c.Items = append(c.Items, event.Item{Content: content})
	}
	text := c.Markdown(nil, lang.Chinese)
	same := regexp.MustCompile("```text|webpage\\\\_click|BROWSER\\\\_STALE\\\\_REF|CAP|System 1|UTC|token")
	if left := regexp.MustCompile(`[A-Za-z]+`).FindAllString(same.ReplaceAllString(text, ""), -1); len(left) > 0 {
		t.Errorf("%q are not translated in\n%s", left, text)
	}
	for _, want := range []string{"**用户（运行中）**", "**点击** (webpage\\_click): 失败 BROWSER\\_STALE\\_REF, 崩溃后重新执行", "允许智能体在 6 运行此脚本吗？ **仅本次允许**", "**未答复**", "完成标准：11", "**第 2 次检查：已完成**", "**警告** CAP 14 15", "2 轮，输入 10 个 token（缓存 3），输出 4，$0.2500"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
