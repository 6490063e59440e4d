package provider

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// Console gives the newest messages. It asks nothing of the page, so a dialog
// does not keep it from answering.
func (p *page) Console(ctx context.Context, r browser.ConsoleRequest) (*browser.ConsoleResult, error) {
	const what = "reading the console"
	level := slices.Index(levelNames[:], r.Level)
	if r.Level != "" && level < 0 {
		return nil, invalid("Console: there is no level %q; there are error, warning, info and debug", r.Level)
	}
	if r.Limit < 0 {
		return nil, invalid("Console: Limit is negative")
	}
	since, err := p.look(ctx, what)
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	if err := p.console.inbox.catchUp(ctx); err != nil {
		return nil, failed(what, err)
	}
	result := p.console.book.read(r, level)
	result.SinceLast = since
	result.URL = p.address()
	return result, nil
}

// look takes the page's turn for a call that asks nothing of the page. The
// caller must call p.turn.give.
func (p *page) look(ctx context.Context, what string) ([]browser.Event, error) {
	if err := p.turn.take(ctx); err != nil {
		return nil, failed(what+": waiting for the page's turn", err)
	}
	err := p.alive(what)
	if err == nil {
		if err = p.catchUp(ctx); err != nil {
			err = failed(what, err)
		}
	}
	if err != nil {
		p.turn.give()
		return nil, err
	}
	return p.sinceLast(), nil
}

// items is how many items a request asks for.
func items(limit int) int {
	if limit == 0 {
		return browser.DefaultItems
	}
	return min(limit, browser.MaxItems)
}

// read puts a result together: what matches, the newest of it that pass the
// gates.
func (b *consoleBook) read(r browser.ConsoleRequest, level int) *browser.ConsoleResult {
	b.mu.Lock()
	defer b.mu.Unlock()
	result := &browser.ConsoleResult{
		Listed: browser.Listed{Lost: b.lost, Limit: items(r.Limit), Filtered: r.Level != "" || r.Text != ""}, Capped: b.capped,
	}
	for i := range levelNames {
		if level < 0 || level == i {
			result.Dropped += b.lines.Dropped(collect.Level(i))
		}
	}
	text := strings.ToLower(r.Text)
	var found []*collect.Line // newest first
	for l := range b.lines.Newest {
		if level >= 0 && int(l.Level) != level || text != "" && !strings.Contains(strings.ToLower(l.Text), text) {
			continue
		}
		if l.Doc != b.docs.Current() && !r.AllDocuments {
			result.EarlierDocuments++
			continue
		}
		result.Matching++
		result.Written += l.Count
		found = append(found, l)
	}
	passed := collect.Gate{Limit: result.Limit, Budget: browser.MaxConsoleChars}.Pass(len(found), func(i int) int {
		return utf8.RuneCountInString(found[i].Text)
	})
	result.Truncated, result.TruncatedByBudget = passed.ByLimit, passed.ByBudget
	for _, l := range found[:passed.Count] {
		result.Messages = append(result.Messages, b.message(l))
	}
	slices.Reverse(result.Messages)
	return result
}
