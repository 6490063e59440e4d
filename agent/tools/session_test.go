package tools

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// acted says on which page the last press was.
func acted(t *testing.T, c *Catalogue, fake *fakeProvider) string {
	t.Helper()
	fake.made()
	do(t, c, "webpage_press", `{"key":"Tab"}`)
	page, _, _ := strings.Cut(fake.made()[0], " ")
	return page
}

func TestDefaultPage(t *testing.T) {
	c, fake, _ := shop(t)
	fake.add("P", "Popup", "http://ad.test/")
	if got := acted(t, c, fake); got != "T1" {
		t.Errorf("a popup came, and the default page is %s", got)
	}
	do(t, c, "webpage_open", `{"url":"http://b.test/","background":true}`)
	if got := acted(t, c, fake); got != "T3" {
		t.Errorf("T3 was opened, and the default page is %s", got)
	}
	do(t, c, "webpage_press", `{"key":"Tab","session_id":"T1"}`)
	if got := acted(t, c, fake); got != "T3" {
		t.Errorf("T1 was named once, and the default page is %s", got)
	}
	do(t, c, "webpage_tabs", `{"action":"activate","tab_id":"P"}`)
	if got := acted(t, c, fake); got != "P" {
		t.Errorf("P was activated, and the default page is %s", got)
	}
	do(t, c, "webpage_tabs", `{"action":"close","tab_id":"T1"}`)
	if got := acted(t, c, fake); got != "P" {
		t.Errorf("another tab was closed, and the default page is %s", got)
	}
}

// When the default page goes, no other page takes the actions that were meant
// for it.
func TestNoPageStepsIn(t *testing.T) {
	for _, how := range []string{"closed by the tool", "closed by the page"} {
		t.Run(how, func(t *testing.T) {
			c, fake, _ := shop(t)
			do(t, c, "webpage_open", `{"url":"http://b.test/"}`)
			if how == "closed by the tool" {
				do(t, c, "webpage_tabs", `{"action":"close"}`)
			} else {
				fake.remove("T2")
			}
			fake.made()
			for range 2 {
				e := refuse(t, c, "webpage_press", `{"key":"Enter"}`, browser.CodePageClosed)
				if e.Hint == "" {
					t.Errorf("no hint in %v", e)
				}
			}
			if calls := fake.made(); len(calls) > 0 {
				t.Errorf("the browser saw %q", calls)
			}
			do(t, c, "webpage_tabs", `{"action":"activate","tab_id":"T1"}`)
			if got := acted(t, c, fake); got != "T1" {
				t.Errorf("the default page is %s", got)
			}
		})
	}
}

func TestBeforeAnyPage(t *testing.T) {
	c, err := New(newFake(), WithMark(testMark))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range table() {
		switch s.Name {
		case "webpage_open", "webpage_diagnose", "webpage_record":
			continue
		case "webpage_tabs":
			refuse(t, c, s.Name, `{"action":"activate"}`, browser.CodePageClosed)
			if r := do(t, c, s.Name, `{"action":"list"}`); r.Text != "0 tabs" {
				t.Errorf("list: %s", r.Text)
			}
			continue
		}
		e := refuse(t, c, s.Name, "{"+strings.Join(s.required(""), ",")+"}", browser.CodePageClosed)
		if want := "Open a page with webpage_open, or activate a tab that webpage_tabs lists."; e.Reason != "no_page" || e.Hint != want {
			t.Errorf("%s: %+v", s.Name, e)
		}
	}
}

func TestFailedActivateChangesNothing(t *testing.T) {
	c, fake, _ := shop(t)
	refuse(t, c, "webpage_tabs", `{"action":"activate","tab_id":"nowhere"}`, browser.CodePageClosed)
	if got := acted(t, c, fake); got != "T1" {
		t.Errorf("the default page is %s", got)
	}
	refuse(t, c, "webpage_click", `{"ref":"e1","session_id":"nowhere"}`, browser.CodePageClosed)
}

// The page is named when it is another one than the last result's.
func TestFirstLineNamesThePageWhenItChanged(t *testing.T) {
	c, fake, one := shop(t)
	two := fake.add("T2", "Two", "http://two.test/")
	one.receipt = &browser.Receipt{Action: "click", Title: "Title of T1", URL: "http://shop.test/"}
	two.receipt = &browser.Receipt{Action: "click", Title: "Two", URL: "http://two.test/"}
	for i, step := range []struct{ session, first string }{
		{"T1", marked("«click»")},
		{"T2", `page: "Two" http://two.test/`},
		{"T2", marked("«click»")},
		{"T1", `page: "Title of T1" http://shop.test/`},
	} {
		r := do(t, c, "webpage_click", fmt.Sprintf(`{"ref":"e1","session_id":%q}`, step.session))
		lines := strings.Split(r.Text, "\n")
		if len(lines) > 1 {
			lines = lines[1:] // after the mark
		}
		if lines[0] != step.first {
			t.Errorf("step %d: the first line is %s, want %s", i, lines[0], step.first)
		}
	}
}

// Calls may come from several goroutines; the race detector watches.
func TestConcurrentCalls(t *testing.T) {
	c, _, _ := shop(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				tool, arguments := "webpage_snapshot", `{}`
				switch i % 3 {
				case 1:
					tool, arguments = "webpage_open", `{"url":"http://b.test/"}`
				case 2:
					tool, arguments = "webpage_tabs", `{"action":"list"}`
				}
				if _, err := c.Call(t.Context(), tool, []byte(arguments)); err != nil {
					t.Errorf("%s: %v", tool, err)
				}
			}
		})
	}
	wg.Wait()
}
