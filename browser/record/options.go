package record

import (
	"errors"
	"fmt"
	"time"
)

// Option changes what [New] makes.
type Option interface{ apply(*config) error }

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

type config struct {
	frames, bytes, edge int
	limit               time.Duration
	typed               bool
	now                 func() time.Time
	slots               slots
}

func defaults() config {
	return config{frames: 300, bytes: 64 << 20, edge: 960, limit: time.Second, now: time.Now, slots: make(slots, pending)}
}

// WithMaxFrames sets how many pictures are kept; the default is 300.
func WithMaxFrames(n int) Option {
	return bounded("WithMaxFrames", n, 1, 100_000, func(c *config) { c.frames = n })
}

// WithMaxBytes sets how many bytes of compressed pictures are kept; the default
// is 64 MiB.
func WithMaxBytes(n int) Option {
	return bounded("WithMaxBytes", n, 1, 1<<40, func(c *config) { c.bytes = n })
}

// WithMaxEdge sets the longest edge of a picture in pixels; the default is 960.
func WithMaxEdge(pixels int) Option {
	return bounded("WithMaxEdge", pixels, 64, 8192, func(c *config) { c.edge = pixels })
}

// WithPictureTimeout sets how long a picture may take before it is given up; the default
// is 1 s.
func WithPictureTimeout(d time.Duration) Option {
	return option(func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("record: WithPictureTimeout: %v is no time", d)
		}
		c.limit = d
		return nil
	})
}

// WithTypedText shows in captions what was typed. Values of protected fields
// and named secrets are not shown all the same.
func WithTypedText() Option {
	return option(func(c *config) error { c.typed = true; return nil })
}

// WithClock sets the clock that frames get their times of; the default is
// time.Now.
func WithClock(now func() time.Time) Option {
	return option(func(c *config) error {
		if now == nil {
			return errors.New("record: WithClock: no clock")
		}
		c.now = now
		return nil
	})
}

func bounded(name string, n, least, most int, set func(*config)) Option {
	return option(func(c *config) error {
		if n < least || n > most {
			return fmt.Errorf("record: %s takes %d to %d, not %d", name, least, most, n)
		}
		set(c)
		return nil
	})
}
