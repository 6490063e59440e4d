package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser/site"
)

func list(tb testing.TB, allow, block string) *site.List {
	tb.Helper()
	l, err := site.New(strings.Fields(allow), strings.Fields(block))
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestRules(t *testing.T) {
	for _, tc := range []struct {
		rule    string
		matches string
		blocks  string // and does not allow
		not     string
		reason  string
	}{
		{"example.com", "http://example.com https://example.com http://example.com:8080/x http://EXAMPLE.com./", "", "http://www.example.com http://example.com.evil.test http://badexample.com", "a host is that host, on every port"},
		{"*.example.com", "http://example.com https://a.b.example.com:9/", "", "http://badexample.com http://example.com.evil.test", "a star is the host and all below"},
		{"example.com:8443", "http://example.com:8443", "https://example.com:8443", "https://example.com", "a port is that port"},
		{"example.com:443", "https://example.com", "http://example.com:443", "http://example.com", "a default port is that port, written or not"},
		{"https://example.com", "https://example.com https://example.com:9", "", "http://example.com", "a scheme is that scheme"},
		{"https://example.com/", "https://example.com", "", "http://example.com", "a slash at the end is no path"},
		{" EXAMPLE.com. ", "http://example.com", "", "http://example.org", "rules have spellings, too"},
		{"bücher.example", "http://xn--bcher-kva.example http://B%C3%9Ccher.example", "", "http://bucher.example", "an international rule"},
		{"0x7f.1", "http://127.0.0.1 http://2130706433", "", "http://127.0.0.2", "an IPv4 address in another form"},
		{"::1", "http://[::1] http://[0:0::1]:9", "", "http://[::2] http://127.0.0.1", "an IPv6 address alone"},
		{"[::1]:8080", "http://[::1]:8080", "", "http://[::1]", "an IPv6 address with a port"},
		{"*", "http://example.com https://[::1]:9", "", "", "every host"},
		{"*:8080", "http://a:8080", "", "http://a", "every host on a port"},
		{"https://*", "https://a", "", "http://a", "every host of a scheme"},
		{"*.test", "http://a.test http://test", "", "http://testing", "a top level"},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			allow, err := site.New([]string{tc.rule}, nil)
			if err != nil {
				t.Fatal(err)
			}
			block, err := site.New(nil, []string{tc.rule})
			if err != nil {
				t.Fatal(err)
			}
			rule := strings.TrimSpace(tc.rule)
			for _, a := range strings.Fields(tc.matches) {
				if v := allow.Check(a); !v.Allowed || v.Rule != rule || v.Reason != "" {
					t.Errorf("allowing %s: %s gives %+v", rule, a, v)
				}
				if v := block.Check(a); v.Allowed || v.Rule != rule || v.Reason != site.Blocked {
					t.Errorf("blocking %s: %s gives %+v", rule, a, v)
				}
			}
			for _, a := range strings.Fields(tc.blocks) {
				if v := allow.Check(a); v.Allowed || v.Reason != site.NotListed {
					t.Errorf("allowing %s: %s gives %+v", rule, a, v)
				}
				if v := block.Check(a); v.Allowed || v.Rule != rule {
					t.Errorf("blocking %s: %s gives %+v", rule, a, v)
				}
			}
			for _, a := range strings.Fields(tc.not) {
				if v := allow.Check(a); v.Allowed || v.Reason != site.NotListed || v.Rule != "" {
					t.Errorf("allowing %s: %s gives %+v", rule, a, v)
				}
				if v := block.Check(a); !v.Allowed {
					t.Errorf("blocking %s: %s gives %+v", rule, a, v)
				}
			}
		})
	}
}

func TestBadRules(t *testing.T) {
	for _, rule := range []string{
		"", " ", "https://", "/", "ftp://example.com", "example.com/admin", "example.com?x", "user@example.com", "example.com:", "example.com:0",
		"example.com:99999", "example.com:http", "a.*.com", "**", "*example.com", "*.", "*.127.0.0.1", "*.[::1]", "[::1", "::g", "exa mple.com", "256.1.1.1",
		"fe80::1%eth0",
	} {
		if _, err := site.New([]string{rule}, nil); err == nil {
			t.Errorf("the rule %q is accepted", rule)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", rule)) {
			t.Errorf("the error does not name the rule: %v", err)
		}
	}
	_, err := site.New([]string{"a b"}, []string{"c/d"})
	if err == nil || !strings.Contains(err.Error(), "a b") || !strings.Contains(err.Error(), "c/d") {
		t.Errorf("all wrong rules are named: %v", err)
	}
}

func TestCheck(t *testing.T) {
	both := list(t, "*.example.com 127.0.0.1:80", "ads.example.com 10.0.0.1")
	for _, tc := range []struct {
		list    *site.List
		address string
		want    site.Verdict
	}{
		{nil, "http://example.com", site.Verdict{Allowed: true, Address: "http://example.com/"}},
		{nil, "about:blank", site.Verdict{Allowed: true, Address: "about:blank"}},
		{nil, "ABOUT:blank#x", site.Verdict{Allowed: true, Address: "about:blank#x"}},
		{nil, "about:srcdoc", site.Verdict{Reason: site.Scheme, Address: "about:srcdoc"}},
		{nil, "about:settings", site.Verdict{Reason: site.Scheme, Address: "about:settings"}},
		{nil, "file:///etc/hostname", site.Verdict{Reason: site.Scheme, Address: "file:///etc/hostname"}},
		{nil, "chrome://version", site.Verdict{Reason: site.Scheme, Address: "chrome://version"}},
		{nil, "javascript:alert(1)", site.Verdict{Reason: site.Scheme, Address: "javascript:alert(1)"}},
		{nil, "data:text/html,hi", site.Verdict{Reason: site.Scheme, Address: "data:text/html,hi"}},
		{nil, "blob:http://example.com/1", site.Verdict{Reason: site.Scheme, Address: "blob:http://example.com/1"}},
		{nil, "ws://example.com/", site.Verdict{Reason: site.Scheme, Address: "ws://example.com/"}},
		{nil, "view-source:http://u:p@example.com/", site.Verdict{Reason: site.Scheme, Address: "view-source:http://example.com/"}},
		{nil, "http://u:p@example.com/", site.Verdict{Reason: site.Credentials, Address: "http://example.com/"}},
		{nil, "example.com", site.Verdict{Reason: site.Invalid}},
		{both, "http://www.example.com/", site.Verdict{Allowed: true, Rule: "*.example.com", Address: "http://www.example.com/"}},
		{both, "http://ads.example.com/", site.Verdict{Reason: site.Blocked, Rule: "ads.example.com", Address: "http://ads.example.com/"}},
		{both, "http://other.test/", site.Verdict{Reason: site.NotListed, Address: "http://other.test/"}},
		{both, "http://127.1/", site.Verdict{Allowed: true, Rule: "127.0.0.1:80", Address: "http://127.0.0.1/"}},
		{both, "http://[::ffff:127.0.0.1]/", site.Verdict{Reason: site.NotListed, Address: "http://[::ffff:7f00:1]/"}},
		{both, "http://[::ffff:10.0.0.1]/", site.Verdict{Reason: site.Blocked, Rule: "10.0.0.1", Address: "http://[::ffff:a00:1]/"}},
		{both, "http://[64:ff9b::10.0.0.1]/", site.Verdict{Reason: site.Blocked, Rule: "10.0.0.1", Address: "http://[64:ff9b::a00:1]/"}},
		{both, "about:blank", site.Verdict{Allowed: true, Address: "about:blank"}},
		{list(t, "", "[::ffff:10.0.0.1]"), "http://10.0.0.1", site.Verdict{Reason: site.Blocked, Rule: "[::ffff:10.0.0.1]", Address: "http://10.0.0.1/"}},
	} {
		if v := tc.list.Check(tc.address); v != tc.want {
			t.Errorf("%s gives %+v, want %+v", tc.address, v, tc.want)
		}
	}
	var none *site.List
	if !none.Empty() || !list(t, "", "").Empty() || list(t, "a", "").Empty() || list(t, "", "a").Empty() {
		t.Error("Empty is wrong")
	}
}

func TestCheckDocument(t *testing.T) {
	l := list(t, "https://example.com", "")
	for _, tc := range []struct {
		address string
		reason  site.Reason
	}{
		{"https://example.com/", ""}, {"http://example.com/", site.NotListed},
		{"wss://example.com/", ""}, {"ws://example.com/", site.NotListed}, {"wss://u@example.com/", site.Credentials},
		{"blob:https://example.com/1", ""}, {"blob:https://other.test/1", site.NotListed}, {"blob:null/1", ""},
		{"blob:file:///1", site.Scheme}, {"filesystem:https://other.test/x", site.NotListed},
		{"data:text/html,<p>", ""}, {"about:srcdoc", ""}, {"about:blank", ""}, {"chrome-error://chromewebdata/", ""},
		{"file:///etc/hostname", site.Scheme}, {"chrome://version/", site.Scheme}, {"javascript:1", site.Scheme}, {"", site.Invalid},
	} {
		if v := l.CheckDocument(tc.address); v.Reason != tc.reason || v.Allowed != (tc.reason == "") {
			t.Errorf("%s gives %+v", tc.address, v)
		}
	}
}

// FuzzParse: one spelling stays what it is, holds no user, and no spelling of a
// site passes a block list of that site, or is allowed by another one's rule.
func FuzzParse(f *testing.F) {
	for _, s := range spellings(f) {
		f.Add(s.In)
	}
	f.Fuzz(func(t *testing.T, in string) {
		a, err := site.Parse(in)
		if err != nil {
			if v := (*site.List)(nil).Check(in); v.Allowed || v.Reason != site.Invalid {
				t.Errorf("%q cannot be read and gives %+v", in, v)
			}
			return
		}
		once := a.String()
		again, err := site.Parse(once)
		if err != nil {
			t.Fatalf("%q is %q, which cannot be read: %v", in, once, err)
		}
		if again.Credentials || again.String() != once || again.Site() != a.Site() || again.Host != a.Host || again.Port != a.Port {
			t.Fatalf("%q is %q, and that is %q", in, once, again)
		}
		if a.Host == "" {
			return
		}
		for _, rule := range []string{a.Host, a.Host + fmt.Sprintf(":%d", a.Port), a.Scheme + "://" + a.Host, "*." + a.Host, "*"} {
			if strings.HasPrefix(a.Scheme, "ws") && strings.Contains(rule, "://") || a.Port == 0 {
				continue
			}
			l, err := site.New(nil, []string{rule})
			if err != nil {
				if strings.HasPrefix(rule, "*.") {
					continue // an IP address
				}
				t.Fatalf("%q: its host is no rule: %v", in, err)
			}
			for _, spelling := range []string{in, once} {
				if v := l.Check(spelling); v.Allowed {
					t.Errorf("blocking %q allows %q", rule, spelling)
				}
				if v := l.CheckDocument(spelling); v.Allowed {
					t.Errorf("blocking %q allows a document at %q", rule, spelling)
				}
			}
		}
		l, err := site.New([]string{"other.invalid"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v := l.Check(in); v.Allowed && a.Host != "other.invalid" {
			t.Errorf("allowing another site allows %q", in)
		}
	})
}
