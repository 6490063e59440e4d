package system1

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"
)

// Options are those of a [Path]. The zero value works.
type Options struct {
	// Threshold is the least confidence that is acted on; 0 is 0.6 (the seed's
	// range is 0.6 to 0.7). It is above 0 and at most 1.
	Threshold float64
	// MaxSteps is how many steps it takes in a row; 0 is 1.
	MaxSteps int
	// Timeout is how long a decision may take; 0 is 1 s.
	Timeout time.Duration
	// MaxCandidates is how many elements are offered; 0 is 120, which is also the
	// most: endpoints take up to 255 options a question, and a longer list costs
	// time and certainty.
	MaxCandidates int
	// Now is the clock; nil is [time.Now].
	Now func() time.Time
}

const (
	defaultThreshold = 0.6
	defaultLimit     = time.Second
	// refusedPause is how long an endpoint is left alone that does not let us in:
	// each try would cost the time of a step.
	refusedPause = time.Minute
	// busyPause is how long one is left alone that is busy and does not say for
	// how long.
	busyPause = 5 * time.Second
)

// Path decides when the fast path acts. It serves one run and is not safe for
// concurrent use.
type Path struct {
	decider Decider
	o       Options

	taken  int
	halt   Reason // why nothing is decided until Resume
	told   []string
	paused time.Time // until then
}

// New makes a path around a model.
func New(d Decider, o Options) (*Path, error) {
	switch {
	case d == nil:
		return nil, errors.New("system1: New: no decider")
	case o.Threshold < 0 || o.Threshold > 1 || math.IsNaN(o.Threshold):
		return nil, errors.New("system1: New: the threshold is not between 0 and 1")
	case o.MaxSteps < 0 || o.Timeout < 0 || o.MaxCandidates < 0:
		return nil, errors.New("system1: New: a limit is negative")
	}
	if o.Threshold == 0 {
		o.Threshold = defaultThreshold
	}
	if o.MaxSteps == 0 {
		o.MaxSteps = 1
	}
	if o.Timeout == 0 {
		o.Timeout = defaultLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Path{decider: d, o: o}, nil
}

// Next asks for the next step. It takes no longer than the limit, never fails,
// and when it does not act nothing was done.
func (p *Path) Next(ctx context.Context, s Scene) Step {
	step := Step{url: s.URL}
	step.Reason = p.barred()
	if step.Reason != "" {
		return step
	}
	s.Candidates = choose(s.Candidates, p.o.MaxCandidates)
	if s.Values == nil {
		s.Values = Values(s.Task)
	}
	if s.Addresses == nil {
		s.Addresses = Addresses(s.Task)
	}
	if len(s.Candidates) == 0 && len(s.Addresses) == 0 {
		step.Reason = ReasonNothing
		return step
	}
	limited, cancel := context.WithTimeout(ctx, p.o.Timeout)
	defer cancel()
	began := p.o.Now()
	d, err := p.decider.Decide(limited, s)
	step.Latency = p.o.Now().Sub(began)
	step.Model = d.Model
	switch {
	case ctx.Err() != nil:
		step.Reason, step.Err = ReasonCanceled, context.Cause(ctx)
	case limited.Err() != nil:
		// Also when an answer came at last: the page may be another one by now.
		step.Reason, step.Err = ReasonTimeout, err
	case err != nil:
		step.Reason, step.Err = p.failed(err), err
	default:
		step.Confidence = d.Confidence
		step.Move, step.Reason = p.judge(s, d)
		step.Act = step.Reason == ""
	}
	return step
}

// barred says why no decision is asked for.
func (p *Path) barred() Reason {
	switch {
	case p.halt != "":
		return p.halt
	case p.taken >= p.o.MaxSteps:
		return ReasonCap
	case p.o.Now().Before(p.paused):
		return ReasonPaused
	}
	return ""
}

// failed notes how long the endpoint is to be left alone.
func (p *Path) failed(err error) Reason {
	var e *Error
	if !errors.As(err, &e) {
		return ReasonError
	}
	pause := e.RetryAfter
	switch e.Kind {
	case Unauthorized, Unpaid, Forbidden:
		pause = max(pause, refusedPause)
	case RateLimited, Overloaded:
		if pause == 0 {
			pause = busyPause
		}
	case Undecided:
		return ReasonUnknown
	}
	if pause > 0 {
		p.paused = p.o.Now().Add(pause)
	}
	return ReasonError
}

// judge makes of a decision a move, or says why it is none.
func (p *Path) judge(s Scene, d Decision) (Move, Reason) {
	if math.IsNaN(d.Confidence) || d.Confidence < 0 || d.Confidence > 1 {
		return Move{}, ReasonUnknown
	}
	m := Move{Action: d.Action, Session: s.Session}
	switch d.Action {
	case Leave:
		return Move{}, ReasonDeclined
	case Click, Type:
		i := slices.IndexFunc(s.Candidates, func(c Candidate) bool { return c.Ref == d.Ref })
		if i < 0 {
			return Move{}, ReasonUnknown
		}
		c := s.Candidates[i]
		m.Ref, m.Target = c.Ref, c.String()
		if d.Action == Type {
			if !named(d.Text, s.Values, s.Task) {
				return Move{}, ReasonUnknown
			}
			m.Text = d.Text
		}
		if c.Sensitive {
			return m, ReasonSensitive
		}
	case Scroll:
	case Navigate:
		if !slices.Contains(s.Addresses, d.Text) {
			return Move{}, ReasonUnknown
		}
		m.Text = d.Text
	default:
		return Move{}, ReasonUnknown
	}
	if d.Confidence < p.o.Threshold {
		return m, ReasonUnsure
	}
	return m, ""
}

// named reports whether the user has named a text: it is one of the values, or
// stands in the task as it is.
func named(text string, values []string, task string) bool {
	if strings.TrimSpace(text) == "" || strings.Contains(text, "{{") {
		return false
	}
	return slices.Contains(values, text) || strings.Contains(task, text)
}

// Did notes what came of a step that was acted on.
func (p *Path) Did(s Step, o Outcome) {
	p.taken++
	said := s.Move.String()
	switch {
	case o.Err != nil:
		p.halt = ReasonActionFailed
		said += ": " + line(o.Err.Error(), outcomeLimit)
	case o.Navigated || o.URL != "" && s.url != "" && o.URL != s.url:
		p.halt = ReasonNavigated
		said += ", and the page navigated"
		if o.URL != "" {
			said += " to " + o.URL
		}
	}
	if o.Err == nil && o.Text != "" {
		said += ": " + line(o.Text, outcomeLimit)
	}
	p.told = append(p.told, said)
}

// outcomeLimit is how much of a result the slow path reads again, in characters.
const outcomeLimit = 300

// Told returns what was done since the last time, a line each, for the slow
// path, and forgets it. It holds text of the page.
func (p *Path) Told() []string {
	told := p.told
	p.told = nil
	return told
}

// Resume lets the fast path act again, after the slow path has taken a step.
func (p *Path) Resume() { p.taken, p.halt = 0, "" }
