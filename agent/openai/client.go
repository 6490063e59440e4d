package openai

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
)

// Client is a model behind an OpenAI-compatible endpoint. It is safe for
// concurrent use.
type Client struct {
	address    *address
	model      string
	info       model.Info
	known      bool // info says what the model is like
	header     *http.Header
	secrets    *secrets
	http       *http.Client
	own        *http.Transport // to be closed; nil when the program brought a client
	retries    int
	idle       time.Duration
	textCalls  bool
	parameters map[string]json.RawMessage
	jitter     func() time.Duration

	mu sync.Mutex
	// dropped are the parameters that the endpoint does not take.
	dropped []string
}

// What holds where no option says otherwise.
const (
	defaultRetries = 3
	defaultIdle    = 3 * time.Minute
)

// New makes a client for one model of an endpoint. The base URL may end with
// /v1, or without it, or with the whole path of chat completions.
func New(baseURL, modelName string, options ...Option) (*Client, error) {
	c := config{header: http.Header{}, retries: defaultRetries, idle: defaultIdle}
	for _, o := range options {
		if err := o.apply(&c); err != nil {
			return nil, err
		}
	}
	where, base, err := parseBase(baseURL)
	switch {
	case err != nil:
		return nil, err
	case modelName == "":
		return nil, errors.New("openai: no model is named")
	case c.client != nil && c.proxy != nil:
		return nil, errors.New("openai: a client of the program's own brings its own proxy")
	}
	client := &Client{
		address: where, model: modelName, http: c.client,
		secrets: newSecrets(c.key, c.header, base, c.proxy),
		retries: c.retries, idle: c.idle, textCalls: c.textCalls, parameters: c.parameters, jitter: jitter,
	}
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
	if c.key != "" {
		header.Set("Authorization", "Bearer "+c.key)
	}
	for name, values := range c.header {
		header[name] = values
	}
	client.header = &header
	if c.info != nil {
		client.info, client.known = *c.info, true
	} else if client.info, client.known = model.Known().Lookup(modelName); !client.known && reasons(modelName) {
		client.info.Reasoning = model.ReasoningHidden
	}
	if client.http == nil {
		client.own = newTransport()
		if c.proxy != nil {
			client.own.Proxy = http.ProxyURL(c.proxy)
		}
		client.http = &http.Client{
			Transport:     client.own,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return client, nil
}

func newTransport() *http.Transport {
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		return t.Clone()
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
}

// family matches reasoning models that are newer than the registry.
var family = regexp.MustCompile(`^(o[1-9]|gpt-[5-9])([-.]|$)`)

// reasons reports whether a model that is not known takes the parameters of
// OpenAI's reasoning models, by its name.
func reasons(name string) bool {
	name = strings.ToLower(name[strings.LastIndex(name, "/")+1:])
	return family.MatchString(name) && !strings.Contains(name, "-chat")
}

// Close lets go of idle connections. It does not end streams; their contexts do.
func (c *Client) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// String names the model and nothing secret.
func (c *Client) String() string { return "openai: " + c.model }

// Info returns what the client takes the model to be like.
func (c *Client) Info() model.Info { return c.info }

// leftOut returns the parameters that the endpoint is known not to take.
func (c *Client) leftOut() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.dropped)
}

// leaveOut remembers parameters that the endpoint does not take.
func (c *Client) leaveOut(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range names {
		if !slices.Contains(c.dropped, name) {
			c.dropped = append(c.dropped, name)
		}
	}
}
