package browser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// modelTab is a tab in the model: a history in full, asked by going through it
// from the start. It knows nothing of expiry times, tenures or hashes.
type modelTab struct {
	history []modelStep
	calls   []modelCall // that have begun and not ended
}

type modelStep struct {
	at   time.Time
	what string // holds, uses, offers, redeems, closes
	who  string // of holds: who has it from now on, "" nobody
	code string
}

type modelCall struct {
	who   string
	steps int // how long the history was
	visit *visit
}

const (
	modelIdle = 15 * time.Minute
	modelLife = 20 * time.Minute // longer than a lease, so that both ends matter
)

func (m *modelTab) add(s modelStep) { m.history = append(m.history, s) }

func (m *modelTab) holder() string {
	who := ""
	for _, s := range m.history {
		if s.what == "holds" {
			who = s.who
		}
	}
	return who
}

func (m *modelTab) closed() bool {
	return slices.ContainsFunc(m.history, func(s modelStep) bool { return s.what == "closes" })
}

// running reports whether a call of the present holder is going on.
func (m *modelTab) running() bool {
	return slices.ContainsFunc(m.calls, func(c modelCall) bool {
		return !slices.ContainsFunc(m.history[c.steps:], func(s modelStep) bool { return s.what == "holds" })
	})
}

// code returns the code that works for the tab, or "".
func (m *modelTab) code(now time.Time) string {
	code := ""
	for _, s := range m.history {
		switch s.what {
		case "offers":
			code = s.code
			if !now.Before(s.at.Add(modelLife)) {
				code = ""
			}
		case "holds", "redeems", "closes":
			code = ""
		}
	}
	return code
}

// free reports whether anybody may have it.
func (m *modelTab) free(now time.Time) bool {
	who := m.holder()
	if who == "" {
		return true
	}
	if who == "person" || m.running() || len(m.calls) > 0 || m.code(now) != "" {
		return false
	}
	last := m.history[len(m.history)-1].at
	return now.Sub(last) >= modelIdle
}

// fate says what became of a code: the tab's number, or why it does not work.
func fate(tabs []*modelTab, code string, now time.Time) (int, Reason) {
	for i, m := range tabs {
		if m.code(now) == code {
			return i, ""
		}
		for j, s := range m.history {
			if s.what != "offers" || s.code != code {
				continue
			}
			for _, next := range m.history[j+1:] {
				switch next.what {
				case "redeems":
					return i, ReasonCodeUsed
				case "holds", "offers", "closes":
					if next.at.Before(s.at.Add(modelLife)) {
						return i, ReasonCodeWithdrawn
					}
					return i, ReasonCodeExpired
				}
			}
			return i, ReasonCodeExpired
		}
	}
	return -1, ReasonCodeUnknown
}

// TestLeasesAgainstModel plays random histories and asks after every step who
// can do what.
func TestLeasesAgainstModel(t *testing.T) {
	for seed := range uint64(300) {
		if t.Failed() {
			return
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { playLeases(t, rand.New(rand.NewPCG(seed, 5))) })
	}
}

func playLeases(t *testing.T, random *rand.Rand) {
	var (
		now     = newHandClock().Now()
		l       = newLeases(modelIdle, modelLife)
		names   = []string{"ann", "bob", "cy"}
		holders = map[string]*holder{"person": {label: "person", person: true}}
		tabs    []*modelTab
		codes   = []string{"nonsense"}
		log     []string
	)
	for _, n := range names {
		holders[n] = &holder{label: n}
	}
	id := func(i int) TabID { return TabID(fmt.Sprint("t", i)) }
	lease := func(i int) *lease { return l.tabs[id(i)] }
	note := func(format string, values ...any) { log = append(log, fmt.Sprintf(format, values...)) }
	fail := func(format string, values ...any) {
		t.Fatalf("%s\nafter:\n%v", fmt.Sprintf(format, values...), log)
	}
	want := func(what string, err error, code Code, reason Reason) {
		note("%s: %v", what, err)
		e := AsError(err)
		if (code == "") != (err == nil) || e != nil && (e.Code != code || e.Reason != reason) {
			fail("%s: got %v, the model says %q %q", what, err, code, reason)
		}
	}
	// wanted is what a caller who wants to use a tab is told.
	wanted := func(m *modelTab, who string) Code {
		switch {
		case m.holder() == who:
			return ""
		case m.closed():
			return CodePageClosed
		case m.free(now):
			return CodeTabUnclaimed
		}
		return CodeTabHeld
	}
	for range 120 {
		who := names[random.IntN(len(names))]
		if len(tabs) == 0 || random.IntN(12) == 0 {
			m := &modelTab{}
			switch kind := random.IntN(3); {
			case kind == 0: // a caller opens it
				l.opens(id(len(tabs)), holders[who], now)
				m.add(modelStep{now, "holds", who, ""})
			case kind == 1 && len(tabs) > 0: // a page opens it
				opener := random.IntN(len(tabs))
				l.of(Tab{ID: id(len(tabs)), Opener: id(opener)}, nil, now)
				m.add(modelStep{now, "holds", tabs[opener].holder(), ""})
			default: // it was there
				l.of(Tab{ID: id(len(tabs))}, nil, now)
				m.add(modelStep{now, "holds", "", ""})
			}
			tabs = append(tabs, m)
			note("t%d is there, of %q", len(tabs)-1, m.holder())
			continue
		}
		i := random.IntN(len(tabs))
		m, e := tabs[i], lease(i)
		switch random.IntN(10) {
		case 0, 1:
			v, _, err := l.enter(e, holders[who], func(error) {}, now)
			want(fmt.Sprintf("%s enters t%d", who, i), err, wanted(m, who), "")
			if err == nil {
				m.add(modelStep{now, "uses", "", ""})
				m.calls = append(m.calls, modelCall{who, len(m.history), v})
			}
		case 2:
			if len(m.calls) == 0 {
				continue
			}
			c := m.calls[0]
			m.calls = m.calls[1:]
			moved := slices.ContainsFunc(m.history[c.steps:], func(s modelStep) bool { return s.what == "holds" })
			if got := l.leave(e, c.visit, now); got != moved {
				fail("%s leaves t%d: moved is %v", c.who, i, got)
			}
			note("%s leaves t%d", c.who, i)
			if !moved {
				m.add(modelStep{now, "uses", "", ""})
			}
		case 3:
			err := l.release(e, holders[who], now)
			want(fmt.Sprintf("%s releases t%d", who, i), err, wanted(m, who), "")
			if err == nil {
				m.add(modelStep{now, "holds", "", ""})
			}
		case 4:
			code := wanted(m, who)
			if m.closed() {
				code = CodePageClosed
			} else if code == CodeTabUnclaimed {
				code = ""
			}
			mine := m.holder() == who
			err := l.claim(e, holders[who], now)
			want(fmt.Sprintf("%s claims t%d", who, i), err, code, "")
			switch {
			case err != nil:
			case mine:
				m.add(modelStep{now, "uses", "", ""})
			default:
				m.add(modelStep{now, "holds", who, ""})
			}
		case 5, 6:
			code := wanted(m, who)
			if m.closed() {
				code = CodePageClosed // whoever asks
			}
			h, err := l.handoff(e, holders[who], now)
			want(fmt.Sprintf("%s offers t%d", who, i), err, code, "")
			if err == nil {
				codes = append(codes, h.Code)
				m.add(modelStep{now, "offers", "", h.Code})
			}
		case 7:
			code := codes[max(0, len(codes)-1-random.IntN(min(len(codes), 4)))]
			tab := TabID("")
			if random.IntN(3) == 0 {
				tab = id(i)
			}
			hit, reason := fate(tabs, code, now)
			if reason == "" && tab != "" && hit != i {
				reason = ReasonCodeOtherTab
			}
			refusal := CodeClaimRefused
			if reason == "" {
				refusal = ""
			}
			got, err := l.redeem(code, tab, holders[who], now)
			want(fmt.Sprintf("%s redeems %s (of t%d)", who, code, hit), err, refusal, reason)
			if err != nil {
				continue
			}
			if got.tab != id(hit) {
				fail("the code of t%d gave %s", hit, got.tab)
			}
			m = tabs[hit]
			m.add(modelStep{now, "redeems", "", ""})
			if m.holder() != who {
				m.add(modelStep{now, "holds", who, ""})
			}
		case 8:
			step := []time.Duration{time.Second, modelIdle / 2, modelIdle, modelLife}[random.IntN(4)]
			now = now.Add(step)
			note("%v go by", step)
		case 9:
			switch kind := random.IntN(4); {
			case kind == 0 && !m.closed():
				l.close(e, now)
				note("t%d closes", i)
				m.add(modelStep{now, "closes", "", ""})
				// What is closed keeps its holder, and its time does not matter.
			case kind > 0 && !m.closed() && m.holder() != "person":
				before := m.holder()
				l.take(e, holders["person"], now)
				m.add(modelStep{now, "holds", "person", ""})
				note("a person takes t%d", i)
				if kind == 3 {
					l.giveBack(e, now)
					m.add(modelStep{now, "holds", before, ""})
					note("and gives it back")
				}
			}
		}
		// Everybody is told what the model says, and nobody is left out: an open
		// tab is used by one, claimed by the others, or in a person's hands.
		for i, m := range tabs {
			able := 0
			for _, n := range names {
				err := l.check(lease(i), holders[n], now)
				if code := wanted(m, n); (err == nil) != (code == "") || err != nil && AsError(err).Code != code {
					fail("t%d and %s: got %v, the model says %q", i, n, err, code)
				}
				if err == nil {
					able++
				}
			}
			if able > 1 || able == 0 && !m.closed() && m.holder() != "person" && !l.free(lease(i), now) {
				fail("t%d can be used by %d callers", i, able)
			}
		}
	}
}

// A new holder's call waits for those that the last one had begun, of all
// holders before.
func TestVisitsOfEarlierHolders(t *testing.T) {
	l, now := newLeases(time.Hour, time.Hour), newHandClock().Now()
	ann, bob, cy := &holder{label: "ann"}, &holder{label: "bob"}, &holder{label: "cy"}
	e := l.opens("t", ann, now)
	cancelled := 0
	cancel := context.CancelCauseFunc(func(error) { cancelled++ })
	first, older, err := l.enter(e, ann, cancel, now)
	if err != nil || len(older) != 0 {
		t.Fatal(older, err)
	}
	l.change(e, bob, now)
	second, older, err := l.enter(e, bob, cancel, now)
	if err != nil || !slices.Equal(older, []*visit{first}) {
		t.Fatal(older, err)
	}
	l.change(e, cy, now)
	_, older, err = l.enter(e, cy, cancel, now)
	if err != nil || len(older) != 2 {
		t.Fatalf("cy waits for %d calls, %v", len(older), err)
	}
	if cancelled != 3 { // ann's twice
		t.Errorf("%d calls were ended", cancelled)
	}
	if !l.leave(e, first, now) || !l.leave(e, second, now) {
		t.Error("the tab changed hands, and the calls do not hear of it")
	}
}

// What is remembered of closed tabs and of codes does not grow for ever, and
// what is open or in use is never forgotten.
func TestLeasesForget(t *testing.T) {
	l, now := newLeases(time.Hour, time.Hour), newHandClock().Now()
	ann := &holder{label: "ann"}
	open := l.opens("open", ann, now)
	reopened := l.opens("reopened", ann, now)
	l.close(reopened, now)
	reopened.closed = false
	for i := range keptLeases + 100 {
		e := l.opens(TabID(fmt.Sprint(i)), ann, now)
		if _, err := l.handoff(e, ann, now); err != nil {
			t.Fatal(err)
		}
		l.close(e, now)
	}
	if len(l.tabs) != keptLeases+2 || l.tabs["open"] != open || l.tabs["reopened"] != reopened {
		t.Errorf("%d leases are kept", len(l.tabs))
	}
	if len(l.spent) != keptSpent {
		t.Errorf("%d codes are kept", len(l.spent))
	}
	for range keptEvents + 10 {
		ann.tell(Event{})
	}
	if len(ann.inbox) != keptEvents {
		t.Errorf("%d events are kept", len(ann.inbox))
	}
}

// A list shows what is closed, except what came after it was asked for, and
// what is open after all.
func TestLeasesAndLists(t *testing.T) {
	l, now := newLeases(time.Hour, time.Hour), newHandClock().Now()
	ann := &holder{label: "ann"}
	old := l.opens("old", ann, now)
	since := l.added
	young := l.opens("young", ann, now)
	// b was opened by a, and a by old; they are listed the other way round, and
	// two say that they opened each other.
	l.list([]Tab{{ID: "b", Opener: "a"}, {ID: "a", Opener: "old"}, {ID: "x", Opener: "y"}, {ID: "y", Opener: "x"}}, since, now)
	if !old.closed || young.closed {
		t.Errorf("old closed: %v, young closed: %v", old.closed, young.closed)
	}
	for id, want := range map[TabID]*holder{"a": ann, "b": ann, "x": nil, "y": nil} {
		if e := l.tabs[id]; e == nil || e.holder != want {
			t.Errorf("%s: %+v", id, e)
		}
	}
	l.list([]Tab{{ID: "old"}}, l.added, now)
	if old.closed || !young.closed || old.holder != ann {
		t.Errorf("old closed: %v, young closed: %v", old.closed, young.closed)
	}
	// While a tab is being opened, one that nobody knows may be that one.
	l.opening++
	l.list([]Tab{{ID: "new"}, {ID: "popup", Opener: "new"}}, l.added, now)
	if l.tabs["new"] != nil || l.tabs["popup"] != nil {
		t.Error("a tab that is being opened was given to nobody")
	}
}
