package policy

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// TestPasswordFieldOfARealPage has a browser say what a password field is, by
// ref and by focus, also after the page has made one of a plain field.
func TestPasswordFieldOfARealPage(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<title>Login</title><input aria-label=User id=u><input aria-label=Entry type=password id=p>`)
	}))
	defer server.Close()
	web, err := provider.New(t.Context(), testbrowser.Host(t), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = web.Close() }()
	who := &person{answer: event.Deny}
	p, err := New(who, WithSettings(Settings{AllSites: true, Password: true}))
	if err != nil {
		t.Fatal(err)
	}
	c, err := tools.New(web, tools.WithGuard(p.Guard))
	if err != nil {
		t.Fatal(err)
	}
	call(t, c, "webpage_open", `{"url":`+string(quote(t, server.URL))+`}`, "")
	opened, err := c.Call(t.Context(), "webpage_snapshot", nil)
	if err != nil {
		t.Fatal(err)
	}
	ref := func(name string) string {
		for row := range strings.Lines(opened.Text) {
			if strings.Contains(row, name) {
				return strings.Fields(row)[0]
			}
		}
		t.Fatalf("%s is not in\n%s", name, opened.Text)
		return ""
	}
	user, entry := ref(`"User"`), ref(`"Entry"`)
	holds := func(want string) {
		t.Helper()
		r, err := c.Call(t.Context(), "webpage_execute", []byte(`{"code":"u.value + '|' + p.value"}`))
		if err != nil || !strings.Contains(r.Text, `"`+want+`"`) {
			t.Errorf("the fields do not hold %s: %v, %v", want, r, err)
		}
	}
	call(t, c, "webpage_fill", `{"ref":"`+user+`","value":"jane"}`, "")
	call(t, c, "webpage_fill", `{"ref":"`+entry+`","value":"pw"}`, ReasonDenied)
	call(t, c, "webpage_execute", `{"code":"p.focus()"}`, "")
	call(t, c, "webpage_press", `{"key":"x"}`, ReasonDenied)
	call(t, c, "webpage_execute", `{"code":"u.type = 'password'"}`, "")
	call(t, c, "webpage_fill", `{"ref":"`+user+`","value":"more"}`, ReasonDenied)
	if n := len(who.questions()); n != 3 {
		t.Errorf("asked %d times", n)
	}
	holds("jane|")
	who.answer = event.Once
	call(t, c, "webpage_fill", `{"ref":"`+entry+`","value":"pw"}`, "")
	holds("jane|pw")
}

func quote(t *testing.T, s string) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
