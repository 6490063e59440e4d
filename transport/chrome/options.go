package chrome

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-go/holdfast/internal/setting"
)

// defaultStart: a warm start takes 0.6 s on two cores; a first start from a cold
// disk on a loaded machine was seen to take 10 s.
const defaultStart = 30 * time.Second

// Option is an option of [Launch]. The order does not matter; an option given
// twice, or two that contradict each other, are an error of kind
// transport.KindInvalid.
type Option interface{ apply(*config) error }

type config struct {
	setting.Program
	executable string
	headful    bool
	port       bool
}

type option struct {
	name string
	set  func(*config) error
}

func (o option) apply(c *config) error {
	if err := c.Take(o.name); err != nil {
		return err
	}
	return o.set(c)
}

// WithExecutable names the program to start: a path, or a name to look up in
// PATH. Without it [Launch] looks in the places that its comment lists.
func WithExecutable(path string) Option {
	return option{"WithExecutable", func(c *config) error {
		if path == "" {
			return c.Invalid("the executable has an empty path")
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
	return option{"WithUserDataDir", func(c *config) error { return c.SetProfile(dir) }}
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
	return option{"WithFlags", func(c *config) error { return c.AddFlags(flags, ownedFlags) }}
}

// WithLogger sets where warnings go (that the sandbox is off, that a folder
// could not be removed). The default discards them.
func WithLogger(log *slog.Logger) Option {
	return option{"WithLogger", func(c *config) error { return c.SetLog(log) }}
}

// WithStartTimeout limits how long Chrome may take to answer its first command;
// the default is 30 s. The context of [Launch] may end it earlier.
func WithStartTimeout(d time.Duration) Option {
	return option{"WithStartTimeout", func(c *config) error { return c.SetStart(d) }}
}

// WithLifetime closes the host when the context ends. The context of [Launch]
// itself bounds the launch only.
func WithLifetime(ctx context.Context) Option {
	return option{"WithLifetime", func(c *config) error { return c.SetLifetime(ctx) }}
}

func newConfig(opts []Option) (*config, error) {
	c := &config{Program: setting.NewProgram(defaultStart)}
	for _, o := range opts {
		if o == nil {
			return nil, c.Invalid("a nil option")
		}
		if err := o.apply(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}
