package system1

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/keys"
)

const testKey = "tsk_do_not_show_0123456789"

func shop() Scene {
	return Scene{
		Task: `Search for "red shoes" on https://shop.test/`, Title: "Shop", URL: "https://shop.test/",
		Candidates: []Candidate{
			{Ref: "e1", Role: "textbox", Name: "Search", InView: true}, {Ref: "e2", Role: "button", Name: "Go", InView: true},
			{Ref: "e3", Role: "textbox", Name: "Password", Value: "hunter22", InView: true, Sensitive: true},
		},
		Values: []string{"red shoes", "42"}, Addresses: []string{"https://shop.test/"},
	}
}

// serve runs an endpoint and makes a client of it.
func serve(t *testing.T, flat bool, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	c, err := NewClient(Config{Base: server.URL + "/v1/", Model: "jev-latest", Flat: flat, Keys: keys.Fixed(testKey), HTTP: server.Client()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// reply writes an answer of the System One API in which the questions are
// answered with these options, each with this confidence.
func reply(confidence float64, choices map[string]string) string {
	var answers []string
	for name, choice := range choices {
		answers = append(answers, fmt.Sprintf(`%q:{"type":"choice","choice":%q,"confidence":%g,"probabilities":{%q:1}}`, name, choice, confidence, choice))
	}
	return `{"model":"jev-1.13.0","answers":{` + strings.Join(answers, ",") + `},"usage":{"input_tokens":612}}`
}

func all(action, target, text, address string) map[string]string {
	return map[string]string{"action": action, "target": target, "text": text, "address": address}
}

func TestRequestOfSystemOne(t *testing.T) {
	var got struct {
		State     json.RawMessage
		Model     string
		Questions map[string]struct {
			Type, Instructions string
			Criteria           map[string]string
		}
	}
	var path, key string
	var raw []byte
	c := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		path, key = r.Method+" "+r.URL.Path, r.Header.Get("Authorization")
		raw, _ = io.ReadAll(r.Body)
		_, _ = io.WriteString(w, reply(0.9, all("type", "e1", "v1", "none")))
	})
	d, err := c.Decide(t.Context(), shop())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Decision{Action: Type, Ref: "e1", Text: "red shoes", Confidence: 0.9, Model: "jev-1.13.0"}, d); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if path != "POST /v1/systemone" || key != "Bearer "+testKey {
		t.Errorf("asked %s with %q", path, key)
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.Model != "jev-latest" || !strings.Contains(string(got.State), `"task":"Search for`) {
		t.Errorf("the request is %s", raw)
	}
	if strings.Contains(string(raw), "hunter22") {
		t.Error("the value of a sensitive element was sent")
	}
	want := map[string][]string{
		"action": {"click", "leave", "navigate", "scroll", "type"}, "target": {"e1", "e2", "e3", "none"},
		"text": {"none", "v1", "v2"}, "address": {"none", "v1"},
	}
	for name, options := range want {
		q := got.Questions[name]
		if q.Type != "choice" || q.Instructions == "" || len(q.Criteria) != len(options) {
			t.Errorf("question %s is %+v", name, q)
		}
		for _, o := range options {
			if q.Criteria[o] == "" {
				t.Errorf("question %s does not offer %s", name, o)
			}
		}
	}
	if len(got.Questions) != len(want) {
		t.Errorf("%d questions were asked", len(got.Questions))
	}
}

func TestQuestionsFitWhatThereIs(t *testing.T) {
	q := ask(Scene{Task: "go on"})
	if len(q) != 1 || len(q["action"].Criteria) != 2 {
		t.Errorf("with nothing on the page these are asked: %+v", q)
	}
	q = ask(Scene{Candidates: []Candidate{{Ref: "e1"}}})
	if _, ok := q["action"].Criteria["type"]; ok || q["text"].Type != "" {
		t.Error("typing is offered where the task names nothing to type")
	}
	for name, question := range q {
		if n := len(question.Criteria); n < 2 || n > 255 {
			t.Errorf("question %s has %d options, the API takes 2 to 255", name, n)
		}
	}
}

func TestAnswersOfSystemOne(t *testing.T) {
	tests := []struct {
		name, body string
		want       Decision
		kind       Kind
	}{
		{name: "click", body: reply(0.8, all("click", "e2", "none", "none")), want: Decision{Action: Click, Ref: "e2", Confidence: 0.8}},
		{name: "scroll", body: reply(0.8, all("scroll", "none", "none", "none")), want: Decision{Action: Scroll, Confidence: 0.8}},
		{name: "navigate", body: reply(0.8, all("navigate", "none", "none", "v1")), want: Decision{Action: Navigate, Text: "https://shop.test/", Confidence: 0.8}},
		{name: "leave", body: reply(0.8, all("leave", "e2", "v1", "v1")), want: Decision{Action: Leave, Confidence: 0.8}},
		{name: "an action without its element", body: reply(0.8, all("click", "none", "none", "none")), want: Decision{Action: Leave, Confidence: 0.8}},
		{name: "typing nothing", body: reply(0.8, all("type", "e1", "none", "none")), want: Decision{Action: Leave, Confidence: 0.8}},
		{name: "an action that was not offered", body: reply(0.8, all("explode", "e2", "none", "none")), kind: Undecided},
		{name: "an element that was not offered", body: reply(0.8, all("click", "e99", "none", "none")), kind: Undecided},
		{name: "a question is not answered", body: reply(0.8, map[string]string{"action": "click", "target": "e2", "text": "none"}), kind: Malformed},
		{name: "confidence above 1", body: reply(1.01, all("click", "e2", "none", "none")), kind: Malformed},
		{name: "confidence below 0", body: reply(-0.1, all("click", "e2", "none", "none")), kind: Malformed},
		{name: "empty", body: ``, kind: Malformed},
		{name: "a page", body: `<html>gateway</html>`, kind: Malformed},
		{name: "a list", body: `[]`, kind: Malformed},
		{name: "null", body: `null`, kind: Malformed},
		{name: "null answers", body: `{"answers":{"action":null}}`, kind: Malformed},
		{name: "cut", body: reply(0.8, all("click", "e2", "none", "none"))[:60], kind: Malformed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, err := serve(t, false, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, test.body) }).Decide(t.Context(), shop())
			var e *Error
			if errors.As(err, &e); test.kind != "" {
				if e == nil || e.Kind != test.kind || d.Action != "" {
					t.Errorf("got %+v, %v", d, err)
				}
				return
			}
			d.Model = ""
			if diff := cmp.Diff(test.want, d); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestAnswersAreHeldAgainstTheQuestion(t *testing.T) {
	q := question{Type: "choice", Criteria: map[string]string{"a": "", "b": "", "c": ""}}
	for name, test := range map[string]struct {
		body string
		kind Kind
	}{
		"good":                    {`{"type":"choice","choice":"a","confidence":0.5,"probabilities":{"a":0.7,"b":0.2,"c":0.1}}`, ""},
		"rounded":                 {`{"choice":"a","confidence":1,"probabilities":{"a":0.67,"b":0.17,"c":0.17}}`, ""},
		"options of no chance":    {`{"choice":"a","confidence":0,"probabilities":{"a":1}}`, ""},
		"a tie":                   {`{"choice":"b","confidence":0,"probabilities":{"a":0.5,"b":0.5}}`, ""},
		"unknown option":          {`{"choice":"z","confidence":0.5,"probabilities":{"a":1}}`, Undecided},
		"unknown probability":     {`{"choice":"a","confidence":0.5,"probabilities":{"a":0.9,"z":0.1}}`, Malformed},
		"sum too small":           {`{"choice":"a","confidence":0.5,"probabilities":{"a":0.5,"b":0.4}}`, Malformed},
		"sum too large":           {`{"choice":"a","confidence":0.5,"probabilities":{"a":0.8,"b":0.4}}`, Malformed},
		"negative":                {`{"choice":"a","confidence":0.5,"probabilities":{"a":1.2,"b":-0.2}}`, Malformed},
		"no probabilities":        {`{"choice":"a","confidence":0.5}`, Malformed},
		"not the likeliest":       {`{"choice":"b","confidence":0.5,"probabilities":{"a":0.8,"b":0.2}}`, Malformed},
		"choice without a chance": {`{"choice":"b","confidence":0.5,"probabilities":{"a":1}}`, Malformed},
		"no confidence":           {`{"choice":"a","probabilities":{"a":1}}`, Malformed},
		"no choice":               {`{"confidence":0.5,"probabilities":{"a":1}}`, Malformed},
		"another type":            {`{"type":"noul","choice":"a","confidence":0.5,"probabilities":{"a":1}}`, Malformed},
	} {
		var a chosen
		if err := json.Unmarshal([]byte(test.body), &a); err != nil {
			t.Fatal(err)
		}
		err := q.check(&a)
		var e *Error
		if errors.As(err, &e); (e == nil) != (test.kind == "") || e != nil && e.Kind != test.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := q.check(nil); err == nil {
		t.Error("no answer passed")
	}
}

func TestFlatAnswers(t *testing.T) {
	for body, want := range map[string]any{
		`{"action":"click","ref":"e2","confidence":0.9}`:                            Decision{Action: Click, Ref: "e2", Confidence: 0.9},
		`{"action":"CLICK","ref":2,"confidence":0.9}`:                               Decision{Action: Click, Ref: "e2", Confidence: 0.9},
		`{"action":"TYPE_TEXT","ref":"e1","text":"red shoes","confidence":1}`:       Decision{Action: Type, Ref: "e1", Text: "red shoes", Confidence: 1},
		`{"action":"scroll","confidence":0,"model":"laya"}`:                         Decision{Action: Scroll, Model: "laya"},
		`{"action":"NAVIGATE","url":"https://shop.test/","confidence":0.7}`:         Decision{Action: Navigate, Text: "https://shop.test/", Confidence: 0.7},
		`{"action":"navigate","text":"https://shop.test/","confidence":0.7}`:        Decision{Action: Navigate, Text: "https://shop.test/", Confidence: 0.7},
		`{"action":"none","confidence":0.7}`:                                        Decision{Action: Leave, Confidence: 0.7},
		`{"action":"click","ref":"e99","confidence":0.9}`:                           Undecided,
		`{"action":"explode","ref":"e1","confidence":0.9}`:                          Undecided,
		`{"action":"click","confidence":0.9}`:                                       Malformed,
		`{"action":"click","ref":null,"confidence":0.9}`:                            Undecided,
		`{"action":"click","ref":{"e":1},"confidence":0.9}`:                         Malformed,
		`{"action":"click","ref":-2,"confidence":0.9}`:                              Malformed,
		`{"action":"click","ref":"e2"}`:                                             Malformed,
		`{"action":"click","ref":"e2","confidence":1.5}`:                            Malformed,
		`{"action":"click","ref":"e2","confidence":"high"}`:                         Malformed,
		`{"ref":"e2","confidence":0.9}`:                                             Malformed,
		`{"error":"no"}`:                                                            Malformed,
		`oops`:                                                                      Malformed,
		`{"action":"click","ref":"e2","confidence":0.9} {"action":"click","ref":1}`: Malformed,
	} {
		c := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
			sent, _ := io.ReadAll(r.Body)
			if r.URL.Path != "/v1/" || strings.Contains(string(sent), "hunter22") || !strings.Contains(string(sent), `"ref":"e1"`) {
				t.Errorf("asked %s: %s", r.URL.Path, sent)
			}
			_, _ = io.WriteString(w, body)
		})
		d, err := c.Decide(t.Context(), shop())
		switch want := want.(type) {
		case Decision:
			if diff := cmp.Diff(want, d); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", body, err, diff)
			}
		case Kind:
			var e *Error
			if !errors.As(err, &e) || e.Kind != want {
				t.Errorf("%s: %+v, %v, want %s", body, d, err, want)
			}
		}
	}
}

func TestStatuses(t *testing.T) {
	for _, test := range []struct {
		status int
		after  string
		kind   Kind
		wait   time.Duration
	}{
		{401, "", Unauthorized, 0}, {402, "", Unpaid, 0}, {403, "", Forbidden, 0}, {413, "", TooLarge, 0}, {422, "", Unacceptable, 0}, {400, "", Unacceptable, 0},
		{429, "7", RateLimited, 7 * time.Second}, {429, "1.5", RateLimited, 1500 * time.Millisecond}, {529, "2", Overloaded, 2 * time.Second},
		{503, "", Overloaded, 0}, {500, "", Status, 0}, {404, "", Status, 0}, {302, "", Status, 0}, {201, "", Status, 0},
		{429, "Thu, 01 Jan 1970 00:00:00 GMT", RateLimited, 0}, {429, "-3", RateLimited, 0}, {429, "NaN", RateLimited, 0},
		{429, "1e300", RateLimited, time.Hour}, {429, "soon", RateLimited, 0}, {429, "Fri, 01 Jan 2100 00:00:00 GMT", RateLimited, time.Hour},
	} {
		asked := 0
		c := serve(t, false, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set("Retry-After", test.after)
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(test.status)
			_, _ = fmt.Fprintf(w, `{"error":{"message":"bad key %s, says the server"}}`, testKey)
		})
		_, err := c.Decide(t.Context(), shop())
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%d: %v", test.status, err)
		}
		if e.Kind != test.kind || e.Status != test.status || e.RetryAfter != test.wait || e.Message != "bad key [key], says the server" {
			t.Errorf("%d after %q: %+v", test.status, test.after, e)
		}
		if asked != 1 {
			t.Errorf("%d: asked %d times", test.status, asked)
		}
		if strings.Contains(err.Error(), testKey) {
			t.Errorf("%d: the error holds the key", test.status)
		}
	}
}

func TestComplaints(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":"no such model"}`: "no such model", `{"message":"m"}`: "m", `{"detail":"d"}`: "d",
		"line one\n line two": "line one line two", `{"detail":[{"loc":1}]}`: `{"detail":[{"loc":1}]}`, "": "",
	} {
		if got := complaint([]byte(body), keys.Key{}); got != want {
			t.Errorf("%s gives %q", body, got)
		}
	}
	if got := complaint([]byte(strings.Repeat("长", 1000)), keys.Key{}); len([]rune(got)) != messageLimit {
		t.Errorf("a long complaint has %d characters", len([]rune(got)))
	}
}

func TestEndpointThatDoesNotAnswer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	base := server.URL
	server.Close()
	c, err := NewClient(Config{Base: base, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if _, err := c.Decide(t.Context(), shop()); !errors.As(err, &e) || e.Kind != Unreachable {
		t.Errorf("a closed port gave %v", err)
	}
	long := serve(t, false, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat(" ", replyLimit+1))
	})
	if _, err := long.Decide(t.Context(), shop()); !errors.As(err, &e) || e.Kind != Malformed {
		t.Errorf("an endless answer gave %v", err)
	}
	cut := serve(t, false, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"answers":{`)
	})
	if _, err := cut.Decide(t.Context(), shop()); !errors.As(err, &e) || e.Kind != Unreachable {
		t.Errorf("an answer that broke off gave %v", err)
	}
	c.http.Transport = tripper(func(*http.Request) (*http.Response, error) { return nil, errors.New("proxy says " + testKey) })
	c.config.Keys = keys.Fixed(testKey)
	_, err = c.Decide(t.Context(), shop())
	for ; err != nil; err = errors.Unwrap(err) {
		if strings.Contains(err.Error(), testKey) {
			t.Errorf("an error holds the key: %v", err)
		}
	}
	c.config.Keys = keyless{}
	if _, err := c.Decide(t.Context(), shop()); !errors.As(err, &e) || e.Kind != Unauthorized || e.Unwrap() == nil {
		t.Errorf("a store that fails gave %v", err)
	}
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type keyless struct{}

func (keyless) Key(context.Context, string) (keys.Key, error) {
	return keys.Key{}, errors.New("locked")
}

func TestBaseAddresses(t *testing.T) {
	for base, good := range map[string]bool{
		"https://api.example.com/v1": true, "http://127.0.0.1:9911": true, "http://[::1]:1/v1/": true, "http://localhost:1": true, " https://x.test ": true,
		"http://api.example.com/v1": false, "https://u:p@x.test": false, "https://x.test/?key=1": false, "https://x.test/#a": false,
		"ftp://x.test": false, "x.test": false, "": false, "https://": false, "http://localhost.evil.test": false, "%": false,
	} {
		if _, err := NewClient(Config{Base: base, Model: "m"}); (err == nil) != good {
			t.Errorf("%q: %v", base, err)
		}
	}
	if _, err := NewClient(Config{Base: "https://x.test"}); err == nil {
		t.Error("a client without a model")
	}
}

func TestKeysDoNotShow(t *testing.T) {
	config := Config{Base: "https://x.test", Model: "m", Keys: keys.Fixed(testKey)}
	c, err := NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "config", config)
	for _, s := range []string{logged.String(), fmt.Sprintf("%v %+v %#v", c, c, c)} {
		if strings.Contains(s, testKey) || strings.Contains(s, fmt.Sprintf("%x", testKey)) {
			t.Errorf("the key shows: %s", s)
		}
	}
}
