package tools

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// noTool are the methods of the contract that no tool calls, and why.
var noTool = map[string]string{
	"ID":         "what session_id names",
	"Done":       "for programs that hold a page; a call on one that is gone says so",
	"Where":      "every result tells title and address when they changed",
	"OpenDialog": "the catalogue asks it for a guard; every result tells of the dialog",
	"Close":      "webpage_tabs closes by the provider, pages included that nobody has in use",
}

// calls are one call of each tool for each method that it uses. What is missing
// here, or does not get to the method, is a capability without a tool.
var callsOf = map[string]string{
	"Snapshot":   `webpage_snapshot {}`,
	"Find":       `webpage_find {"query":"x"}`,
	"Text":       `webpage_text {}`,
	"Extract":    `webpage_extract {}`,
	"Screenshot": `webpage_screenshot {}`,
	"Locate":     `webpage_locate {"ref":"e1"}`,
	"Revalidate": `webpage_revalidate {"refs":["e1"]}`,
	"Wait":       `webpage_wait {"text":"x"}`,
	"Console":    `webpage_console {}`,
	"Network":    `webpage_network {}`,
	"Navigate":   `webpage_navigate {"url":"http://shop.test/"}`,
	"Click":      `webpage_click {"ref":"e1"}`,
	"Fill":       `webpage_fill {"ref":"e1","value":"x"}`,
	"Press":      `webpage_press {"key":"Enter"}`,
	"Hover":      `webpage_hover {"ref":"e1"}`,
	"Drag":       `webpage_drag {"ref":"e1","dx":1}`,
	"Select":     `webpage_select {"ref":"e1","values":["x"]}`,
	"SelectText": `webpage_select_text {"ref":"e1"}`,
	"Scroll":     `webpage_scroll {"delta_y":1}`,
	"Upload":     `webpage_upload {"files":[]}`,
	"Execute":    `webpage_execute {"code":"1"}`,
	"Resize":     `webpage_resize {"width":100,"height":100}`,
	"Dialog":     `webpage_dialog {"action":"accept"}`,
}

// The table of tools is the one list of what an agent can do: each method of a
// page has a tool that gets there, or a reason why it has none; a tool that no
// method needs works on the provider or the runtime.
func TestEveryMethodOfAPageHasATool(t *testing.T) {
	contract := reflect.TypeFor[browser.Page]()
	reached := map[string]bool{}
	for i := range contract.NumMethod() {
		method := contract.Method(i).Name
		call, has := callsOf[method]
		reason, excused := noTool[method]
		switch {
		case has && excused:
			t.Errorf("%s has a tool and a reason to have none", method)
		case excused && reason != "":
		case !has:
			t.Errorf("Page.%s has no tool: add one to the table, and a call here, or a reason to noTool", method)
		default:
			name, arguments, _ := strings.Cut(call, " ")
			reached[name] = true
			if !reaches(t, name, arguments, method) {
				t.Errorf("%s does not get to Page.%s", call, method)
			}
			for other := range callsOf {
				if other != method && bareAnswer(other).Error() == bareAnswer(method).Error() {
					t.Errorf("%s and %s cannot be told apart", other, method)
				}
			}
		}
	}
	for method := range callsOf {
		if _, there := contract.MethodByName(method); !there {
			t.Errorf("a page has no method %s", method)
		}
	}
	ofProvider := map[string]bool{"webpage_open": true, "webpage_tabs": true, "webpage_diagnose": true, "webpage_record": true}
	for _, tool := range Definitions() {
		if !reached[tool.Name] && !ofProvider[tool.Name] {
			t.Errorf("%s gets to no method of a page", tool.Name)
		}
	}
}

// reaches runs a tool on a page that can do nothing and reports whether the
// call ends at a method.
func reaches(t *testing.T, tool, arguments, method string) bool {
	t.Helper()
	c, err := New(barePages{})
	if err != nil {
		t.Fatal(err)
	}
	c.use("T1")
	_, got := c.Call(t.Context(), tool, json.RawMessage(arguments))
	want := bareAnswer(method)
	return browser.AsError(got) != nil && browser.AsError(got).Message == browser.AsError(want).Message
}

// bareAnswer is what a page that can do nothing says of a method.
func bareAnswer(method string) error {
	m := reflect.ValueOf(browser.UnimplementedPage{}).MethodByName(method)
	in := []reflect.Value{reflect.ValueOf(context.Background())}
	for i := 1; i < m.Type().NumIn(); i++ {
		in = append(in, reflect.Zero(m.Type().In(i)))
	}
	out := m.Call(in)
	return out[len(out)-1].Interface().(error)
}

// barePages is a browser whose pages can do nothing.
type barePages struct{ browser.Provider }

func (barePages) Page(context.Context, browser.TabID) (browser.Page, error) {
	return browser.UnimplementedPage{}, nil
}
