package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/iotest"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
	"github.com/holdfast-go/holdfast/internal/leakcheck"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		if err := leakcheck.Goroutines(); err != nil {
			_, _ = os.Stderr.WriteString(err.Error() + "\n")
			code = 1
		}
	}
	os.Exit(code)
}

// trip is a transport that answers without a network.
type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	return f(r)
}

// answering is a transport that gives one answer to everything.
func answering(status int, contentType string, body io.Reader) trip {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: status, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(body), Request: r,
		}, nil
	}
}

// over makes a client on a transport.
func over(t testing.TB, transport http.RoundTripper, options ...Option) *Client {
	t.Helper()
	options = append([]Option{WithRetries(0), WithHTTPClient(&http.Client{Transport: transport})}, options...)
	c, err := New("http://endpoint.test/v1", "some-model", options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// serve starts a scripted server and a client of it.
func serve(t testing.TB, script *fakemodel.Server, options ...Option) *Client {
	t.Helper()
	server := httptest.NewServer(script)
	t.Cleanup(server.Close)
	c, err := New(server.URL, "some-model", options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	c.jitter = func() time.Duration { return 0 }
	return c
}

// streamed is all that a stream told.
type streamed struct {
	text, thought string
	started       []string
	waits         []model.Waiting
	usage         model.Usage
	finish        *model.Finish
	err           error
}

func stream(ctx context.Context, c *Client, r model.Request) streamed {
	var s streamed
	for e, err := range c.Stream(ctx, r) {
		if err != nil {
			s.err = err
			break
		}
		switch e := e.(type) {
		case model.TextDelta:
			s.text += e.Text
		case model.ReasoningDelta:
			s.thought += e.Text
		case model.CallStarted:
			s.started = append(s.started, e.Name)
		case model.Waiting:
			s.waits = append(s.waits, e)
		case model.UsageUpdate:
			s.usage = e.Usage
		case model.Finish:
			s.finish = &e
			s.usage = e.Usage
		}
	}
	return s
}

// ask is a request that offers one tool.
func ask() model.Request {
	return model.Request{
		System:   "You click.",
		Messages: []model.Message{model.Say(model.User, "click it")},
		Tools:    []model.ToolSpec{{Name: "click"}},
	}
}

// kind returns the kind of an error of the package, or "".
func kind(err error) model.Kind {
	if e, ok := errors.AsType[*model.Error](err); ok {
		return e.Kind
	}
	return ""
}

// body makes a stream of data lines, ended as it should be.
func body(chunks ...string) io.Reader {
	var b bytes.Buffer
	for _, c := range chunks {
		b.WriteString("data: " + c + "\n\n")
	}
	b.WriteString("data: [DONE]\n\n")
	return &b
}

// deltaOf is a chunk with one delta.
func deltaOf(delta string) string { return `{"choices":[{"index":0,"delta":` + delta + `}]}` }

// finished is a chunk with a finish reason.
func finished(reason string) string {
	return `{"choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
}

var errBroken = errors.New("connection reset by a test")

// broken gives the text and then an error.
func broken(text string) io.Reader {
	return io.MultiReader(bytes.NewReader([]byte(text)), iotest.ErrReader(errBroken))
}
