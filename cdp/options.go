package cdp

import (
	"log/slog"
	"time"
)

// Defaults of the options.
const (
	// Navigation to a slow server is the slowest thing that commonly succeeds;
	// the seeds use the same 30 s.
	defaultCallTimeout = 30 * time.Second
	// A listener that is read all the time needs a few dozen; this lets its
	// reader be busy for the time in which a page begins some 250 requests (four
	// events each). The queue takes 64 KB.
	defaultEventBuffer = 1024
)

// Option is an option of [NewConn].
type Option interface{ apply(*connConfig) }

type connConfig struct {
	limit  time.Duration
	buffer int
	log    *slog.Logger
}

type option func(*connConfig)

func (o option) apply(c *connConfig) { o(c) }

// WithCallTimeout limits every command, counted from the call; a context may
// end it earlier. Zero or less means the default, 30 s: there is no command
// without a limit.
func WithCallTimeout(d time.Duration) Option {
	return option(func(c *connConfig) {
		if d > 0 {
			c.limit = d
		}
	})
}

// WithEventBuffer sets how many events a listener queues before it drops new
// ones. Zero or less means the default, 1024.
func WithEventBuffer(n int) Option {
	return option(func(c *connConfig) {
		if n > 0 {
			c.buffer = n
		}
	})
}

// WithLogger sets where the connection logs what it has no one to tell: dropped
// events of a subscription, messages that make no sense. The default discards.
func WithLogger(log *slog.Logger) Option {
	return option(func(c *connConfig) {
		if log != nil {
			c.log = log
		}
	})
}

func newConnConfig(opts []Option) connConfig {
	c := connConfig{
		limit:  defaultCallTimeout,
		buffer: defaultEventBuffer,
		log:    slog.New(slog.DiscardHandler),
	}
	for _, o := range opts {
		if o != nil {
			o.apply(&c)
		}
	}
	return c
}
