package browser_test

import (
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
)

func TestBlockedTexts(t *testing.T) {
	for _, tc := range []struct {
		blocked browser.Blocked
		want    string
	}{
		{
			browser.Blocked{Kind: browser.BlockedDocument, URL: "http://bad.test/x", Reason: site.NotListed},
			"BROWSER_SITE_BLOCKED: the page was kept from http://bad.test/x: it is not on the program's list of allowed sites",
		},
		{
			browser.Blocked{Kind: browser.BlockedFrame, URL: "http://ads.test/", Reason: site.Blocked, Rule: "*.test"},
			`BROWSER_SITE_BLOCKED: a frame was kept from http://ads.test/: the program's rule "*.test" blocks it`,
		},
		{
			browser.Blocked{Kind: browser.BlockedPopup, URL: "http://bad.test/", Reason: site.Credentials},
			"BROWSER_SITE_BLOCKED: a new tab was kept from http://bad.test/: it has a user name or a password in it",
		},
		{
			browser.Blocked{Kind: browser.BlockedRequest, URL: "http://bad.test/a.png", Reason: site.NotListed, Count: 3},
			"BROWSER_SITE_BLOCKED: a request was kept from http://bad.test/a.png and others there (3 in all): it is not on the program's list of allowed sites",
		},
		{
			browser.Blocked{Kind: browser.BlockedDocument, URL: "file:///etc/hostname", Reason: site.Scheme},
			"BROWSER_SITE_BLOCKED: the page was kept from file:///etc/hostname: it is neither an http nor an https address",
		},
		{
			browser.Blocked{Kind: browser.BlockedDocument, Reason: site.Invalid},
			"no browser accepts it",
		},
	} {
		got := tc.blocked.String()
		if !strings.HasSuffix(got, tc.want) {
			t.Errorf("is %q, want %q", got, tc.want)
		}
		if r := (&browser.Receipt{Action: "click", Blocked: []browser.Blocked{tc.blocked}}).String(); r != "click\n"+got {
			t.Errorf("a receipt says %q", r)
		}
		if e := (browser.Event{After: "click", Blocked: &tc.blocked}).String(); e != "blocked after click: "+got {
			t.Errorf("an event says %q", e)
		}
	}
}
