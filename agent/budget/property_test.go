package budget_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// endpoint returns what a strict endpoint says about a conversation, as the
// adapter sends it.
func endpoint(t testing.TB, messages []model.Message) error {
	t.Helper()
	var verdict error
	catch := catcher(func(r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		var request fakemodel.Request
		if err := json.Unmarshal(body, &request); err != nil {
			t.Fatal(err)
		}
		verdict = fakemodel.Check(request.Messages)
	})
	c, err := openai.New("http://endpoint.test/v1", "m", openai.WithHTTPClient(&http.Client{Transport: catch}), openai.WithRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Collect(c.Stream(t.Context(), model.Request{Messages: messages})); !errors.Is(err, errCaught) {
		t.Fatalf("the request was not sent: %v", err)
	}
	return verdict
}

type catcher func(*http.Request)

var errCaught = errors.New("caught")

func (c catcher) RoundTrip(r *http.Request) (*http.Response, error) {
	c(r)
	return nil, errCaught
}

// conversation makes a random conversation; wild ones are what a stopped run,
// a damaged file or a careless program may leave.
func conversation(r *rand.Rand, wild bool) []model.Message {
	messages := []model.Message{model.Say(model.User, "the task "+text(r, 40))}
	for n := range r.IntN(12) {
		switch r.IntN(8) {
		case 0:
			messages = append(messages, model.Say(model.User, fmt.Sprintf("steer %d", n)))
			continue
		case 1:
			messages = append(messages, model.Say(model.Assistant, "I think "+text(r, 100)), model.Say(model.User, "go on"))
			continue
		}
		turn := model.Message{Role: model.Assistant, Blocks: model.Blocks{model.Text{Text: "I do"}}}
		answers := model.Message{Role: model.User}
		for k := range 1 + r.IntN(3) {
			id := fmt.Sprintf("c%d_%d", n, k)
			turn.Blocks = append(turn.Blocks, model.ToolUse{ID: id, Name: "f", Arguments: json.RawMessage(`{"x":1}`)})
			answers.Blocks = append(answers.Blocks, result(r, id))
		}
		if r.IntN(4) == 0 {
			answers.Blocks = append(answers.Blocks, picture(r))
		}
		messages = append(messages, turn, answers)
	}
	for wild && r.IntN(3) > 0 {
		i := r.IntN(len(messages))
		switch r.IntN(6) {
		case 0:
			messages = append(messages[:i:i], messages[i+1:]...)
		case 1:
			j := r.IntN(len(messages))
			messages[i], messages[j] = messages[j], messages[i]
		case 2:
			messages = append(messages, messages[i])
		case 3:
			if n := len(messages[i].Blocks); n > 0 {
				k := r.IntN(n)
				messages[i].Blocks = append(messages[i].Blocks[:k:k], messages[i].Blocks[k+1:]...)
			}
		case 4:
			messages = append(messages[:i:i], append([]model.Message{{Role: model.User}}, messages[i:]...)...)
		case 5:
			messages = messages[i:]
		}
		if len(messages) == 0 {
			return nil
		}
	}
	return messages
}

func result(r *rand.Rand, id string) model.ToolResult {
	result := model.ToolResult{ID: id}
	switch r.IntN(6) {
	case 0:
		result.Content = model.Blocks{picture(r)}
	case 1, 2:
		page := fmt.Sprintf("page%d", r.IntN(3))
		result.Outline = page
		result.Content = model.Blocks{model.Text{Text: outline(page, 1+r.IntN(600))}}
	case 3:
		// Nothing at all.
	default:
		result.Content = model.Blocks{model.Text{Text: text(r, r.IntN(30_000))}}
		if r.IntN(3) == 0 {
			result.Content = append(result.Content, picture(r), model.Text{Text: text(r, 100)})
		}
	}
	return result
}

func picture(r *rand.Rand) model.Image {
	return model.Image{MIME: "image/png", Data: []byte{byte(r.IntN(256))}}
}

// text makes up to that many characters, with marked page text and Chinese.
func text(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		switch r.IntN(12) {
		case 0:
			b.WriteString("<untrusted-abcd2345>page " + strings.Repeat("x ", r.IntN(300)) + "</untrusted-abcd2345>")
		case 1:
			b.WriteString("<untrusted-abcd2345>\n" + strings.Repeat("line\n", r.IntN(300)) + "</untrusted-abcd2345>\n")
		case 2:
			b.WriteString("你好，世界")
		case 3:
			b.WriteString(strings.Repeat("e", r.IntN(500)))
		default:
			b.WriteString("some words ")
		}
	}
	return b.String()
}

// outline is what webpage_snapshot prints, in small.
func outline(page string, rows int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<untrusted-abcd2345>\ntitle: \"Page %s\"\nurl: https://shop.test/%s\nepoch 7: %d rows, %d refs\n\n", page, page, rows, rows)
	for i := range rows {
		fmt.Fprintf(&b, "e%d button \"Buy number %d\"\n", 1000+i, i)
	}
	b.WriteString("</untrusted-abcd2345>")
	return b.String()
}

func TestGovernKeepsItsPromises(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		in := conversation(r, seed%2 == 1)
		o := budget.Options{Limit: []int{300, 3000, 20_000, 100_000}[r.IntN(4)], Images: r.IntN(4) - 1, ResultChars: []int{0, 500, 8000}[r.IntN(3)]}
		before, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		out, report := budget.Govern(in, o)
		if after, err := json.Marshal(in); err != nil || !bytes.Equal(before, after) {
			t.Fatalf("seed %d: what went in was changed (%v)", seed, err)
		}
		if len(in) == 0 {
			continue
		}
		if err := endpoint(t, out); err != nil && len(out) > 0 {
			t.Fatalf("seed %d: an endpoint rejects it: %v\n%s", seed, err, dump(out))
		}
		again, second := budget.Govern(out, o)
		if diff := cmp.Diff(out, again); diff != "" {
			t.Fatalf("seed %d: doing it again changes it (-once +twice):\n%s", seed, diff)
		}
		if second.Outlines+second.Images+second.Results+second.Steps > 0 || second.Tokens != report.Tokens {
			t.Fatalf("seed %d: doing it again reports %+v after %+v", seed, second, report)
		}
		if report.Tokens != budget.Tokens(out) || report.Over != (report.Tokens > o.Limit) {
			t.Fatalf("seed %d: %+v for %d tokens of %d", seed, report, budget.Tokens(out), o.Limit)
		}
		if seed%2 == 0 {
			promises(t, seed, in, out, o)
		}
	}
}

func dump(messages []model.Message) string {
	data, err := json.MarshalIndent(messages, "", " ")
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%.3000s", data)
}

// promises checks what holds of a proper conversation.
func promises(t *testing.T, seed uint64, in, out []model.Message, o budget.Options) {
	t.Helper()
	if !strings.HasPrefix(out[0].Text(), in[0].Text()) {
		t.Fatalf("seed %d: the task is gone: %q", seed, out[0].Text())
	}
	last := func(messages []model.Message) (ids []string, said string) {
		for _, m := range messages {
			if m.Role == model.Assistant {
				ids = nil
				for _, u := range m.Uses() {
					ids = append(ids, u.ID)
				}
			} else if len(m.Results()) == 0 && len(messages) > 1 {
				said = strings.TrimSuffix(m.Text(), "\n[earlier steps trimmed]")
			}
		}
		return ids, said
	}
	wantIDs, wantSaid := last(in)
	gotIDs, gotSaid := last(out)
	if diff := cmp.Diff(wantIDs, gotIDs); diff != "" {
		t.Fatalf("seed %d: the last turn (-want +got):\n%s", seed, diff)
	}
	if len(out) > 1 && wantSaid != gotSaid {
		t.Fatalf("seed %d: the user said last %q, not %q", seed, wantSaid, gotSaid)
	}
	images, outlines := 0, map[string]int{}
	for _, m := range out {
		for _, r := range m.Results() {
			if n := len([]rune(r.Content.Text())); n > max(o.ResultChars, 400) && o.ResultChars > 0 && r.Outline == "" {
				t.Fatalf("seed %d: a result of %d characters", seed, n)
			}
			balanced(t, seed, r.Content.Text())
			if r.Outline != "" {
				outlines[r.Outline]++
			}
			images += count(r.Content)
		}
		images += count(m.Blocks)
	}
	if want := max(o.Images, 0); o.Images != 0 && images > want || images > 3 {
		t.Fatalf("seed %d: %d images", seed, images)
	}
	for page, n := range outlines {
		if n > 1 {
			t.Fatalf("seed %d: %d whole outlines of %s", seed, n, page)
		}
	}
}

func count(blocks model.Blocks) int {
	n := 0
	for _, b := range blocks {
		if _, ok := b.(model.Image); ok {
			n++
		}
	}
	return n
}

// balanced makes sure that the marks open and close in turn, and that words of
// pages are between them.
func balanced(t *testing.T, seed uint64, text string) {
	t.Helper()
	inside := false
	for {
		i := strings.Index(text, "untrusted-abcd2345>")
		if i < 0 {
			break
		}
		before, closing := strings.CutSuffix(text[:i], "</")
		if !closing {
			before = strings.TrimSuffix(before, "<")
		}
		if closing != inside {
			t.Fatalf("seed %d: marks do not match near %.100q", seed, text)
		}
		if !inside && (strings.Contains(before, "line\n") || strings.Contains(before, "x x") || strings.Contains(before, "button")) {
			t.Fatalf("seed %d: page text outside of the marks: %q", seed, before)
		}
		inside = !inside
		text = text[i+len("untrusted-abcd2345>"):]
	}
	if inside || strings.Contains(text, "line\n") {
		t.Fatalf("seed %d: the marks do not end before %.100q", seed, text)
	}
}
