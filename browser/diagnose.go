package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// Diagnoser is a provider that can say what works. Providers implement it where
// they can; ask with a type assertion.
type Diagnoser interface {
	// Diagnose tries each step that agents depend on, on a tab of its own in the
	// background; only where that gives no picture it comes to the front for
	// one. What does not work is part of the result; an error means that
	// the caller gave up.
	Diagnose(ctx context.Context) (*Diagnosis, error)
}

// diagnose asks a provider that may not be able to.
func diagnose(ctx context.Context, p Provider) (*Diagnosis, error) {
	if d, ok := p.(Diagnoser); ok {
		return d.Diagnose(ctx)
	}
	return nil, notImplemented("diagnose itself")
}

// Diagnose says what works of the browser that all callers share.
func (v *View) Diagnose(ctx context.Context) (*Diagnosis, error) {
	if err := v.usable(); err != nil {
		return nil, err
	}
	p, err := v.runtime.provider(ctx)
	if err != nil {
		return nil, err
	}
	d, err := diagnose(ctx, p)
	return d, v.runtime.lost(ctx, p, err)
}

// Diagnose says what works of each browser; the names of checks begin with the
// member's.
func (p *Pool) Diagnose(ctx context.Context) (*Diagnosis, error) {
	start := time.Now()
	all := &Diagnosis{OK: true}
	for _, m := range p.members {
		b, err := m.reached(ctx)
		var d *Diagnosis
		if err == nil {
			d, err = diagnose(ctx, b)
		}
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil:
			all.OK = false
			all.Checks = append(all.Checks, Check{Name: m.ID, State: CheckFailed, Detail: outline.Clean(err.Error())})
		default:
			all.OK = all.OK && d.OK
			for _, c := range d.Checks {
				c.Name = m.ID + ": " + c.Name
				all.Checks = append(all.Checks, c)
			}
		}
	}
	all.Elapsed = time.Since(start)
	return all, nil
}

var (
	_ Diagnoser = (*View)(nil)
	_ Diagnoser = (*Pool)(nil)
)

// Diagnosis says what works.
type Diagnosis struct {
	// Browser is the product and version, Protocol the version of the DevTools
	// protocol; empty when the host does not tell.
	Browser  string `json:"browser,omitempty"`
	Protocol string `json:"protocol,omitempty"`
	// OK reports whether every check that could be made passed.
	OK      bool          `json:"ok"`
	Checks  []Check       `json:"checks"`
	Elapsed time.Duration `json:"-"`
}

// CheckState is how a check ended.
type CheckState string

// The states of a check.
const (
	CheckOK     CheckState = "ok"
	CheckFailed CheckState = "failed"
	// CheckSkipped: it depends on one that failed.
	CheckSkipped CheckState = "skipped"
)

// Check is one step of a diagnosis.
type Check struct {
	// Name is endpoint, tab, evaluate, isolated world, reader, frames, screenshot
	// or input.
	Name  string     `json:"name"`
	State CheckState `json:"state"`
	// Took is how long it was.
	Took time.Duration `json:"-"`
	// Detail is what was seen, or what went wrong.
	Detail string `json:"detail,omitempty"`
	// Advice is what to do about it.
	Advice string `json:"advice,omitempty"`
}

// MarshalJSON writes the time in milliseconds.
func (c Check) MarshalJSON() ([]byte, error) {
	type plain Check
	return json.Marshal(struct {
		plain
		Milliseconds float64 `json:"ms"`
	}{plain(c), milliseconds(c.Took)})
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(100*time.Microsecond)) / float64(time.Millisecond)
}

// String tells the diagnosis, a line for each check.
func (d *Diagnosis) String() string {
	var b strings.Builder
	if d.OK {
		b.WriteString("everything works")
	} else {
		b.WriteString("something does not work")
	}
	if d.Browser != "" {
		fmt.Fprintf(&b, ": %s", outline.Clean(d.Browser))
	}
	if d.Protocol != "" {
		fmt.Fprintf(&b, ", protocol %s", outline.Clean(d.Protocol))
	}
	for _, c := range d.Checks {
		fmt.Fprintf(&b, "\n%-7s %s, %g ms", c.State, c.Name, milliseconds(c.Took))
		if c.Detail != "" {
			b.WriteString(": " + outline.Clean(c.Detail))
		}
		if c.Advice != "" {
			b.WriteString("\n        " + c.Advice)
		}
	}
	return b.String()
}
