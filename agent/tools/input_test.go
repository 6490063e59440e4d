package tools

import (
	"slices"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// TestInputToolsHandOnTheirArguments calls every tool of the mouse and the
// keyboard with all that it takes.
func TestInputToolsHandOnTheirArguments(t *testing.T) {
	c, fake, _ := shop(t)
	for _, tc := range []struct{ tool, arguments, call string }{
		{"webpage_click", `{"ref":"e1","hold_ms":700}`, "T1 click {Ref:e1 Hold:700ms}"},
		{"webpage_fill", `{"ref":"e1","value":"x","keystrokes":true}`, "T1 fill {Ref:e1 Value:x Keystrokes:true}"},
		{"webpage_press", `{"key":"a","hold_ms":600}`, "T1 press {Key:a Hold:600ms}"},
		{"webpage_hover", `{"ref":"e1"}`, "T1 hover {Ref:e1}"},
		{"webpage_drag", `{"ref":"e1","to_ref":"e2"}`, "T1 drag {Ref:e1 To:e2}"},
		{"webpage_drag", `{"ref":"e1","dx":-3.5,"dy":4}`, "T1 drag {Ref:e1 DX:-3.5 DY:4}"},
		{"webpage_select_text", `{"ref":"e1","text":"word"}`, "T1 select text {Ref:e1 Text:word}"},
		{"webpage_select_text", `{"ref":"e1","start":2,"end":5}`, "T1 select text {Ref:e1 Start:2 End:5}"},
		{"webpage_select", `{"ref":"e1","values":["a","b"]}`, "T1 select {Ref:e1 Values:[a b]}"},
		{"webpage_select", `{"ref":"e1","labels":["A"]}`, "T1 select {Ref:e1 Labels:[A]}"},
		{"webpage_scroll", `{"delta_x":1,"delta_y":-200}`, "T1 scroll {DX:1 DY:-200}"},
		{"webpage_scroll", `{"ref":"e1","to":"into_view"}`, "T1 scroll {Ref:e1 To:into_view}"},
		{"webpage_upload", `{"ref":"e1","files":["a.txt"]}`, "T1 upload {Ref:e1 Files:[a.txt]}"},
	} {
		do(t, c, tc.tool, tc.arguments)
		if got := fake.made(); !slices.Equal(got, []string{tc.call}) {
			t.Errorf("%s %s called %q, want %q", tc.tool, tc.arguments, got, tc.call)
		}
	}
	for _, tc := range []struct{ tool, arguments, reason string }{
		{"webpage_click", `{"ref":"e1","hold_ms":700,"count":2}`, "which press is held?"},
		{"webpage_press", `{"key":"a","hold_ms":700,"count":2}`, "which press is held?"},
		{"webpage_drag", `{"ref":"e1"}`, "where to?"},
		{"webpage_drag", `{"ref":"e1","to_ref":"e2","dx":3}`, "where to?"},
		{"webpage_drag", `{"ref":"e1","dx":3,"to_offset":{"x":1,"y":1}}`, "an offset of what?"},
		{"webpage_select_text", `{"ref":"e1","text":"x","start":1}`, "which of them?"},
		{"webpage_select_text", `{"ref":"e1","start":5,"end":2}`, "no range"},
		{"webpage_select", `{"ref":"e1"}`, "nothing is chosen"},
		{"webpage_select", `{"ref":"e1","values":["a"],"labels":["A"]}`, "which of them?"},
		{"webpage_scroll", `{}`, "how far?"},
		{"webpage_scroll", `{"delta_y":5,"to":"top"}`, "which of them?"},
		{"webpage_scroll", `{"to":"into_view"}`, "what?"},
	} {
		refuse(t, c, tc.tool, tc.arguments, browser.CodeInvalidArgument)
		if got := fake.made(); len(got) > 0 {
			t.Errorf("%s (%s): %s called %q", tc.arguments, tc.reason, tc.tool, got)
		}
	}
}
