package system1

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent/keys"
)

// Config is what a [Client] needs.
type Config struct {
	// Base is the address of the API, https://api.example.com/v1 for example; of a
	// flat endpoint the whole address. It is https, or http on this machine,
	// because the key and the page's text go there. It has no user name, password
	// or query.
	Base string
	// Model is the model's name there.
	Model string
	// Flat: the endpoint answers action, ref, text and confidence.
	Flat bool
	// Keys and KeyName are where the key is; without Keys none is sent.
	Keys    keys.Store
	KeyName string
	// HTTP does the requests, through whatever proxy it has; nil is a client of
	// the default transport. Redirects are never followed: they would take the
	// key along.
	HTTP *http.Client
	// Now is the clock, for Retry-After dates; nil is [time.Now].
	Now func() time.Time
}

// Client asks a decision endpoint. It is safe for concurrent use.
type Client struct {
	config Config
	url    string
	http   http.Client
}

var _ Decider = (*Client)(nil)

// NewClient checks a configuration. It asks nothing.
func NewClient(c Config) (*Client, error) {
	u, err := url.Parse(strings.TrimSpace(c.Base))
	switch {
	case err != nil:
		return nil, errors.New("system1: NewClient: the base address cannot be read")
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("system1: NewClient: the base address must begin with https:// or http://")
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return nil, errors.New("system1: NewClient: the base address must be https unless it is on this machine")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("system1: NewClient: the base address must have no user name, query or fragment; a key belongs into Keys")
	case c.Model == "" && !c.Flat:
		return nil, errors.New("system1: NewClient: no model")
	}
	if !c.Flat {
		u = u.JoinPath("systemone")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	client := &Client{config: c, url: u.String()}
	if c.HTTP != nil {
		client.http = *c.HTTP
	}
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client, nil
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Decide asks the endpoint once. It does not try again: the slow path is there.
func (c *Client) Decide(ctx context.Context, s Scene) (Decision, error) {
	if c.config.Flat {
		body, err := c.post(ctx, flatRequest(c.config.Model, s))
		if err != nil {
			return Decision{}, err
		}
		return readFlat(body, s)
	}
	q := ask(s)
	body, err := c.post(ctx, systemOne{State: stateOf(s), Model: c.config.Model, Questions: q})
	if err != nil {
		return Decision{}, err
	}
	return readSystemOne(body, q)
}

// Most bytes of an answer that are read, and of an error that is repeated.
const (
	replyLimit   = 1 << 20
	messageLimit = 200
)

func (c *Client) post(ctx context.Context, request any) ([]byte, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, &Error{Kind: Unacceptable, Message: "the question cannot be encoded", Err: err}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(text))
	if err != nil {
		return nil, &Error{Kind: Unreachable, Message: "the address cannot be used", Err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	var key keys.Key
	if c.config.Keys != nil {
		if key, err = c.config.Keys.Key(ctx, c.config.KeyName); err != nil {
			return nil, &Error{Kind: Unauthorized, Message: "the key cannot be read", Err: err}
		}
		if !key.Empty() {
			r.Header.Set("Authorization", "Bearer "+key.Reveal())
		}
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, unreachable(err, key)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, replyLimit+1))
	switch {
	case answer.StatusCode != http.StatusOK:
		return nil, &Error{
			Kind: kindOf(answer.StatusCode), Status: answer.StatusCode,
			RetryAfter: retryAfter(answer.Header.Get("Retry-After"), c.config.Now()), Message: complaint(body, key),
		}
	case err != nil:
		return nil, unreachable(err, key)
	case len(body) > replyLimit:
		return nil, malformed("the answer is longer than %d bytes", replyLimit)
	}
	return body, nil
}

// unreachable keeps the cause only where it cannot hold the key, as the text of
// a strange proxy's or transport's error might.
func unreachable(err error, key keys.Key) *Error {
	e := &Error{Kind: Unreachable, Message: line(key.Scrub(err.Error()), messageLimit)}
	if key.Empty() || !strings.Contains(err.Error(), key.Reveal()) {
		e.Err = err
	}
	return e
}

// complaint is what an error says of itself.
func complaint(body []byte, key keys.Key) string {
	var e struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	said := string(body)
	if json.Unmarshal(body, &e) == nil {
		var inner struct {
			Message string `json:"message"`
		}
		var plain string
		switch {
		case json.Unmarshal(e.Error, &inner) == nil && inner.Message != "":
			said = inner.Message
		case json.Unmarshal(e.Error, &plain) == nil && plain != "":
			said = plain
		case e.Message != "":
			said = e.Message
		case json.Unmarshal(e.Detail, &plain) == nil && plain != "":
			said = plain
		}
	}
	return line(key.Scrub(said), messageLimit)
}
