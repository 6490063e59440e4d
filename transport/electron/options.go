package electron

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/internal/setting"
	"github.com/holdfast-go/holdfast/transport"
)

// Defaults of the options.
const (
	defaultTitle = "holdfast"
	// Pages have 1280 by 800, as those of transport/chrome do.
	defaultWidth, defaultHeight = 1280, 836
	// A warm start of Electron takes about a second; a packaged application from a
	// cold disk may take ten times as long.
	defaultStart = 30 * time.Second
	// Seed 001 §4.
	defaultCommand = 30 * time.Second
)

// smallest is the least that the window host takes as a size, and as the
// milliseconds of a time limit.
const smallest = 100

// Option is an option of [Launch]. The order does not matter; an option given
// twice, or two that contradict each other, are an error of kind
// transport.KindInvalid.
type Option interface{ apply(*config) error }

type config struct {
	setting.Program
	binary, app, script string
	title               string
	width, height       int
	hidden              bool
	env                 []string
	lists               *lists
	command             time.Duration
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

// WithBinary names the Electron program that runs the window host: a path, or a
// name to look up in PATH. Without it, and without [WithApp], that is electron in
// PATH.
func WithBinary(path string) Option {
	return option{"WithBinary", func(c *config) error {
		if path == "" {
			return c.Invalid("the binary has an empty path")
		}
		c.binary = path
		return nil
	}}
}

// WithApp names a packaged Electron application, which is started a second time
// to be the window host. It has to have the early branch that the package
// comment tells of.
func WithApp(executable string) Option {
	return option{"WithApp", func(c *config) error {
		if executable == "" {
			return c.Invalid("the application has an empty path")
		}
		c.app = executable
		return nil
	}}
}

// WithHostScript names the main file of a window host to run in place of the one
// that this package carries and writes into a temporary folder. An application
// that must not load code from elsewhere ships a copy of the folder
// transport/electron/host and names its host.cjs here.
func WithHostScript(path string) Option {
	return option{"WithHostScript", func(c *config) error {
		if path == "" {
			return c.Invalid("the host script has an empty path")
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			return &transport.Error{Kind: transport.KindInvalid, Op: "launch", Detail: "the host script", Err: err}
		}
		c.script = abs
		return nil
	}}
}

// WithUserDataDir uses this profile folder, makes it when it is not there, and
// keeps it: sign-ins last. The program may then end in good order, which lets it
// write cookies and the like. Without this option the profile is a temporary
// folder that is gone after Close. It must not be the folder of the application
// itself, nor one that is in use.
func WithUserDataDir(dir string) Option {
	return option{"WithUserDataDir", func(c *config) error { return c.SetProfile(dir) }}
}

// WithTitle sets the title of the window, which is the same whatever its pages
// are called; the default is "holdfast".
func WithTitle(title string) Option {
	return option{"WithTitle", func(c *config) error {
		if title == "" {
			return c.Invalid("the title is empty")
		}
		c.title = title
		return nil
	}}
}

// WithSize sets the size of the window's content in device-independent pixels,
// at least 100 each; the default is 1280 by 836. The strip of tabs takes 36 of
// the height.
func WithSize(width, height int) Option {
	return option{"WithSize", func(c *config) error {
		if width < smallest || height < smallest {
			return c.Invalid(fmt.Sprintf("a window of %d by %d", width, height))
		}
		c.width, c.height = width, height
		return nil
	}}
}

// WithHiddenWindow leaves the window hidden. Pages work in it as ever, but no
// picture can be taken of them: that is refused at once.
func WithHiddenWindow() Option {
	return option{"WithHiddenWindow", func(c *config) error {
		c.hidden = true
		return nil
	}}
}

// WithFlags adds command line flags, each with its dashes ("--lang=de").
// --user-data-dir is set by this package and refused.
func WithFlags(flags ...string) Option {
	return option{"WithFlags", func(c *config) error { return c.AddFlags(flags, ownedFlags) }}
}

// ownedFlags are the flags that callers set by option, with what to use.
var ownedFlags = map[string]string{"user-data-dir": "use WithUserDataDir"}

// WithEnv adds variables to the environment of the program, each as NAME=value;
// it has those of this one. Names that begin with HOLDFAST_ELECTRON_ are refused.
func WithEnv(variables ...string) Option {
	return option{"WithEnv", func(c *config) error {
		for _, v := range variables {
			name, _, ok := strings.Cut(v, "=")
			if !ok || name == "" || strings.ContainsRune(v, 0) || strings.HasPrefix(name, variablePrefix) {
				return c.Invalid(fmt.Sprintf("%q cannot be a variable of the program", name))
			}
		}
		c.env = append(c.env, variables...)
		return nil
	}}
}

// WithSites holds the pages to lists of sites from the start, as
// [Host.KeepSites] does later. A program that uses the provider gives the lists
// to that instead, which hands them on and tells agents what was kept from them.
func WithSites(allow, block []string, strict bool) Option {
	return option{"WithSites", func(c *config) error {
		if len(allow)+len(block) == 0 {
			return c.Invalid("there is no rule of sites")
		}
		c.lists = newLists(allow, block, strict)
		return nil
	}}
}

// WithLogger sets where warnings go (that the sandbox is off, what the window
// host complains of). The default discards them.
func WithLogger(log *slog.Logger) Option {
	return option{"WithLogger", func(c *config) error { return c.SetLog(log) }}
}

// WithStartTimeout limits how long the program may take until it has answered;
// the default is 30 s. The context of [Launch] may end it earlier.
func WithStartTimeout(d time.Duration) Option {
	return option{"WithStartTimeout", func(c *config) error { return c.SetStart(d) }}
}

// WithCommandTimeout limits every request to the window host, on this side and
// on its own, and on its side every command to a page; at least 100 ms, the
// default is 30 s. Contexts may end them earlier.
func WithCommandTimeout(d time.Duration) Option {
	return option{"WithCommandTimeout", func(c *config) error {
		if d < smallest*time.Millisecond {
			return c.Invalid(fmt.Sprintf("a command timeout of %v", d))
		}
		c.command = d
		return nil
	}}
}

// WithLifetime closes the host when the context ends. The context of [Launch]
// itself bounds the launch only.
func WithLifetime(ctx context.Context) Option {
	return option{"WithLifetime", func(c *config) error { return c.SetLifetime(ctx) }}
}

func newConfig(opts []Option) (*config, error) {
	c := &config{
		Program: setting.NewProgram(defaultStart),
		title:   defaultTitle, width: defaultWidth, height: defaultHeight, command: defaultCommand,
	}
	for _, o := range opts {
		if o == nil {
			return nil, c.Invalid("a nil option")
		}
		if err := o.apply(c); err != nil {
			return nil, err
		}
	}
	if c.binary != "" && c.app != "" {
		return nil, c.Invalid("WithBinary and WithApp are two programs; give one")
	}
	return c, nil
}
