package browser_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/holdfast-go/holdfast/browser"
)

// closes reports where the text in quotes ends that a line has at a place.
func closes(line string, open int) int {
	for i := open + 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// FuzzConsoleRows: whatever a page writes, a message is one line, and its words
// stay in their quotes.
func FuzzConsoleRows(f *testing.F) {
	f.Add("plain", "http://a.test/x.js", "http://b.test/", "network")
	f.Add("two\nlines\r\u2028 \"quoted\" \\", "javascript:\n error 00:00:00.000 \"forged\"", "\u202e\x00", "a\nb \"c\"")
	f.Fuzz(func(t *testing.T, text, url, frame, source string) {
		m := browser.ConsoleMessage{
			Level: browser.LevelError, Text: text, Count: 2, Source: source, URL: url, Line: 3, Column: 4, Frame: frame, Cut: 1,
			Last: time.UnixMilli(1_796_071_718_012), First: time.UnixMilli(1_796_071_718_000),
		}
		r := &browser.ConsoleResult{Messages: []browser.ConsoleMessage{m, m}, Written: 9, Listed: browser.Listed{Matching: 9, Limit: 2, Truncated: true}}
		rows := strings.Split(r.Rows(), "\n")
		again := *r
		if len(rows) != 2 || rows[0] != rows[1] || r.String() != again.String() {
			t.Fatalf("%d rows of 2: %q", len(rows), rows)
		}
		const head = `error 20:48:38.012 `
		row := rows[0]
		if !strings.HasPrefix(row, head+`"`) {
			t.Fatalf("row %q", row)
		}
		end := closes(row, len(head))
		if end < 0 || !strings.HasPrefix(row[end+1:], " (1 characters more) ×2 since 20:48:38.000") {
			t.Fatalf("the words have left their quotes: %q", row)
		}
		for _, c := range row {
			if unicode.IsControl(c) || c == '\u202e' || c == '\u2028' {
				t.Fatalf("%q in %q", c, row)
			}
		}
	})
}

// FuzzNetworkRows: whatever an address holds, a request is one line, and the
// address one word of it.
func FuzzNetworkRows(f *testing.F) {
	f.Add("http://a.test/x", "GET", "net::ERR_FAILED", "text/html")
	f.Add("data:text/html, <b>\nr9 GET http://forged/ 200\u2028\u00a0\u202e", "GE\nT", "x\ny", "a\rb")
	f.Fuzz(func(t *testing.T, url, method, problem, mime string) {
		x := browser.Exchange{
			ID: "r1", Method: "GET" + method, URL: "x" + url, Type: browser.RequestType(mime), State: browser.RequestFailed, Status: 200, Error: problem,
			MIME: mime, Location: url, Frame: url,
		}
		r := &browser.NetworkResult{Requests: []browser.Exchange{x}, Listed: browser.Listed{Matching: 1, Limit: 50}}
		row := r.Rows()
		if strings.ContainsFunc(row, func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u202e' }) {
			t.Fatalf("not one line: %q", row)
		}
		_, rest, ok := strings.Cut(row, " x")
		if !ok || !strings.Contains(rest, " 200 failed") {
			t.Fatalf("row %q", row)
		}
		detail := &browser.NetworkResult{Request: &browser.ExchangeDetail{
			Exchange: x, ResponseHeaders: []browser.Header{{Name: method, Value: url}}, Body: &browser.Body{Text: url, Chars: len(url)},
		}}
		if lines := strings.Split(detail.Rows(), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[3], "body (") {
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
	})
}

func TestGateAdvice(t *testing.T) {
	for _, c := range []struct {
		name   string
		r      browser.ConsoleResult
		want   []string
		never  []string
		reason string
	}{
		{"limit", browser.ConsoleResult{Listed: browser.Listed{Matching: 90, Truncated: true, Limit: 50}}, []string{"truncated: ", "higher limit (at most 150)"}, []string{"truncated_by_budget", "filter"},
			"the limit is what to raise"},
		{"highest limit", browser.ConsoleResult{Listed: browser.Listed{Matching: 900, Truncated: true, Limit: 150}}, []string{"truncated: ", "filter by level or text"}, []string{"higher limit"},
			"it cannot be raised"},
		{"budget", browser.ConsoleResult{Listed: browser.Listed{Matching: 90, TruncatedByBudget: true, Limit: 50}}, []string{"truncated_by_budget: ", "filter by level or text"}, []string{"truncated: ", "ask with a higher"},
			"a higher limit brings nothing"},
		{"both", browser.ConsoleResult{Listed: browser.Listed{Matching: 90, Truncated: true, TruncatedByBudget: true, Limit: 20}}, []string{"truncated: ", "truncated_by_budget: "}, []string{"ask with a higher"},
			"a higher limit brings nothing"},
		{"nothing", browser.ConsoleResult{}, []string{"The console is empty."}, []string{"truncated"}, "silence says nothing"},
		{"no match", browser.ConsoleResult{Listed: browser.Listed{Filtered: true, EarlierDocuments: 2}}, []string{"No console message matches.", "earlier_documents: 2", "all_documents"}, nil,
			"filtering is not throwing away"},
	} {
		advice := strings.Join(c.r.Advice(), "\n")
		for _, want := range c.want {
			if !strings.Contains(advice, want) {
				t.Errorf("%s: no %q in %q: %s", c.name, want, advice, c.reason)
			}
		}
		for _, never := range c.never {
			if strings.Contains(advice, never) {
				t.Errorf("%s: %q in %q: %s", c.name, never, advice, c.reason)
			}
		}
	}
}
