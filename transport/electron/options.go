package electron

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

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
	binary, app, script string
	profile             string // kept; empty for a temporary one
	title               string
	width, height       int
	hidden              bool
	flags, env          []string
	lists               *lists
	log                 *slog.Logger
	start, command      time.Duration
	lifetime            context.Context
	given               map[string]bool
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

// WithBinary names the Electron program that runs the window host: a path, or a
// name to look up in PATH. Without it, and without [WithApp], that is electron in
// PATH.
func WithBinary(path string) Option {
	return option{"WithBinary", func(c *config) error {
		if path == "" {
			return invalid("the binary has an empty path")
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
			return invalid("the application has an empty path")
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
			return invalid("the host script has an empty path")
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

// WithTitle sets the title of the window, which is the same whatever its pages
// are called; the default is "holdfast".
func WithTitle(title string) Option {
	return option{"WithTitle", func(c *config) error {
		if title == "" {
			return invalid("the title is empty")
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
			return invalid(fmt.Sprintf("a window of %d by %d", width, height))
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
	return option{"WithFlags", func(c *config) error {
		for _, f := range flags {
			name, ok := strings.CutPrefix(f, "--")
			if name, _, _ = strings.Cut(name, "="); !ok || name == "" || strings.ContainsRune(f, 0) {
				return invalid(fmt.Sprintf("%q is not a flag; flags begin with two dashes", f))
			}
			if name == "user-data-dir" {
				return &transport.Error{
					Kind: transport.KindInvalid, Op: "launch", Detail: "the flag --" + name + " is set by this package", Hint: "use WithUserDataDir",
				}
			}
		}
		c.flags = append(c.flags, flags...)
		return nil
	}}
}

// WithEnv adds variables to the environment of the program, each as NAME=value;
// it has those of this one. Names that begin with HOLDFAST_ELECTRON_ are refused.
func WithEnv(variables ...string) Option {
	return option{"WithEnv", func(c *config) error {
		for _, v := range variables {
			name, _, ok := strings.Cut(v, "=")
			if !ok || name == "" || strings.ContainsRune(v, 0) || strings.HasPrefix(name, variablePrefix) {
				return invalid(fmt.Sprintf("%q cannot be a variable of the program", name))
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
			return invalid("there is no rule of sites")
		}
		c.lists = newLists(allow, block, strict)
		return nil
	}}
}

// WithLogger sets where warnings go (that the sandbox is off, what the window
// host complains of). The default discards them.
func WithLogger(log *slog.Logger) Option {
	return option{"WithLogger", func(c *config) error {
		if log == nil {
			return invalid("the logger is nil")
		}
		c.log = log
		return nil
	}}
}

// WithStartTimeout limits how long the program may take until it has answered;
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

// WithCommandTimeout limits every request to the window host, on this side and
// on its own, and on its side every command to a page; at least 100 ms, the
// default is 30 s. Contexts may end them earlier.
func WithCommandTimeout(d time.Duration) Option {
	return option{"WithCommandTimeout", func(c *config) error {
		if d < smallest*time.Millisecond {
			return invalid(fmt.Sprintf("a command timeout of %v", d))
		}
		c.command = d
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
		title: defaultTitle, width: defaultWidth, height: defaultHeight,
		log:   slog.New(slog.DiscardHandler),
		start: defaultStart, command: defaultCommand,
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
	if c.binary != "" && c.app != "" {
		return nil, invalid("WithBinary and WithApp are two programs; give one")
	}
	return c, nil
}

func invalid(detail string) error {
	return &transport.Error{Kind: transport.KindInvalid, Op: "launch", Detail: detail}
}
