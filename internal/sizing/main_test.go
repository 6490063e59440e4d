package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/crowd"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// recorded records the session that the tests play.
func recorded(t *testing.T, name string) (script *crowd.Script, recording []byte, url string) {
	t.Helper()
	s, err := serve(kinds(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	url = s.url("127.0.0.1", name)
	script, recording, err = record(t.Context(), testbrowser.Launch(t), url)
	if err != nil {
		t.Fatal(err)
	}
	if script.Rounds() != recordedRounds {
		t.Fatalf("%d rounds were recorded", script.Rounds())
	}
	return script, recording, url
}

// TestPagesOfOneProvider has as many pages work in one provider as in another
// one beside a provider of a single page, and looks at what that page notices:
// neither what is kept for a page nor the time of a step may grow with the number
// of pages. Ratios only: how fast the machine is does not matter. make test gives
// the small numbers; those of docs/sizing.md are of go run ./internal/sizing
// crowd.
func TestPagesOfOneProvider(t *testing.T) {
	script, recording, url := recorded(t, "form")
	const pages = 40
	p := plan{
		total: pages, delay: time.Millisecond, rate: 60, watched: 30,
		warm: 200 * time.Millisecond, long: 1200 * time.Millisecond,
	}
	measure := func(share int) *outcome {
		t.Helper()
		o, err := p.measure(t.Context(), script, url, share, &profiles{on: true})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	// The machine may have other things to do in one measurement and not in the
	// other one. What grows with the pages does so each time.
	var problems []string
	for range 3 {
		if problems = compare(t, measure(1), measure(pages), pages); len(problems) == 0 {
			break
		}
	}
	for _, p := range problems {
		t.Error(p)
	}
	t.Run("replays", func(t *testing.T) {
		k := kinds()[0]
		var out bytes.Buffer
		if err := replaysTable(t.Context(), &out, k, recording, url, []int{2}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "| 2 ") {
			t.Errorf("the table:\n%s", out.String())
		}
	})
}

// compare tells what a page pays for the others of its provider.
func compare(t *testing.T, alone, among *outcome, pages int) (problems []string) {
	t.Helper()
	say := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	t.Logf("a page keeps %d bytes alone and %d among %d", alone.each.heap, among.each.heap, pages)
	if float64(among.each.heap) > 1.25*float64(alone.each.heap) {
		say("a page keeps %d bytes among %d, and %d alone", among.each.heap, pages, alone.each.heap)
	}
	if among.each.goroutines > alone.each.goroutines {
		say("a page has %d goroutines among %d, and %d alone", among.each.goroutines, pages, alone.each.goroutines)
	}
	for _, step := range []string{stepSnapshot, stepClick} {
		one, all := quantile(alone.watched.service[step], 0.5), quantile(among.watched.service[step], 0.5)
		t.Logf("%s: %v alone, %v among %d", step, one, all, pages)
		if one == 0 || all > 3*one {
			say("half of the %ss take %v among %d pages, and %v alone", step, all, pages, one)
		}
	}
	if among.rest.steps < 20 || among.watched.steps < 20 {
		say("%d steps of all others and %d of the page were measured", among.rest.steps, among.watched.steps)
	}
	return problems
}

// done ends a test that failed, or found no browser.
func done(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, transport.ErrNotFound) {
		testbrowser.Lacks(t, "a browser")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTables makes the other tables, small ones.
func TestTables(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want []string
	}{
		{[]string{"pages", "-copies", "1", "-kinds", "form"}, []string{"| page ", "| form "}},
		{[]string{"steps", "-times", "2", "-kind", "form"}, []string{"| open and close ", "| screenshot with marks ", "| agent step "}},
	} {
		t.Run(tc.args[0], func(t *testing.T) {
			var out bytes.Buffer
			done(t, run(t.Context(), tc.args, &out, io.Discard))
			for _, want := range tc.want {
				if !strings.Contains(out.String(), "\n"+want) {
					t.Errorf("there is no line that begins with %q in\n%s", want, out.String())
				}
			}
		})
	}
}

// TestChromeRows: a page of a site of its own takes memory and a process.
func TestChromeRows(t *testing.T) {
	s, err := serve(kinds(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	var rows table
	done(t, chromeRows(t.Context(), &rows, s, kinds()[0], []int{2}, true))
	if len(rows.rows) != 1 || rows.rows[0][0] != "2" || rows.rows[0][1] != "2" || strings.HasPrefix(rows.rows[0][5], "-") {
		t.Errorf("the rows are %q", rows.rows)
	}
	if err := chromeRows(t.Context(), &rows, s, kinds()[0], []int{1, 1}, true); err == nil {
		t.Error("counts that do not grow were taken")
	}
}

func TestCommandLine(t *testing.T) {
	for _, tc := range []struct{ args, want string }{
		{"", "usage"},
		{"nothing", "usage"},
		{"crowd more", `what is "more"`},
		{"chrome -n 1,x", `"x" is not a number`},
		{"steps -kind none", `there is no page "none"`},
		{"steps -nothing", "flag provided but not defined"},
	} {
		err := run(context.Background(), strings.Fields(tc.args), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %q", tc.args, err, tc.want)
		}
	}
}

func TestTable(t *testing.T) {
	var tab table
	tab.row("step", "ms")
	tab.row("a → b", 1234567*time.Nanosecond)
	tab.row("c", 250*time.Millisecond)
	var out strings.Builder
	if err := tab.write(&out); err != nil {
		t.Fatal(err)
	}
	want := "| step  |   ms |\n|-------|-----:|\n| a → b | 1.23 |\n| c     |  250 |\n\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
