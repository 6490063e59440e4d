package endpoint

import (
	"fmt"
	"net/http"
	"time"

	"github.com/holdfast-go/holdfast/internal/setting"
)

// Chrome answers in milliseconds, unless its main thread is blocked.
const defaultTimeout = 10 * time.Second

// Option is an option of [Dial]. The order does not matter; an option given
// twice is an error of kind transport.KindInvalid.
type Option interface{ apply(*config) error }

type config struct {
	setting.Once
	remote  bool
	header  http.Header
	timeout time.Duration
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

// WithRemote allows addresses that are not loopback. The protocol is neither
// encrypted nor guarded by a password, unless a proxy adds that: use it inside
// a network that is trusted, or with https and wss addresses.
func WithRemote() Option {
	return option{"WithRemote", func(c *config) error {
		c.remote = true
		return nil
	}}
}

// WithHeader sends these headers with every request and handshake, such as the
// Authorization that a proxy wants. Host and Origin are refused: Chrome's
// defence against web pages rests on them.
func WithHeader(header http.Header) Option {
	return option{"WithHeader", func(c *config) error {
		for name := range header {
			switch canonical := http.CanonicalHeaderKey(name); canonical {
			case "Host", "Origin":
				return c.Invalid(fmt.Sprintf("the header %s cannot be set", canonical))
			}
		}
		c.header = header.Clone()
		return nil
	}}
}

// WithTimeout limits each HTTP request and each WebSocket handshake; the
// default is 10 s. Contexts may end them earlier.
func WithTimeout(d time.Duration) Option {
	return option{"WithTimeout", func(c *config) error {
		if d <= 0 {
			return c.Invalid(fmt.Sprintf("a timeout of %v", d))
		}
		c.timeout = d
		return nil
	}}
}

func newConfig(opts []Option) (*config, error) {
	c := &config{Once: setting.Once{Op: "dial"}, timeout: defaultTimeout}
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
