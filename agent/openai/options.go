package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
)

// Option changes what [New] makes.
type Option interface{ apply(*config) error }

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

// config is what the options set.
type config struct {
	key        string
	header     http.Header
	client     *http.Client
	proxy      *url.URL
	retries    int
	idle       time.Duration
	info       *model.Info
	textCalls  bool
	parameters map[string]json.RawMessage
}

// WithKey sends a key as bearer token. Without it none is sent, which local
// servers accept.
func WithKey(key string) Option {
	return option(func(c *config) error {
		if !sendable(key) {
			return errors.New("openai: the key has characters that no header may hold")
		}
		c.key = key
		return nil
	})
}

// WithHeader sends a header with every request; one of the same name replaces
// what the client would send. Its value is treated as a secret.
func WithHeader(name, value string) Option {
	return option(func(c *config) error {
		if name == "" || !sendable(name) || !sendable(value) {
			return fmt.Errorf("openai: the header %q or its value has characters that no header may hold", name)
		}
		c.header.Set(name, value)
		return nil
	})
}

func sendable(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return true
}

// WithHTTPClient sends requests through a client of the program's own, which
// keeps it. Its Timeout would also end long answers; leave it zero. The default
// client takes its proxy from the environment and follows no redirects, since
// they would carry the conversation elsewhere.
func WithHTTPClient(client *http.Client) Option {
	return option(func(c *config) error {
		if client == nil {
			return errors.New("openai: the HTTP client is nil")
		}
		c.client = client
		return nil
	})
}

// WithProxy sends requests through a proxy (http, https or socks5) instead of
// the one that the environment names.
func WithProxy(address string) Option {
	return option(func(c *config) error {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			return errors.New("openai: the address of the proxy is no URL") // it may hold a password
		}
		c.proxy = u
		return nil
	})
}

// WithRetries sets how often a request is sent again, 0 for never. The default
// is 3.
func WithRetries(n int) Option {
	return option(func(c *config) error {
		if n < 0 {
			return fmt.Errorf("openai: %d retries", n)
		}
		c.retries = n
		return nil
	})
}

// WithIdleTimeout sets how long an endpoint may send nothing, before the answer
// and in the midst of it. The default is three minutes: models that hide their
// reasoning are silent while they think.
func WithIdleTimeout(d time.Duration) Option {
	return option(func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("openai: an idle limit of %v", d)
		}
		c.idle = d
		return nil
	})
}

// WithInfo says what the model is like, instead of what [model.Known] knows.
func WithInfo(info model.Info) Option {
	return option(func(c *config) error {
		c.info = &info
		return nil
	})
}

// WithTextToolCalls makes tool calls of what models without native ones write
// into their text: <tool_call>{"name": …, "arguments": {…}}</tool_call>. It is
// off by default, because an answer may quote a page that says so.
func WithTextToolCalls() Option {
	return option(func(c *config) error {
		c.textCalls = true
		return nil
	})
}

// WithParameter sends a parameter of the endpoint's own with every request. It
// replaces one of the same name.
func WithParameter(name string, value json.RawMessage) Option {
	return option(func(c *config) error {
		if name == "" || !json.Valid(value) {
			return fmt.Errorf("openai: the parameter %q is no JSON", name)
		}
		if c.parameters == nil {
			c.parameters = map[string]json.RawMessage{}
		}
		c.parameters[name] = value
		return nil
	})
}
