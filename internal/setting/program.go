package setting

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// Program are the settings of a program that a host starts.
type Program struct {
	Once
	Profile  string   // kept; empty for a temporary one
	Flags    []string // beside those that the host gives
	Log      *slog.Logger
	Start    time.Duration // limit of the start
	Lifetime context.Context
}

// NewProgram gives the settings of a program with no option given.
func NewProgram(start time.Duration) Program {
	return Program{
		Once: Once{Op: "launch"}, Log: slog.New(slog.DiscardHandler), Start: start, Lifetime: context.Background(),
	}
}

// Starting bounds the start of the program: by the context of the launch, the time
// that it may take, and its lifetime. done ends the bounds.
func (p *Program) Starting(ctx context.Context) (_ context.Context, done func()) {
	ctx, cancel := context.WithTimeoutCause(ctx, p.Start, fmt.Errorf("it did not answer within %v", p.Start))
	stop := context.AfterFunc(p.Lifetime, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// SetProfile sets the folder of the profile.
func (p *Program) SetProfile(dir string) error {
	if dir == "" {
		return p.Invalid("the user data folder has an empty path")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return &transport.Error{Kind: transport.KindInvalid, Op: p.Op, Detail: "the user data folder", Err: err}
	}
	p.Profile = abs
	return nil
}

// AddFlags adds flags. Those that the host gives by itself are refused; owned has
// their names, and what to do instead.
func (p *Program) AddFlags(flags []string, owned map[string]string) error {
	for _, f := range flags {
		name, ok := strings.CutPrefix(f, "--")
		name, _, _ = strings.Cut(name, "=")
		if !ok || name == "" || strings.ContainsRune(f, 0) {
			return p.Invalid(fmt.Sprintf("%q is not a flag; flags begin with two dashes", f))
		}
		if hint, ok := owned[name]; ok {
			return &transport.Error{
				Kind: transport.KindInvalid, Op: p.Op, Detail: "the flag --" + name + " is set by this package", Hint: hint,
			}
		}
	}
	p.Flags = append(p.Flags, flags...)
	return nil
}

// SetLog sets where warnings go.
func (p *Program) SetLog(log *slog.Logger) error {
	if log == nil {
		return p.Invalid("the logger is nil")
	}
	p.Log = log
	return nil
}

// SetStart limits the start.
func (p *Program) SetStart(d time.Duration) error {
	if d <= 0 {
		return p.Invalid(fmt.Sprintf("a start timeout of %v", d))
	}
	p.Start = d
	return nil
}

// SetLifetime sets what the program's life ends with.
func (p *Program) SetLifetime(ctx context.Context) error {
	if ctx == nil {
		return p.Invalid("the lifetime context is nil")
	}
	p.Lifetime = ctx
	return nil
}
