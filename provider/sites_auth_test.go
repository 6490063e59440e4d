package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
)

// TestNoList: without a list nothing is held back, and the browser is not asked
// to.
func TestNoList(t *testing.T) {
	for _, tc := range []struct {
		name string
		want string
		opt  provider.Option
	}{
		{"strict without a list", "no list", provider.WithStrictSites()},
		{"no rule", "no rule", provider.WithAllowedSites()},
		{"no blocked rule", "no rule", provider.WithBlockedSites()},
		{"a path", "path", provider.WithBlockedSites("example.com/x")},
		{"a login for a host", "like https://", provider.WithHTTPAuth("example.com", "a", "b")},
		{"a login in a site", "user name in it", provider.WithHTTPAuth("https://a@example.com", "a", "b")},
		{"an empty login", "no password", provider.WithHTTPAuth("https://example.com", "", "")},
		{"an empty proxy login", "no password", provider.WithProxyAuth("", "")},
	} {
		if _, err := provider.New(t.Context(), testbrowser.Host(t), tc.opt, provider.WithSharedHost()); !errors.Is(err, browser.ErrInvalidArgument) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	if provider.Fetching(newProvider(t)) {
		t.Error("requests are held back without a list")
	}
}

// TestHTTPAuth: a login goes to its site alone, and once.
func TestHTTPAuth(t *testing.T) {
	for _, host := range []struct {
		name string
		host func(t *testing.T) transport.Host
	}{
		{"pipe", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }},
		{"tab host", func(t *testing.T) transport.Host { return tabHost(t) }},
	} {
		t.Run(host.name, func(t *testing.T) {
			asked := 0
			site := testpage.New(t)
			site.Handle("/closed", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if user, password, _ := r.BasicAuth(); user == "ada" && password == "s3cret" {
					fmt.Fprint(w, "<!doctype html><title>In</title>")
					return
				}
				asked++
				w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
				w.WriteHeader(http.StatusUnauthorized)
				fmt.Fprint(w, "<!doctype html><title>Out</title>")
			}))
			// Chromium shows the site's own page for those without a login, or fails.
			title := func(p *provider.Provider, address string) string {
				page, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: address})
				if errors.Is(err, browser.ErrNavigationFailed) && strings.Contains(err.Error(), "ERR_INVALID_AUTH_CREDENTIALS") {
					return "Out"
				}
				if err != nil {
					t.Fatal(err)
				}
				return snapshot(t, page).Title
			}
			h := host.host(t)
			p := over(t, h, provider.WithHTTPAuth(site.URL("/"), "ada", "s3cret"))
			if got := title(p, site.URL("/closed")); got != "In" {
				t.Errorf("with the login the page is %q", got)
			}
			if got := title(p, site.Localhost("/closed")); got != "Out" {
				t.Errorf("another site got the login: %q", got)
			}
			asked = 0
			wrong := over(t, host.host(t), provider.WithHTTPAuth(site.URL("/"), "ada", "wrong"), provider.WithAllowedSites("127.0.0.1"))
			if got := title(wrong, site.URL("/closed")); got != "Out" || asked > 2 {
				t.Errorf("with a wrong login the page is %q, after %d tries", got, asked)
			}
		})
	}
}

// TestSpellingsInBrowser: the browser reads every spelling as package site does,
// so that what was judged is what is gone to.
func TestSpellingsInBrowser(t *testing.T) {
	data, err := os.ReadFile("../browser/site/testdata/spellings.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		In, Want    string
		Credentials bool
		Error       bool
		// Stricter: Chromium goes on with such a name, which nothing resolves.
		Stricter bool
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	page := open(t, newProvider(t), "")
	for _, s := range all {
		quoted, err := json.Marshal(s.In)
		if err != nil {
			t.Fatal(err)
		}
		got := evalAs[string](t, page, `(()=>{ try { const u = new URL(`+string(quoted)+`); u.username = u.password = ''; return u.href } catch { return '' } })()`)
		if got != s.Want && (!s.Stricter || got == "") {
			t.Errorf("%q is %q for the browser, and %q here", s.In, got, s.Want)
		}
	}
}
