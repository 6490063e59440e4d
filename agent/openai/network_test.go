package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

func TestAddresses(t *testing.T) {
	for base, want := range map[string][2]string{
		"https://a.test":                             {"https://a.test/v1/chat/completions", "https://a.test/chat/completions"},
		"https://a.test/":                            {"https://a.test/v1/chat/completions", "https://a.test/chat/completions"},
		"https://a.test/v1":                          {"https://a.test/v1/chat/completions", "https://a.test/chat/completions"},
		"https://a.test/v1/":                         {"https://a.test/v1/chat/completions", "https://a.test/chat/completions"},
		"https://a.test/api/v1":                      {"https://a.test/api/v1/chat/completions", "https://a.test/api/chat/completions"},
		"https://a.test/api":                         {"https://a.test/api/chat/completions", "https://a.test/api/v1/chat/completions"},
		"https://a.test/v1beta/openai":               {"https://a.test/v1beta/openai/chat/completions", "https://a.test/v1beta/openai/v1/chat/completions"},
		" https://a.test/v1/chat/completions?v=2#x ": {"https://a.test/v1/chat/completions?v=2", "https://a.test/chat/completions?v=2"},
	} {
		a, _, err := parseBase(base)
		if err != nil {
			t.Fatal(err)
		}
		if a.urls != want {
			t.Errorf("%q: %v, want %v", base, a.urls, want)
		}
	}
}

// paths serves one status for each path and notes which were asked for.
func paths(t *testing.T, statuses map[string]int) (base string, asked func() []string) {
	t.Helper()
	list := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		list <- r.URL.Path
		status := statuses[r.URL.Path]
		if status == 200 {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.Copy(w, body(deltaOf(`{"content":"hi"}`), finished("stop")))
			return
		}
		if status == 201 { // a site that shows its own page for everything
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>")
			return
		}
		w.WriteHeader(cmp.Or(status, 404))
		_, _ = io.WriteString(w, `{"error":{"message":"said by `+r.URL.Path+`"}}`)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []string {
		var all []string
		for len(list) > 0 {
			all = append(all, <-list)
		}
		return all
	}
}

func TestOtherPathOnlyAfter404(t *testing.T) {
	const with, without = "/v1/chat/completions", "/chat/completions"
	for _, c := range []struct {
		name     string
		base     string
		statuses map[string]int
		asked    []string // in two turns
		kind     model.Kind
		says     string
	}{
		{"the first", "", map[string]int{with: 200}, []string{with, with}, "", ""},
		{"the other, remembered", "", map[string]int{without: 200}, []string{with, without, without}, "", ""},
		{"the other of /v1", "/v1", map[string]int{without: 200}, []string{with, without, without}, "", ""},
		{"a key", "", map[string]int{with: 401, without: 200}, []string{with, with}, model.Auth, "said by /v1"},
		{"a bad request", "", map[string]int{with: 400, without: 200}, []string{with, with}, model.BadRequest, "said by /v1"},
		{"a failure", "", map[string]int{with: 500, without: 200}, []string{with, with}, model.Unavailable, "said by /v1"},
		{"neither", "", nil, []string{with, without, with, without}, model.NotFound, "said by /v1"},
		{"a site", "", map[string]int{without: 201}, []string{with, without, with, without}, model.NotFound, "said by /v1"},
		{"the other fails", "", map[string]int{without: 403}, []string{with, without, without}, model.Auth, "said by /chat"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, asked := paths(t, c.statuses)
			client, err := New(base+c.base, "m", WithRetries(0))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			for range 2 {
				got := stream(t.Context(), client, ask())
				if kind(got.err) != c.kind || got.err != nil && !strings.Contains(got.err.Error(), c.says) {
					t.Errorf("got %v, want %s", got.err, c.kind)
				}
			}
			if diff := gocmp.Diff(c.asked, asked()); diff != "" {
				t.Errorf("the paths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBackoff(t *testing.T) {
	for n, want := range []time.Duration{1500, 2500, 4500, 8000, 8000, 8000} {
		if got := backoff(n, 500*time.Millisecond); got != want*time.Millisecond {
			t.Errorf("after %d: %v", n, got)
		}
	}
	for range 100 {
		if j := jitter(); j < 0 || j >= mostJitter {
			t.Fatalf("a jitter of %v", j)
		}
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"2": 2 * time.Second, "0.5": 500 * time.Millisecond, "Fri, 02 Jan 2026 03:04:15 GMT": 10 * time.Second,
		"Fri, 02 Jan 2026 03:04:00 GMT": 0, "-1": 0, "soon": 0, "": 0, "NaN": 0, "1e30": 365 * 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("Retry-After %q: %v, want %v", value, got, want)
		}
	}
	if got := retryAfter(http.Header{"Retry-After": {"9"}, "Retry-After-Ms": {"250"}}, now); got != 250*time.Millisecond {
		t.Errorf("milliseconds: %v", got)
	}
}

// attempts is a transport that takes an answer of the list for each request.
func attempts(count *atomic.Int32, list ...func() (*http.Response, error)) trip {
	return func(r *http.Request) (*http.Response, error) {
		n := int(count.Add(1)) - 1
		return list[min(n, len(list)-1)]()
	}
}

func respond(status int, header http.Header, text string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(text))}, nil
	}
}

func good() func() (*http.Response, error) {
	return respond(200, http.Header{"Content-Type": {"text/event-stream"}}, "data: "+deltaOf(`{"content":"hi"}`)+"\n\ndata: [DONE]\n\n")
}

func fails(err error) func() (*http.Response, error) {
	return func() (*http.Response, error) { return nil, err }
}

func TestRetries(t *testing.T) {
	refused := fails(&net.OpError{Op: "dial", Err: errors.New("connection refused")})
	status := func(n int) func() (*http.Response, error) { return respond(n, nil, "") }
	for _, c := range []struct {
		name    string
		answers []func() (*http.Response, error)
		tries   int32
		took    time.Duration // with a jitter of 0
		kind    model.Kind
	}{
		{"at once", []func() (*http.Response, error){good()}, 1, 0, ""},
		{"500, 408, 503", []func() (*http.Response, error){status(500), status(408), status(503), good()}, 4, 7 * time.Second, ""},
		{"the network", []func() (*http.Response, error){refused, good()}, 2, time.Second, ""},
		{"never", []func() (*http.Response, error){refused}, 4, 7 * time.Second, model.Network},
		{"529", []func() (*http.Response, error){status(529)}, 4, 7 * time.Second, model.Unavailable},
		{"Retry-After", []func() (*http.Response, error){respond(429, http.Header{"Retry-After": {"5"}}, ""), good()}, 2, 5 * time.Second, ""},
		{"too long", []func() (*http.Response, error){respond(429, http.Header{"Retry-After": {"3600"}}, "")}, 1, 0, model.RateLimited},
		{"no money", []func() (*http.Response, error){respond(429, nil, `{"error":{"code":"insufficient_quota"}}`)}, 1, 0, model.Quota},
		{"401", []func() (*http.Response, error){status(401)}, 1, 0, model.Auth},
		{"402", []func() (*http.Response, error){status(402)}, 1, 0, model.Quota},
		{"403", []func() (*http.Response, error){status(403)}, 1, 0, model.Auth},
		{"404", []func() (*http.Response, error){status(404)}, 2, 0, model.NotFound},
		{"413", []func() (*http.Response, error){status(413)}, 1, 0, model.ContextOverflow},
		{"422", []func() (*http.Response, error){status(422)}, 1, 0, model.BadRequest},
		{"302", []func() (*http.Response, error){respond(302, http.Header{"Location": {"https://x.test/?key=v"}}, "")}, 1, 0, model.NotAPI},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var tries atomic.Int32
				client := over(t, attempts(&tries, c.answers...), WithRetries(3))
				client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
				client.jitter = func() time.Duration { return 0 }
				began := time.Now()
				got := stream(t.Context(), client, ask())
				if kind(got.err) != c.kind || tries.Load() != c.tries || time.Since(began) != c.took {
					t.Errorf("%d tries in %v: %v", tries.Load(), time.Since(began), got.err)
				}
				if want := int(c.tries) - 1; c.name != "404" && len(got.waits) != want {
					t.Errorf("%d waits were told, want %d", len(got.waits), want)
				}
			})
		})
	}
}

// Nothing is tried again once the stream began.
func TestNoRetryWithinAStream(t *testing.T) {
	var tries atomic.Int32
	cut := respond(200, http.Header{"Content-Type": {"text/event-stream"}}, ": hello\n\n")
	got := stream(t.Context(), over(t, attempts(&tries, cut), WithRetries(3)), ask())
	if kind(got.err) != model.Empty || tries.Load() != 1 {
		t.Errorf("%d tries: %v", tries.Load(), got.err)
	}
}

// A wait that would outlast the caller's deadline is not begun.
func TestDeadlineBeforeRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		var tries atomic.Int32
		began := time.Now()
		got := stream(ctx, over(t, attempts(&tries, respond(429, http.Header{"Retry-After": {"4"}}, "")), WithRetries(3)), ask())
		if e, ok := errors.AsType[*model.Error](got.err); !ok || e.Kind != model.RateLimited || e.RetryAfter != 4*time.Second || time.Since(began) != 0 {
			t.Errorf("after %v: %v", time.Since(began), got.err)
		}
	})
}

func TestIdleLimit(t *testing.T) {
	// A body that says each text a minute after the one before, and then nothing.
	slow := func(texts ...string) trip {
		return func(r *http.Request) (*http.Response, error) {
			reader, writer := io.Pipe()
			go func() {
				for _, s := range texts {
					time.Sleep(time.Minute) // of the bubble's clock
					_, _ = io.WriteString(writer, s)
				}
				<-r.Context().Done()
				writer.CloseWithError(r.Context().Err())
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: reader}, nil
		}
	}
	part := "data: " + deltaOf(`{"content":"hi"}`) + "\n\n"
	for _, c := range []struct {
		name  string
		trip  trip
		kind  model.Kind
		after time.Duration
	}{
		{"silence before the answer", func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}, model.Timeout, 90 * time.Second},
		{"silence in the midst", slow(part, part), model.Timeout, 2*time.Minute + 90*time.Second},
		{"a sign of life", slow(part, ": ping\n", ": ping\n", "data: [DONE]\n\n"), "", 4 * time.Minute},
		{"silence after the finish", slow(part, "data: "+finished("stop")+"\n\n"), "", 2*time.Minute + afterFinish},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				got := stream(t.Context(), over(t, c.trip, WithIdleTimeout(90*time.Second)), ask())
				took := time.Since(began).Truncate(time.Second)
				if kind(got.err) != c.kind || took != c.after || c.kind == "" && got.finish == nil {
					t.Errorf("after %v: %+v", took, got)
				}
			})
		})
	}
}

// A silent first attempt is followed by another one.
func TestIdleIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int32
		c := over(t, trip(func(r *http.Request) (*http.Response, error) {
			if tries.Add(1) == 1 {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
			return good()()
		}), WithRetries(1))
		if got := stream(t.Context(), c, ask()); got.text != "hi" || got.err != nil || tries.Load() != 2 {
			t.Errorf("%d tries: %+v", tries.Load(), got)
		}
	})
}

func TestAbort(t *testing.T) {
	for _, where := range []string{"before", "within", "wait"} {
		t.Run(where, func(t *testing.T) {
			entered := make(chan struct{}, 10)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				switch where {
				case "within":
					w.Header().Set("Content-Type", "text/event-stream")
					fmt.Fprintf(w, "data: %s\n\n", deltaOf(`{"content":"hi"}`))
					w.(http.Flusher).Flush()
				case "wait":
					w.WriteHeader(500)
					entered <- struct{}{}
					return
				}
				entered <- struct{}{}
				<-r.Context().Done()
			}))
			defer server.Close()
			c, err := New(server.URL, "m")
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-entered; cancel() }()
			began := time.Now()
			got := stream(ctx, c, ask())
			if !errors.Is(got.err, context.Canceled) || got.finish != nil || time.Since(began) > 900*time.Millisecond {
				t.Errorf("after %v: %v", time.Since(began), got.err)
			}
		})
	}
}

// Leaving the loop ends the request.
func TestLeavingTheLoop(t *testing.T) {
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", deltaOf(`{"content":"hi"}`))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	}))
	defer server.Close()
	c, err := New(server.URL, "m")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range c.Stream(t.Context(), ask()) {
		break
	}
	select {
	case <-gone:
	case <-time.After(5 * time.Second):
		t.Fatal("the endpoint is still connected")
	}
}

func TestProxyAndHeaders(t *testing.T) {
	var host, agent, auth string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, agent, auth = r.URL.Host, r.Header.Get("X-Title"), r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.Copy(w, body(deltaOf(`{"content":"hi"}`), finished("stop")))
	}))
	defer proxy.Close()
	c, err := New("http://endpoint.test", "m", WithProxy(proxy.URL), WithHeader("X-Title", "holdfast"), WithKey("sk-12345"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := stream(t.Context(), c, ask()); got.text != "hi" || host != "endpoint.test" || agent != "holdfast" || auth != "Bearer sk-12345" {
		t.Errorf("got %+v over %q with %q and %q", got, host, agent, auth)
	}
}

func TestSecretsStayInside(t *testing.T) {
	const key, header, query, password = "sk-verysecret1", "header-secret2", "query secret3", "pass-secret4"
	all := []string{key, header, query, url.QueryEscape(query), password}
	echo := trip(func(r *http.Request) (*http.Response, error) {
		return respond(401, nil, `{"error":{"message":"wrong: `+strings.Join(all, " ")+`","code":"`+key+`"}}`)()
	})
	dial := trip(func(r *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("cannot reach %s with %s", r.URL, r.Header.Get("Authorization"))
	})
	streamed := answering(200, "text/event-stream", strings.NewReader(`data: {"error":"your key `+key+` is wrong"}`+"\n\n"))
	html := answering(200, "text/html", strings.NewReader(strings.Join(all, " ")))
	for name, transport := range map[string]trip{"status": echo, "network": dial, "stream": streamed, "page": html} {
		c, err := New("http://user:"+password+"@endpoint.test/v1?api-key="+url.QueryEscape(query), "m",
			WithKey(key), WithHeader("Api-Key", header), WithHTTPClient(&http.Client{Transport: transport}), WithRetries(1))
		if err != nil {
			t.Fatal(err)
		}
		c.jitter = func() time.Duration { return -firstWait }
		got := stream(t.Context(), c, ask())
		if kind(got.err) == "" {
			t.Fatalf("%s: %v", name, got.err)
		}
		texts := []string{fmt.Sprintf("%v %+v", c, c)}
		for _, w := range got.waits {
			texts = append(texts, w.Err.Error())
		}
		for err := got.err; err != nil; err = errors.Unwrap(err) {
			texts = append(texts, fmt.Sprintf("%v %+v %#v", err, err, err))
		}
		for _, text := range texts {
			for _, secret := range all {
				if strings.Contains(text, secret) {
					t.Errorf("%s: %q stands in %s", name, secret, text)
				}
			}
		}
	}
}

// The scripted server, whose connection breaks in the midst of an answer.
func TestBrokenConnection(t *testing.T) {
	c := serve(t, fakemodel.New(fakemodel.With(fakemodel.Reply{Text: "a longer answer", Cut: 300})))
	if got := stream(t.Context(), c, ask()); kind(got.err) != model.StreamCut || got.text == "" {
		t.Errorf("got %+v", got)
	}
}

// The idle limit is the endpoint's: a slow reader of events loses nothing.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chunks := body(deltaOf(`{"content":"a"}`), deltaOf(`{"content":"b"}`), finished("stop"))
		c := over(t, answering(200, "text/event-stream", iotest.OneByteReader(chunks)), WithIdleTimeout(time.Second))
		text := ""
		for e, err := range c.Stream(t.Context(), ask()) {
			if err != nil {
				t.Fatal(err)
			}
			if d, ok := e.(model.TextDelta); ok {
				text += d.Text
				time.Sleep(time.Minute) // of the bubble's clock
			}
		}
		if text != "ab" {
			t.Errorf("got %q", text)
		}
	})
}
