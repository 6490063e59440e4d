package replay

import (
	"fmt"
	"regexp"
	"time"

	"github.com/holdfast-go/holdfast/internal/setting"
)

// Defaults of the options.
const (
	defaultLimit           = 256 << 20
	defaultMessageLimit    = 64 << 20
	defaultWindow          = 64 // goroutines that share a session differ by a few
	defaultPatience        = 10 * time.Second
	defaultLenientPatience = 250 * time.Millisecond // missing commands are ordinary
)

// minSecret is the shortest secret: shorter ones cannot be told from other text.
const minSecret = 4

// RecordOption is an option of [Record] and [RecordFile].
type RecordOption interface{ record(*recordConfig) error }

// OpenOption is an option of [Open] and [OpenFile].
type OpenOption interface{ open(*openConfig) error }

// Option is an option of both. What is given to the one is best given to the
// other too.
type Option interface {
	RecordOption
	OpenOption
}

// common is what both sides have.
type common struct {
	setting.Once
	limit  int64
	redact redactor
}

type recordConfig struct {
	common
	messageLimit int64
}

type openConfig struct {
	common
	lenient   bool
	window    int
	patience  time.Duration // 0 = the default of the mode
	tokens    []string
	pattern   *regexp.Regexp // made of tokens
	normalise []func(string, []byte) []byte
}

type commonOption func(*common) error

func (o commonOption) record(c *recordConfig) error { return o(&c.common) }
func (o commonOption) open(c *openConfig) error     { return o(&c.common) }

type recordOption func(*recordConfig) error

func (o recordOption) record(c *recordConfig) error { return o(c) }

type openOption func(*openConfig) error

func (o openOption) open(c *openConfig) error { return o(c) }

// WithLimit bounds the messages of a recording, in bytes before compression;
// the default is 256 MiB (100 snapshots of the largest page that was measured
// have 40). A recorder that reaches it stops recording while its host goes on.
// Open refuses files that have more than twice as much, because it holds all of
// it in memory.
func WithLimit(bytes int64) Option {
	return commonOption(func(c *common) error {
		if bytes <= 0 {
			return invalid(c.Op, fmt.Sprintf("a limit of %d bytes", bytes), nil)
		}
		c.limit = bytes
		return c.Take("WithLimit")
	})
}

// WithMessageLimit bounds each message, in bytes; the default is 64 MiB (the
// accessibility tree of a table of 4,000 rows has 22). Of a longer one only the
// id, method and session are recorded: an event is left out of the replay, a
// command has an error for its reply.
func WithMessageLimit(bytes int64) RecordOption {
	return recordOption(func(c *recordConfig) error {
		if bytes <= 0 {
			return invalid(c.Op, fmt.Sprintf("a message limit of %d bytes", bytes), nil)
		}
		c.messageLimit = bytes
		return c.Take("WithMessageLimit")
	})
}

// WithSecrets names values that must not be recorded: each of at least four
// bytes. They are replaced in strings of messages, plain, escaped, percent-encoded
// and, if they have at least eight bytes or so, in base64. A replay whose secrets
// are given in the same order puts its own values back; they need not be the
// recorded ones.
func WithSecrets(values ...string) Option {
	return commonOption(func(c *common) error {
		for _, v := range values {
			if len(v) < minSecret {
				return invalid(c.Op, fmt.Sprintf("a secret of %d bytes: it needs %d to be told from other text", len(v), minSecret), nil)
			}
			c.redact.add(v)
		}
		return nil
	})
}

// WithRedact adds a function that takes what is secret out of a message (JSON,
// one command, reply or event) before the library does the same. It may change
// its argument or return another slice; nil leaves all but the id, method and
// session out. In a replay it is applied to commands only, before they are
// compared. It runs on one goroutine at a time when recording, on any in a
// replay.
func WithRedact(redact func(message []byte) []byte) Option {
	return commonOption(func(c *common) error {
		if redact == nil {
			return invalid(c.Op, "the redacting function is nil", nil)
		}
		c.redact.user = append(c.redact.user, redact)
		return nil
	})
}

// WithLenient takes recorded replies wherever they are in the session, as often
// as they are asked for.
func WithLenient() OpenOption {
	return openOption(func(c *openConfig) error {
		c.lenient = true
		return nil
	})
}

// WithWindow sets how many recorded commands of a session, from the first that
// has not come, a command is looked for in; the default is 64, and 1
// keeps the order exactly. A lenient replay looks there first.
func WithWindow(commands int) OpenOption {
	return openOption(func(c *openConfig) error {
		if commands < 1 {
			return invalid(c.Op, fmt.Sprintf("a window of %d commands", commands), nil)
		}
		c.window = commands
		return c.Take("WithWindow")
	})
}

// WithPatience sets how long a reply may be withheld because a command that was
// recorded before it does not come; the default is 10 s, and 250 ms in a lenient
// replay.
func WithPatience(d time.Duration) OpenOption {
	return openOption(func(c *openConfig) error {
		if d <= 0 {
			return invalid(c.Op, fmt.Sprintf("a patience of %v", d), nil)
		}
		c.patience = d
		return c.Take("WithPatience")
	})
}

// WithTokens adds regular expressions (package regexp) for values that the
// program chooses anew in each run and that keep their identity within it: the
// address of a test server, a temporary folder, a random name. They are matched
// against the JSON text of params. Two runs agree when the same values are equal
// in both.
func WithTokens(patterns ...string) OpenOption {
	return openOption(func(c *openConfig) error {
		for _, p := range patterns {
			re, err := regexp.Compile(p)
			if err != nil {
				return invalid(c.Op, "a token pattern", err)
			}
			if re.MatchString("") {
				return invalid(c.Op, fmt.Sprintf("the token pattern %q matches nothing at all", p), nil)
			}
		}
		c.tokens = append(c.tokens, patterns...)
		return nil
	})
}

// WithNormalise adds a function that takes differences that mean nothing out of
// params, recorded and new ones alike, before they are compared. It gets JSON
// with sorted members ("{}" when there are none) and may change its argument or
// return another slice.
func WithNormalise(normalise func(method string, params []byte) []byte) OpenOption {
	return openOption(func(c *openConfig) error {
		if normalise == nil {
			return invalid(c.Op, "the normalising function is nil", nil)
		}
		c.normalise = append(c.normalise, normalise)
		return nil
	})
}

// ownTokens are the random values of this library: the names of its worlds and
// the nonces of their tables, 16 hexadecimal digits.
const ownTokens = `\bw?[0-9a-f]{16}\b`

func newRecordConfig(opts []RecordOption) (*recordConfig, error) {
	c := &recordConfig{common: common{Once: setting.Once{Op: "record"}, limit: defaultLimit}, messageLimit: defaultMessageLimit}
	for _, o := range opts {
		if o == nil {
			return nil, invalid(c.Op, "a nil option", nil)
		}
		if err := o.record(c); err != nil {
			return nil, err
		}
	}
	c.redact.ready()
	return c, nil
}

func newOpenConfig(opts []OpenOption) (*openConfig, error) {
	c := &openConfig{common: common{Once: setting.Once{Op: "open"}, limit: defaultLimit}, window: defaultWindow, tokens: []string{ownTokens}}
	for _, o := range opts {
		if o == nil {
			return nil, invalid(c.Op, "a nil option", nil)
		}
		if err := o.open(c); err != nil {
			return nil, err
		}
	}
	if c.patience == 0 {
		c.patience = defaultPatience
		if c.lenient {
			c.patience = defaultLenientPatience
		}
	}
	joined := ""
	for i, t := range c.tokens {
		if i > 0 {
			joined += "|"
		}
		joined += "(?:" + t + ")"
	}
	// The parts compile, so the whole does, unless it becomes too large.
	pattern, err := regexp.Compile(joined)
	if err != nil {
		return nil, invalid(c.Op, "the token patterns together", err)
	}
	c.pattern = pattern
	c.redact.ready()
	return c, nil
}
