package site_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/browser/site"
)

// spelling is a line of testdata/spellings.json, which package provider's tests
// put to a real browser, too.
type spelling struct {
	In          string `json:"in"`
	Want        string `json:"want"`
	Site        string `json:"site"`
	Credentials bool   `json:"credentials"`
	Error       bool   `json:"error"`
}

func spellings(tb testing.TB) []spelling {
	tb.Helper()
	data, err := os.ReadFile("testdata/spellings.json")
	if err != nil {
		tb.Fatal(err)
	}
	var all []spelling
	if err := json.Unmarshal(data, &all); err != nil {
		tb.Fatal(err)
	}
	return all
}

func TestSpellings(t *testing.T) {
	for _, tc := range spellings(t) {
		t.Run(tc.In, func(t *testing.T) {
			a, err := site.Parse(tc.In)
			if tc.Error {
				if err == nil {
					t.Errorf("is accepted as %s", a)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := a.String(); got != tc.Want {
				t.Errorf("is %s, want %s", got, tc.Want)
			}
			if got := a.Site(); got != tc.Site {
				t.Errorf("its site is %s, want %s", got, tc.Site)
			}
			if a.Credentials != tc.Credentials {
				t.Errorf("credentials: %v", a.Credentials)
			}
			again, err := site.Parse(a.String())
			if err != nil || again.String() != a.String() {
				t.Errorf("%s becomes %s (%v)", a, again, err)
			}
		})
	}
}

func TestOtherSchemes(t *testing.T) {
	for _, tc := range []struct {
		in, scheme, want string
		credentials      bool
	}{
		{"File:///etc/hostname", "file", "file:///etc/hostname", false},
		{"javascript:alert(1)", "javascript", "javascript:alert(1)", false},
		{"java\nscript:alert(1)", "javascript", "javascript:alert(1)", false},
		{"view-source:http://user:secret@example.com/", "view-source", "view-source:http://example.com/", true},
		{"ftp://user:secret@example.com/x", "ftp", "ftp://example.com/x", true},
		{"mailto:somebody@example.com", "mailto", "mailto:somebody@example.com", false},
		{"about:blank", "about", "about:blank", false},
	} {
		a, err := site.Parse(tc.in)
		if err != nil {
			t.Errorf("%s: %v", tc.in, err)
			continue
		}
		if a.Scheme != tc.scheme || a.String() != tc.want || a.Credentials != tc.credentials || a.Site() != "" || a.Host != "" || a.Port != 0 {
			t.Errorf("%s is %+v, in one %s", tc.in, a, a)
		}
	}
	if of := site.Of("https://Example.com./x"); of != "https://example.com" {
		t.Errorf("a site is %q", of)
	}
	if of := site.Of("https://"); of != "" {
		t.Errorf("no address has the site %q", of)
	}
}
