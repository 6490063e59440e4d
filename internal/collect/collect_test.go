package collect_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/boundary"
	"github.com/holdfast-go/holdfast/internal/collect"
)

func TestPure(t *testing.T) {
	boundary.Check(t, "github.com/holdfast-go/holdfast/internal/collect", nil)
}

func TestRing(t *testing.T) {
	r := collect.Ring[int]{Most: 3}
	for i := range 8 {
		if gone, full := r.Add(i); full != (i >= 3) || full && gone != i-3 {
			t.Errorf("adding %d: %d went, %v", i, gone, full)
		}
	}
	if r.Len() != 3 || r.At(0) != 5 || r.At(2) != 7 || r.Dropped != 5 {
		t.Errorf("%d items, %d to %d, %d dropped", r.Len(), r.At(0), r.At(2), r.Dropped)
	}
}

func TestGate(t *testing.T) {
	for _, c := range []struct {
		name          string
		gate          collect.Gate
		items, length int
		want          collect.Passed
		reason        string
	}{
		{"all", collect.Gate{Limit: 50, Budget: 40_000}, 50, 100, collect.Passed{Count: 50}, "as many as the limit are no more than it"},
		{"limit", collect.Gate{Limit: 50, Budget: 40_000}, 51, 100, collect.Passed{Count: 50, ByLimit: true}, "a higher limit helps"},
		{"budget", collect.Gate{Limit: 150, Budget: 40_000}, 150, 2_000, collect.Passed{Count: 20, ByBudget: true}, "40,000 / 2,000"},
		{"budget rounded up", collect.Gate{Limit: 150, Budget: 40_000}, 150, 1_999, collect.Passed{Count: 21, ByBudget: true}, "40,000 / 1,999, rounded up"},
		{"both", collect.Gate{Limit: 20, Budget: 40_000}, 150, 2_000, collect.Passed{Count: 20, ByLimit: true, ByBudget: true}, "a higher limit does not help"},
		{"the first", collect.Gate{Limit: 50, Budget: 40_000}, 2, 100_000, collect.Passed{Count: 1, ByBudget: true}, "what there is to filter"},
		{"nothing", collect.Gate{Limit: 50, Budget: 40_000}, 0, 1, collect.Passed{}, "nothing was held back"},
		{"empty items", collect.Gate{Limit: 50, Budget: 1}, 9, 0, collect.Passed{Count: 9}, "they cost nothing"},
	} {
		if got := c.gate.Pass(c.items, func(int) int { return c.length }); got != c.want {
			t.Errorf("%s: %+v, want %+v: %s", c.name, got, c.want, c.reason)
		}
	}
}

// FuzzGate: the first item is always there; what passed was within limit and
// budget before its last item; whatever is held back has a reason.
func FuzzGate(f *testing.F) {
	f.Add(50, 40_000, []byte{200, 3, 0, 255})
	f.Add(0, 0, []byte{1, 1})
	f.Fuzz(func(t *testing.T, limit, budget int, lengths []byte) {
		g := collect.Gate{Limit: limit, Budget: budget}
		length := func(i int) int { return int(lengths[i]) }
		p := g.Pass(len(lengths), length)
		if p != g.Pass(len(lengths), length) {
			t.Fatal("not the same twice")
		}
		used := 0
		for i := range p.Count {
			if i > 0 && (i >= limit || used >= budget) {
				t.Fatalf("item %d passed a gate of %+v with %d characters before it", i, g, used)
			}
			used += length(i)
		}
		switch {
		case p.Count > len(lengths), len(lengths) > 0 && p.Count == 0:
			t.Fatalf("%d of %d passed", p.Count, len(lengths))
		case p.Count == len(lengths) && (p.ByLimit || p.ByBudget):
			t.Fatalf("all passed, and yet %+v", p)
		case p.Count < len(lengths) && (p.ByLimit != (p.Count >= limit) || p.ByBudget != (used >= budget)):
			t.Fatalf("%+v of a gate of %+v with %d characters", p, g, used)
		}
	})
}

// FuzzCut: the beginning and what was left out are the whole.
func FuzzCut(f *testing.F) {
	f.Add("plain", 3)
	f.Add("é\xff漢\u202e", 2)
	f.Fuzz(func(t *testing.T, s string, chars int) {
		chars = max(chars, 0)
		head, cut := collect.Cut(s, chars)
		n := len([]rune(head))
		if !strings.HasPrefix(s, head) || n > chars || n+cut != len([]rune(s)) || cut > 0 && n != chars {
			t.Fatalf("%q to %d: %q and %d more", s, chars, head, cut)
		}
	})
}

func TestMillis(t *testing.T) {
	const want = 1796071718012.0
	for _, at := range []float64{want / 1e3, want, want * 1e3, want * 1e6} {
		if got := collect.Millis(at); math.Abs(got-want) > 0.5 {
			t.Errorf("%g is %g ms, want %g", at, got, want)
		}
	}
	for _, none := range []float64{0, -1, math.NaN()} {
		if got := collect.Millis(none); got != 0 {
			t.Errorf("%g is %g", none, got)
		}
	}
}

func TestMarks(t *testing.T) {
	var m collect.Marks
	page := collect.Bucket{Target: "", Domain: "Runtime"}
	log := collect.Bucket{Target: "", Domain: "Log", Source: "network"}
	frame := collect.Bucket{Target: "F", Domain: "Runtime"}
	for i, s := range []struct {
		what   string
		bucket collect.Bucket
		time   float64
		words  string
		want   bool
		reason string
	}{
		{"", page, 10, "a", true, "nothing was seen yet"},
		{"", page, 20, "b", true, "later"},
		{"", page, 20, "b", true, "the same again in the same moment, live: it was written twice"},
		{"", page, 15, "c", true, "live messages are never repeated ones"},
		{"", log, 30, "404", true, "a row of its own"},
		{"", frame, 5, "x", true, "a row of its own"},
		{"repeat", page, 10, "a", false, "seen"},
		{"", page, 20, "b", false, "seen"},
		{"", page, 20, "b", false, "seen twice"},
		{"", page, 20, "b", true, "a third one of the same moment came while nobody listened"},
		{"", page, 20, "d", true, "other words of the same moment"},
		{"", page, 25, "e", true, "later"},
		{"", log, 0, "3 log entries are not shown.", true, "a notice has no time"},
		{"", log, 30, "404", false, "seen"},
		{"", frame, 5, "x", true, "another target repeats nothing now"},
		{"live", page, 24, "f", true, "a late one of another source, live"},
		{"repeat", page, 25, "e", false, "what was new in the repetition is known in the next"},
		{"forget", page, 25, "e", true, "the target is a new one"},
	} {
		switch s.what {
		case "repeat":
			m.Repeat("")
		case "live":
			m.Live("")
		case "forget":
			m.Forget("")
		}
		if got := m.New(s.bucket, s.time, s.words); got != s.want {
			t.Errorf("step %d, %q at %g: new is %v: %s", i, s.words, s.time, got, s.reason)
		}
	}
}

func TestDocuments(t *testing.T) {
	var d collect.Documents
	d.Name("A")
	first := d.Current()
	d.Enter("B")
	second := d.Current()
	d.Enter("A")
	if first == second || d.Current() != first {
		t.Errorf("documents %d, %d, and then %d for the first", first, second, d.Current())
	}
	d.Name("A")
	if d.Current() != first {
		t.Error("nothing happened meanwhile")
	}
	d.Name("C")
	if d.Current() == first || d.Current() == second {
		t.Error("another document came unseen")
	}
	for i := range 1000 {
		d.Enter(fmt.Sprint(i))
	}
	d.Enter("999")
	if got := d.Current(); got != 1003-1 {
		t.Errorf("the document of now is %d", got)
	}
}

func add(s *collect.Lines, level collect.Level, text string, at float64) {
	s.Add(collect.Line{Level: level, Text: text, Last: at})
}

func newest(s *collect.Lines) []string {
	var out []string
	for l := range s.Newest {
		out = append(out, fmt.Sprintf("%s×%d", l.Text, l.Count))
	}
	return out
}

func TestLines(t *testing.T) {
	var s collect.Lines
	add(&s, collect.Info, "a", 1)
	add(&s, collect.Error, "b", 2)
	add(&s, collect.Info, "c", 3)
	add(&s, collect.Info, "a", 4)
	add(&s, collect.Warning, "a", 5)
	s.Add(collect.Line{Level: collect.Info, Text: "a", Doc: 1, Last: 6})
	if got, want := fmt.Sprint(newest(&s)), "[a×1 a×1 a×2 c×1 b×1]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for l := range s.Newest {
		if l.Count == 2 && (l.First != 1 || l.Last != 4) {
			t.Errorf("written first at %g, last at %g", l.First, l.Last)
		}
	}
}

// What matters less cannot push out what matters more, and what goes is
// counted.
func TestLinesAreBounded(t *testing.T) {
	var s collect.Lines
	add(&s, collect.Error, "needle", 1)
	add(&s, collect.Info, "twice", 2)
	add(&s, collect.Info, "twice", 3)
	for i := range 20_000 {
		add(&s, collect.Info, fmt.Sprint("line ", i), float64(i+4))
	}
	all := newest(&s)
	if len(all) != 6001 || all[0] != "line 19999×1" || all[6000] != "needle×1" || s.Dropped(collect.Info) != 20_002-6000 || s.Dropped(collect.Error) != 0 {
		t.Errorf("%d lines, %s to %s; %d and %d dropped", len(all), all[0], all[len(all)-1], s.Dropped(collect.Info), s.Dropped(collect.Error))
	}
	var long collect.Lines
	for i := range 5_000 {
		add(&long, collect.Debug, fmt.Sprint(i, strings.Repeat("y", 2000)), 1)
	}
	if n := len(newest(&long)); n != 1000 {
		t.Errorf("%d long lines", n)
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		filter string
		status int
		state  string
		want   bool
	}{
		{"404", 404, "done", true}, {"404", 405, "done", false}, {"4xx", 499, "done", true}, {"4XX", 500, "done", false},
		{"200-299", 299, "done", true}, {" 200 - 299 ", 300, "done", false}, {"pending", 200, "pending", true}, {"pending", 200, "done", false},
		{"failed", 0, "failed", true}, {"5xx", 0, "failed", false},
	} {
		f, err := collect.ParseStatus(c.filter)
		if err != nil || f.Fits(c.status, c.state) != c.want {
			t.Errorf("%q of %d %s: %v, %v", c.filter, c.status, c.state, !c.want, err)
		}
	}
	for _, wrong := range []string{"", "0xx", "40", "4x", "xx", "300-200", "200-", "-200", "ok", "99999999999999999999"} {
		if f, err := collect.ParseStatus(wrong); err == nil {
			t.Errorf("%q is %+v", wrong, f)
		}
	}
}

func TestSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"Authorization": true, "authorization": true, "Proxy-Authorization": true, "Cookie": true, "Set-Cookie": true, "X-Api-Key": true,
		"x_api_key": true, "X-Auth-Token": true, "X-CSRF-Token": true, "X-Amz-Security-Token": true, "X-Goog-Api-Key": true, "X-Secret": true,
		"X-Auth": true, "Ocp-Apim-Subscription-Key": true, "Sec-WebSocket-Key": false, "Content-Type": false, "Accept": false, "User-Agent": false, "Sec-Fetch-Mode": false, "ETag": false,
	} {
		if got := collect.Secret(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
