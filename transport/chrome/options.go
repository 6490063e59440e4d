package chrome

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// defaultStart: a warm start takes 0.6 s on two cores; a first start from a cold
// disk on a loaded machine was seen to take 10 s.
const defaultStart = 30 * time.Second

// Option is an option of [Launch]. The order does not matter; an option given
// twice, or two that contradict each other, are an error of kind
// transport.KindInvalid.
type Option interface{ apply(*config) error }

type config struct {
	executable string
	headful    bool
	profile    string // kept; empty for a temporary one
	port       bool
	flags      []string
	log        *slog.Logger
	start      time.Duration
	lifetime   context.Context
	given      map[string]bool
}

type option struct {
	name string
	set  func(*config) error
}

func (o option) apply(c *config) error {
	if c.given[o.name] {
		return invalid("the option " + o.name + " was given twice")
	}
	c.given[o.name] = true
	return o.set(c)
}

// WithExecutable names the program to start: a path, or a name to look up in
// PATH. Without it [Launch] looks in the places that its comment lists.
func WithExecutable(path string) Option {
	return option{"WithExecutable", func(c *config) error {
		if path == "" {
			return invalid("the executable has an empty path")
		}
		c.executable = path
		return nil
	}}
}

// WithHeadful shows a window. It needs a display.
func WithHeadful() Option {
	return option{"WithHeadful", func(c *config) error {
		c.headful = true
		return nil
	}}
}

// WithUserDataDir uses this profile folder, makes it when it is not there, and
// keeps it. Chrome is then closed in good order, which lets it write cookies
// and the like, before it is killed. Without this option the profile is a
// temporary folder that is gone after Close.
func WithUserDataDir(dir string) Option {
	return option{"WithUserDataDir", func(c *config) error {
		if dir == "" {
			return invalid("the user data folder has an empty path")
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return &transport.Error{Kind: transport.KindInvalid, Op: "launch", Detail: "the user data folder", Err: err}
		}
		c.profile = abs
		return nil
	}}
}

// WithPort opens a DevTools port (a free one, on loopback) instead of
// the pipe, for when other tools shall connect too; [Host.Address]
// says which. Everyone on the machine can reach it.
func WithPort() Option {
	return option{"WithPort", func(c *config) error {
		c.port = true
		return nil
	}}
}

// WithFlags adds command line flags, each with its dashes ("--lang=de"). A flag
// given here wins over a default of the same name; feature lists are merged.
// Flags that the options of this package own are refused.
func WithFlags(flags ...string) Option {
	return option{"WithFlags", func(c *config) error {
		for _, f := range flags {
			if err := checkFlag(f); err != nil {
				return err
			}
		}
		c.flags = append(c.flags, flags...)
		return nil
	}}
}

// WithLogger sets where warnings go (that the sandbox is off, that a folder
// could not be removed). The default discards them.
func WithLogger(log *slog.Logger) Option {
	return option{"WithLogger", func(c *config) error {
		if log == nil {
			return invalid("the logger is nil")
		}
		c.log = log
		return nil
	}}
}

// WithStartTimeout limits how long Chrome may take to answer its first command;
// the default is 30 s. The context of [Launch] may end it earlier.
func WithStartTimeout(d time.Duration) Option {
	return option{"WithStartTimeout", func(c *config) error {
		if d <= 0 {
			return invalid(fmt.Sprintf("a start timeout of %v", d))
		}
		c.start = d
		return nil
	}}
}

// WithLifetime closes the host when the context ends. The context of [Launch]
// itself bounds the launch only.
func WithLifetime(ctx context.Context) Option {
	return option{"WithLifetime", func(c *config) error {
		if ctx == nil {
			return invalid("the lifetime context is nil")
		}
		c.lifetime = ctx
		return nil
	}}
}

func newConfig(opts []Option) (*config, error) {
	c := &config{
		log:      slog.New(slog.DiscardHandler),
		start:    defaultStart,
		lifetime: context.Background(),
		given:    map[string]bool{},
	}
	for _, o := range opts {
		if o == nil {
			return nil, invalid("a nil option")
		}
		if err := o.apply(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// checkFlag refuses what is no flag and what the options own.
func checkFlag(flag string) error {
	name, ok := strings.CutPrefix(flag, "--")
	if !ok || name == "" || strings.ContainsRune(flag, 0) {
		return invalid(fmt.Sprintf("%q is not a flag; flags begin with two dashes", flag))
	}
	name, _, _ = strings.Cut(name, "=")
	if owner, owned := ownedFlags[name]; owned {
		return &transport.Error{
			Kind: transport.KindInvalid, Op: "launch",
			Detail: "the flag --" + name + " is set by this package", Hint: owner,
		}
	}
	return nil
}

func invalid(detail string) error {
	return &transport.Error{Kind: transport.KindInvalid, Op: "launch", Detail: detail}
}
