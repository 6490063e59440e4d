package budget_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
)

func step(id string, content ...model.Block) []model.Message {
	return []model.Message{
		{Role: model.Assistant, Blocks: model.Blocks{model.ToolUse{ID: id, Name: "f", Arguments: json.RawMessage("{}")}}},
		{Role: model.User, Blocks: model.Blocks{model.ToolResult{ID: id, Content: content}}},
	}
}

func TestMiddle(t *testing.T) {
	plain := strings.Repeat("abcdefghij", 1000)
	cut := budget.Middle(plain, 8000)
	head, rest, ok := strings.Cut(cut, "\n[… ")
	_, tail, _ := strings.Cut(rest, "…]\n")
	if n := len([]rune(cut)); !ok || n > 8000 || n < 7900 {
		t.Errorf("%d characters", n)
	}
	if share := float64(len(head)) / float64(len(head)+len(tail)); share < 0.595 || share > 0.605 {
		t.Errorf("the beginning is %.3f of what stays", share)
	}
	if !strings.Contains(rest, fmt.Sprintf("%d characters left out", len(plain)-len(head)-len(tail))) {
		t.Errorf("it does not count what it left out: %.60q", rest)
	}
	if short := strings.Repeat("x", 8000); budget.Middle(short, 8000) != short {
		t.Error("8,000 characters were cut")
	}
	if cut := budget.Middle(strings.Repeat("你", 9000), 8000); len([]rune(cut)) > 8000 || strings.ContainsRune(cut, '\ufffd') {
		t.Error("Chinese was cut in bytes")
	}
}

// Half a ref is another ref.
func TestMiddleCutsBetweenRows(t *testing.T) {
	whole := outline("p", 900)
	rows := map[string]bool{}
	for row := range strings.Lines(whole) {
		rows[strings.TrimSuffix(row, "\n")] = true
	}
	for most := 400; most < 6000; most += 7 {
		for row := range strings.Lines(budget.Middle(whole, most)) {
			row = strings.TrimSuffix(row, "\n")
			if !rows[row] && !strings.HasPrefix(row, "[…") && row != "" {
				t.Fatalf("cut to %d: the row %q", most, row)
			}
		}
	}
}

// Page text stays between the marks when a cut takes one of them away.
func TestMiddleKeepsMarks(t *testing.T) {
	const open, shut = "<untrusted-abcd2345>", "</untrusted-abcd2345>"
	text := open + "\n" + strings.Repeat("first\n", 200) + shut + "\nours\n" + open + "\n" + strings.Repeat("second\n", 200) + shut
	for most := 400; most < 2600; most += 3 {
		cut := budget.Middle(text, most)
		note := strings.Index(cut, "[…")
		before, after := cut[:note], cut[note:]
		if strings.Count(before, open) != strings.Count(before, shut) || strings.Count(after, open) != strings.Count(after, shut) {
			t.Fatalf("cut to %d: the note or page text is on the wrong side:\n%s", most, cut)
		}
		if len([]rune(cut)) > most {
			t.Fatalf("cut to %d: %d characters", most, len([]rune(cut)))
		}
	}
}

func TestOldOutlinesShrink(t *testing.T) {
	messages := []model.Message{model.Say(model.User, "buy")}
	for i, page := range []string{"a", "b", "a"} {
		s := step(fmt.Sprint(i), model.Text{Text: outline(page, 500)})
		r := s[1].Results()[0]
		r.Outline = page
		s[1].Blocks = model.Blocks{r}
		messages = append(messages, s...)
	}
	out, report := budget.Govern(messages, budget.Options{})
	if report.Outlines != 1 || report.Results != 0 {
		t.Errorf("%+v", report)
	}
	const line = `[an earlier outline was here; a newer one of this page follows] ` +
		`<untrusted-abcd2345>title: "Page a" url: https://shop.test/a epoch 7</untrusted-abcd2345>`
	if got := out[2].Results()[0].Content.Text(); got != line {
		t.Errorf("the first outline became\n%s", got)
	}
	for _, i := range []int{4, 6} {
		if got := out[i].Results()[0].Content.Text(); got != messages[i].Results()[0].Content.Text() {
			t.Errorf("outline %d is not whole: %.200q", i, got)
		}
	}
}

func TestOutlineOfAResult(t *testing.T) {
	for _, c := range []struct{ structured, want, reason string }{
		{`{"session_id":"t1","epoch":3,"outline":"e1"}`, "t1", "a full one"},
		{`{"session_id":"t1","epoch":3,"outline":"e1","region":"viewport"}`, "", "a part does not replace the whole"},
		{`{"session_id":"t1","epoch":3,"outline":"+ e1","changes":{"since":2}}`, "", "changes say nothing without what they change"},
		{`{"session_id":"t1","epoch":3,"outline":"e1","changes":{"since":2,"full":true}}`, "t1", "changes that were too many"},
		{`{"session_id":"t1"}`, "", "another tool"},
		{``, "", "no value"},
	} {
		if got := budget.Outline(&tools.Result{Structured: json.RawMessage(c.structured)}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestNewestImagesStay(t *testing.T) {
	messages := []model.Message{model.Say(model.User, "look")}
	for i := range 5 {
		messages = append(messages, step(fmt.Sprint(i), model.Image{MIME: "image/png", Data: []byte{byte(i)}})...)
	}
	out, report := budget.Govern(messages, budget.Options{Images: 2})
	if report.Images != 3 {
		t.Errorf("%d images left out", report.Images)
	}
	for i := range 5 {
		_, kept := out[2+2*i].Results()[0].Content[0].(model.Image)
		if kept != (i >= 3) {
			t.Errorf("image %d: kept is %v", i, kept)
		}
	}
}

func TestOldestStepsGo(t *testing.T) {
	messages := []model.Message{model.Say(model.User, "the task")}
	for i := range 10 {
		messages = append(messages, step(fmt.Sprint(i), model.Text{Text: strings.Repeat("w ", 1600)})...) // 1,000 tokens each
	}
	messages = append(messages[:7:7], append([]model.Message{model.Say(model.User, "only red ones")}, messages[7:]...)...)
	out, report := budget.Govern(messages, budget.Options{Limit: 3300})
	var told []string
	for _, m := range out {
		for _, u := range m.Uses() {
			told = append(told, u.ID)
		}
	}
	if fmt.Sprint(told) != "[7 8 9]" || report.Steps != 7 || report.Over {
		t.Errorf("the steps %v stay: %+v", told, report)
	}
	if out[0].Text() != "the task\n[earlier steps trimmed]" || out[1].Text() != "only red ones" {
		t.Errorf("it begins with %q and %q", out[0].Text(), out[1].Text())
	}
	// A turn that is too long alone stays, shorter.
	out, report = budget.Govern(messages, budget.Options{Limit: 400})
	if len(out) != 4 || report.Over || !strings.Contains(out[3].Results()[0].Content.Text(), "left out") {
		t.Errorf("%d messages: %+v", len(out), report)
	}
	if _, report = budget.Govern(messages, budget.Options{Limit: 20}); !report.Over {
		t.Error("20 tokens are said to be enough")
	}
}

func TestStoppedRunIsAnswered(t *testing.T) {
	messages := append([]model.Message{model.Say(model.User, "go")}, step("a")[0], model.Say(model.User, "stop"))
	out, _ := budget.Govern(messages, budget.Options{})
	if err := endpoint(t, out); err != nil {
		t.Fatal(err)
	}
	r := out[2].Results()
	if len(r) != 1 || !r[0].Error || !strings.Contains(r[0].Content.Text(), "stopped") || out[3].Text() != "stop" {
		t.Errorf("the call is answered with %+v", r)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, strings.Repeat("a", 32): 10, "a": 1, "你好": 2, strings.Repeat("ab", 16) + "你": 11} {
		if got := budget.TextTokens(text); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
	image := []model.Message{{Role: model.User, Blocks: model.Blocks{model.Image{}}}}
	if got := budget.Tokens(image); got != 1404 {
		t.Errorf("an image: %d tokens", got)
	}
	if got := budget.For(model.Info{Context: 10_000}, strings.Repeat("a", 320), nil, 2000).Limit; got != 7900 {
		t.Errorf("the limit is %d", got)
	}
}

// A message that held nothing but results of no call goes; the turns that it
// stood between become one.
func TestTurnsThatMeetBecomeOne(t *testing.T) {
	messages := append([]model.Message{model.Say(model.User, "go"), model.Say(model.Assistant, "thinking")}, step("lost")[1])
	messages = append(messages, step("a", model.Text{Text: "seen"})...)
	out, _ := budget.Govern(messages, budget.Options{})
	if len(out) != 3 || out[1].Text() != "thinking" || len(out[1].Uses()) != 1 || out[2].Results()[0].Content.Text() != "seen" {
		t.Errorf("got %+v", out)
	}
}
