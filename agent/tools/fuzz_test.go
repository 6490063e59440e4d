package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// FuzzCall makes calls with anything for arguments. Whatever they are, a call
// answers with a result or with an error of the contract, and the page that
// the calls go to is the only one that is touched. What was accepted fits what
// the schema promises.
func FuzzCall(f *testing.F) {
	for _, s := range table() {
		f.Add(s.Name, "{"+strings.Join(s.required(""), ",")+"}")
		for _, p := range s.params {
			f.Add(s.Name, "{"+strings.Join(append(s.required(p.name), string(quoteJSON(p.name))+":"+p.good()), ",")+"}")
		}
	}
	f.Add("webpage_click", `{"ref":"e1","ref":"e2"}`)
	f.Add("webpage_click", `{"ref":"e1","count":1e0}`)
	f.Add("webpage_press", "{\"key\":\"\xff\"}")
	f.Add("webpage_nothing", `[]`)
	f.Fuzz(func(t *testing.T, tool, arguments string) {
		fake := newFake()
		c, err := New(fake, WithMark(testMark))
		if err != nil {
			t.Fatal(err)
		}
		fake.add("T1", "One", "http://shop.test/")
		c.use("T1")
		r, err := c.Call(t.Context(), tool, json.RawMessage(arguments))
		if (r == nil) == (err == nil) {
			t.Fatalf("a result %v and an error %v", r, err)
		}
		calls := fake.made()
		if err != nil {
			e, ok := err.(*browser.Error)
			if !ok || e.Code == "" || e.Hint == "" && e.Code == browser.CodeInvalidArgument {
				t.Fatalf("%v is not an error that helps", err)
			}
			if e.Code == browser.CodeInvalidArgument && len(calls) > 0 {
				t.Fatalf("wrong arguments, and yet the browser saw %q", calls)
			}
			r = c.Explain(err)
		}
		if !json.Valid(r.Structured) || r.Text == "" {
			t.Fatalf("a result without text or value: %+v", r)
		}
		if strings.Count(r.Text, "<untrusted-m0000000>") != strings.Count(r.Text, "</untrusted-m0000000>") {
			t.Fatalf("marks do not match: %s", r.Text)
		}
		if s := c.byName[tool]; s != nil && err == nil {
			var given map[string]json.RawMessage
			if len(strings.TrimSpace(arguments)) > 0 && json.Unmarshal([]byte(arguments), &given) != nil {
				t.Fatalf("took arguments that are no object: %q", arguments)
			}
			for name, value := range given {
				for _, p := range s.params {
					if p.name == name && !isNull(value) && !p.accepts(value) {
						t.Fatalf("took %s for %s", value, name)
					}
				}
			}
		}
	})
}
