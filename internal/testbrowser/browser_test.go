package testbrowser_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// evaluate runs an expression in the page and returns the string it gives.
func evaluate(t *testing.T, page *cdp.Session, expression string) string {
	t.Helper()
	var reply struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
	}
	params := map[string]any{"expression": expression, "awaitPromise": true}
	if err := page.Call(t.Context(), "Runtime.evaluate", params, &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Result.Value
}

func TestTabsShareNoCookies(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	defer server.Close()
	first, second := testbrowser.Tab(t), testbrowser.Tab(t)
	for _, page := range []*cdp.Session{first, second} {
		if err := page.Call(t.Context(), "Page.navigate", map[string]string{"url": server.URL}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := evaluate(t, first, "document.cookie = 'a=1'; document.cookie"); got != "a=1" {
		t.Fatalf("the cookie was not set: %q", got)
	}
	if got := evaluate(t, second, "document.cookie"); got != "" {
		t.Errorf("the second tab sees the first one's cookie: %q", got)
	}
}

func TestNoNameResolves(t *testing.T) {
	page := testbrowser.Tab(t)
	var reply struct {
		ErrorText string `json:"errorText"`
	}
	if err := page.Call(t.Context(), "Page.navigate", map[string]string{"url": "http://example.com/"}, &reply); err != nil {
		t.Fatal(err)
	}
	if want := "net::ERR_NAME_NOT_RESOLVED"; reply.ErrorText != want {
		t.Errorf("got %q, want %q", reply.ErrorText, want)
	}
}
