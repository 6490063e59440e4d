package tools

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

func TestWithoutTools(t *testing.T) {
	c, fake, _ := shop(t, Without("webpage_execute", "webpage_upload"), Without("webpage_execute"))
	for _, gone := range []string{"webpage_execute", "webpage_upload"} {
		if slices.ContainsFunc(c.Tools(), func(tool Tool) bool { return tool.Name == gone }) {
			t.Errorf("%s is listed", gone)
		}
		e := refuse(t, c, gone, `{"code":"1","files":[]}`, browser.CodeInvalidArgument)
		if e.Reason != "unknown_tool" || strings.Contains(e.Hint, gone) {
			t.Errorf("%s: %v, %s", gone, e, e.Hint)
		}
	}
	if calls := fake.made(); len(calls) > 0 {
		t.Errorf("the page was asked for %q", calls)
	}
	if got, want := len(c.Tools()), len(Definitions())-2; got != want {
		t.Errorf("%d tools are left, want %d", got, want)
	}
	do(t, c, "webpage_snapshot", `{}`)
	// Another catalogue has them all.
	other, err := New(newFake())
	if err != nil || len(other.Tools()) != len(Definitions()) {
		t.Errorf("another catalogue has %d tools: %v", len(other.Tools()), err)
	}
	if _, err := New(newFake(), Without("webpage_exec")); err == nil || !strings.Contains(err.Error(), "webpage_exec") {
		t.Errorf("a tool that there is not: %v", err)
	}
}
