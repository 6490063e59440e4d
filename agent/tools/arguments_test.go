package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// good is a value that the parameter takes.
func (p param) good() string {
	switch p.kind {
	case kindRef:
		return `"e12"`
	case kindRefs:
		return `["e12","e7"]`
	case kindTexts:
		return `["x",""]`
	case kindInteger:
		return fmt.Sprint(p.most)
	case kindAnyObject:
		return `{"a":{"b":[1]}}`
	case kindFlag:
		return `true`
	case kindNumber:
		return fmt.Sprintf("%d.5", max(p.least, 0))
	case kindObject:
		var given []string
		for _, f := range p.fields {
			if f.required {
				given = append(given, fmt.Sprintf("%q:%s", f.name, f.good()))
			}
		}
		if len(given) == 0 {
			given = []string{fmt.Sprintf("%q:%s", p.fields[0].name, p.fields[0].good())}
		}
		return "{" + strings.Join(given, ",") + "}"
	case kindChoice:
		return string(quoteJSON(p.words[0]))
	case kindChoices:
		return string(listJSON(p.words))
	}
	return `"x"`
}

// bad are values that the parameter does not take.
func (p param) bad() []string {
	bad := []string{`{}`, `{"a":1}`, `1.5`, `[1]`, `[null]`}
	switch p.kind {
	case kindNumber:
		return []string{`{}`, `[1]`, `"1"`, `true`, fmt.Sprint(p.least - 1), fmt.Sprint(p.most + 1), `1e99`}
	case kindObject:
		return []string{`1.5`, `[1]`, `[null]`, `"e12"`, `true`, `"{}"`}
	case kindAnyObject:
		return []string{`1.5`, `[1]`, `"{}"`, `true`}
	case kindRef:
		bad = append(bad, `""`, `"12"`, `"e0"`, `"e012"`, `"E12"`, `" e12"`, `"e12\n"`, `"e99999999999"`, `12`, `true`, `["e12"]`)
	case kindRefs:
		bad = append(bad, `[]`, `"e12"`, `["12"]`, `["e12",null]`, `["e12",12]`, `[`+strings.Repeat(`"e1",`, p.most)+`"e1"]`)
	case kindTexts:
		bad = append(bad, `"x"`, `["x",null]`, `["x",1]`, `[`+strings.Repeat(`"x",`, p.most)+`"x"]`)
	case kindInteger:
		bad = append(bad, fmt.Sprint(p.least-1), fmt.Sprint(p.most+1), `"1"`, `1e3`, `99999999999999999999`, `true`, `-0.0`)
	case kindFlag:
		bad = append(bad, `"true"`, `1`, `0`, `""`, `[true]`)
	case kindChoice:
		bad = append(bad, `""`, `"nonsense"`, `"`+strings.ToUpper(p.words[0])+`"`, `1`, `true`)
	case kindChoices:
		w := p.words[0]
		bad = append(bad, `"`+w+`"`, `["nonsense"]`, `["`+w+`","`+w+`"]`, `["`+w+`",null]`, `true`)
	case kindText:
		bad = append(bad, `1`, `true`, `["x"]`)
		if p.nonempty {
			bad = append(bad, `""`)
		}
	}
	return bad
}

// required writes the required arguments except one.
func (s *spec) required(except string) []string {
	var given []string
	for _, p := range s.params {
		if p.required && p.name != except {
			given = append(given, fmt.Sprintf("%q:%s", p.name, p.good()))
		}
	}
	if one := exactlyOne[s.Name]; one != nil && !slices.Contains(one, except) {
		name := one[0]
		switch except {
		case "state":
			name = "ref"
		case "dy":
			name = "dx"
		case "delta_x":
			name = "delta_y"
		}
		i := slices.IndexFunc(s.params, func(p param) bool { return p.name == name })
		given = append(given, fmt.Sprintf("%q:%s", name, s.params[i].good()))
	}
	return given
}

// exactlyOne are the arguments of which a call has exactly one.
var exactlyOne = map[string][]string{
	"webpage_navigate": {"url", "history"},
	"webpage_wait":     {"text", "text_gone", "time_ms", "ref", "url", "until"},
	"webpage_drag":     {"to_ref", "dx"},
	"webpage_select":   {"labels", "values"},
	"webpage_scroll":   {"to", "delta_y"},
	"webpage_execute":  {"method", "code"},
}

func TestExactlyOneOf(t *testing.T) {
	for _, s := range table() {
		one := exactlyOne[s.Name]
		for _, p := range s.params {
			for _, q := range s.params {
				if p.name == q.name || !slices.Contains(one, p.name) || !slices.Contains(one, q.name) {
					continue
				}
				both := "{" + strings.Join(append(s.required(p.name), fmt.Sprintf("%q:%s,%q:%s", p.name, p.good(), q.name, q.good())), ",") + "}"
				if _, _, err := s.parse(json.RawMessage(both)); err == nil || !strings.Contains(err.Error(), "exactly one") {
					t.Errorf("%s %s: %v", s.Name, both, err)
				}
			}
		}
		if one != nil {
			none := "{" + strings.Join(s.required(one[0]), ",") + "}"
			if _, _, err := s.parse(json.RawMessage(none)); err == nil || !strings.Contains(err.Error(), "exactly one") {
				t.Errorf("%s %s: %v", s.Name, none, err)
			}
		}
	}
	for _, odd := range []struct{ tool, arguments string }{
		{"webpage_wait", `{"text":"x","state":"hidden"}`},
		{"webpage_wait", `{"time_ms":5,"timeout_ms":5}`},
		{"webpage_dialog", `{"action":"dismiss","text":"x"}`},
	} {
		c, _, _ := shop(t)
		refuse(t, c, odd.tool, odd.arguments, browser.CodeInvalidArgument)
	}
}

// For every parameter of every tool: what it does not take is refused with its
// name and a list of what the tool takes, before a guard or a browser sees it.
func TestBadArguments(t *testing.T) {
	asked := 0
	c, fake, _ := shop(t, WithGuard(func(_ context.Context, r Request) error {
		if r.Tool.Name != "webpage_open" {
			asked++
		}
		return nil
	}))
	for _, s := range table() {
		for _, p := range s.params {
			for _, value := range p.bad() {
				arguments := "{" + strings.Join(append(s.required(p.name), fmt.Sprintf("%q:%s", p.name, value)), ",") + "}"
				e := refuse(t, c, s.Name, arguments, browser.CodeInvalidArgument)
				if !strings.Contains(e.Message, s.Name+": "+p.name+" must be ") {
					t.Errorf("%s %s: message %q", s.Name, arguments, e.Message)
				}
				if !strings.Contains(e.Hint, p.name) {
					t.Errorf("%s %s: hint %q", s.Name, arguments, e.Hint)
				}
			}
			if p.required {
				for _, nothing := range []string{"", fmt.Sprintf("%q:null", p.name)} {
					given := s.required(p.name)
					if nothing != "" {
						given = append(given, nothing)
					}
					e := refuse(t, c, s.Name, "{"+strings.Join(given, ",")+"}", browser.CodeInvalidArgument)
					if !strings.Contains(e.Message, p.name+" is missing") {
						t.Errorf("%s: message %q", s.Name, e.Message)
					}
				}
			}
		}
	}
	if calls := fake.made(); len(calls) > 0 || asked > 0 {
		t.Errorf("the browser saw %q, the guard %d calls", calls, asked)
	}
}

// For every parameter: what it takes is taken.
func TestGoodArguments(t *testing.T) {
	for _, s := range table() {
		for _, p := range s.params {
			arguments := "{" + strings.Join(append(s.required(p.name), fmt.Sprintf("%q:%s", p.name, p.good())), ",") + "}"
			if s.Name == "webpage_tabs" && p.name == "tab_id" {
				arguments = `{"action":"close","tab_id":"x"}`
			}
			if s.Name == "webpage_tabs" && p.name == "code" {
				arguments = `{"action":"claim","code":"x"}`
			}
			if s.Name == "webpage_record" && p.name != "action" {
				arguments = fmt.Sprintf(`{"action":"export",%q:%s}`, p.name, p.good())
			}
			if s.Name == "webpage_network" && p.name == "body" {
				arguments = `{"request_id":"r1","body":true}`
			}
			if _, clean, err := s.parse(json.RawMessage(arguments)); err != nil || string(clean) != arguments {
				t.Errorf("%s %s: %s, %v", s.Name, arguments, clean, err)
			}
		}
	}
}

func TestArgumentErrors(t *testing.T) {
	c, _, _ := shop(t)
	const clickTakes = "webpage_click takes ref (a ref such as e12, required); button (left, right or middle); count (a whole number from 1 to 3); " +
		"modifiers (a list of Alt, Control, Meta or Shift, each at most once); " +
		"offset (an object with x (a number from -16000000 to 16000000, required); y (a number from -16000000 to 16000000, required)); " +
		"hold_ms (a whole number from 1 to 10000); session_id (a text that is not empty)."
	const networkTakes = "webpage_network takes url (a text that is not empty); status (a text that is not empty); " +
		"type (document, stylesheet, script, image, font, media, fetch, xhr, eventsource, websocket, manifest, ping, preflight or other); " +
		"limit (a whole number from 1 to 150); all_documents (true or false); request_id (a text that is not empty); body (true or false); session_id (a text that is not empty)."
	const snapshotTakes = "webpage_snapshot takes region (an object with ref (a ref such as e12); viewport (true or false); " +
		"box (an object with x (a number from -16000000 to 16000000, required); y (a number from -16000000 to 16000000, required); " +
		"width (a number from 1 to 16000000, required); height (a number from 1 to 16000000, required))); since (a whole number from 1 to 2147483647); " +
		"full (true or false); max_lines (a whole number from 10 to 10000); max_chars (a whole number from 1000 to 400000); reader (dom or ax); session_id (a text that is not empty)."
	for _, c2 := range []struct{ name, tool, arguments, message, hint, reason string }{
		{"typo", "webpage_click", `{"reff":"e1","count":9}`,
			`webpage_click: there is no argument "reff"; count must be a whole number from 1 to 3, not 9; ref is missing`, clickTakes,
			"all that is wrong is told at once"},
		{"other case", "webpage_click", `{"ref":"e1","Ref":"e2"}`, `webpage_click: there is no argument "Ref"`, clickTakes,
			"encoding/json would take either spelling"},
		{"twice", "webpage_click", `{"ref":"e1","ref":"e2"}`, `webpage_click: "ref" is given twice`, clickTakes,
			"parsers differ in which one counts"},
		{"null and then a value", "webpage_click", `{"ref":"e1","count":null,"count":2}`, "", "", "null is not given"},
		{"list", "webpage_click", `["e1"]`, `webpage_click: the arguments must be a JSON object, not ["e1"]`, clickTakes, "positions mean nothing"},
		{"text", "webpage_click", `"{\"ref\":\"e1\"}"`, `webpage_click: the arguments must be a JSON object, not "{\"ref\":\"e1\"}"`, clickTakes,
			"some models write JSON into a string"},
		{"cut", "webpage_click", `{"ref":"e1"`, `webpage_click: the arguments are not valid JSON`, clickTakes, "cut streams"},
		{"two values", "webpage_click", `{"ref":"e1"} {}`, `webpage_click: the arguments are not valid JSON`, clickTakes, "the second would be lost"},
		{"null", "webpage_click", `null`, `webpage_click: ref is missing`, clickTakes, "nothing at all"},
		{"long", "webpage_click", `{"ref":"` + strings.Repeat("Ж", 100) + `"}`,
			`webpage_click: ref must be a ref such as e12, not "` + strings.Repeat("Ж", 20) + `…"`, clickTakes, "long values are cut at a letter"},
		{"unsafe", "webpage_click", `{"ref":"a\n\u202eb"}`, `webpage_click: ref must be a ref such as e12, not "a b"`, clickTakes, "echoes stay on their line"},
		{"in an object", "webpage_snapshot", `{"region":{"ref":"12","box":{"x":1,"y":"2","width":0,"width":5},"frame":1}}`,
			`webpage_snapshot: region.ref must be a ref such as e12, not "12"; region.box.y must be a number from -16000000 to 16000000, not "2"; ` +
				`region.box.width must be a number from 1 to 16000000, not 0; "region.box.width" is given twice; region.box.height is missing; there is no argument "region.frame"`,
			snapshotTakes, "the same rules hold inside of objects"},
		{"two parts", "webpage_snapshot", `{"region":{"ref":"e1","viewport":true}}`, `webpage_snapshot: region takes one of ref, viewport and box`, snapshotTakes, "which one?"},
		{"part of a difference", "webpage_snapshot", `{"region":{"viewport":true},"since":3}`, `webpage_snapshot: region takes neither since nor full`, snapshotTakes,
			"a region is not compared"},
		{"part by ax", "webpage_snapshot", `{"region":{"viewport":true},"reader":"ax"}`, `webpage_snapshot: a region is read by dom: the accessibility tree comes whole, so a part of it costs as much as all; leave out the region, or the reader`, snapshotTakes,
			"the tree is read whole"},
		{"list with tab", "webpage_tabs", `{"action":"list","tab_id":"T1"}`, `webpage_tabs: list takes no tab_id`,
			"webpage_tabs takes action (list, activate, close, release, handoff or claim, required); tab_id (a text that is not empty); code (a text that is not empty); session_id (a text that is not empty).", "it would be ignored"},
		{"two tabs", "webpage_tabs", `{"action":"close","tab_id":"T1","session_id":"T2"}`, `webpage_tabs: tab_id and session_id name different tabs; give one of them`,
			"webpage_tabs takes action (list, activate, close, release, handoff or claim, required); tab_id (a text that is not empty); code (a text that is not empty); session_id (a text that is not empty).", "which one?"},
		{"body of nothing", "webpage_network", `{"body":true}`, `webpage_network: body needs a request_id`, networkTakes, "whose body?"},
		{"one and many", "webpage_network", `{"request_id":"r1","limit":5}`, `webpage_network: request_id goes with body only`, networkTakes, "it would be ignored"},
		{"too many lines", "webpage_console", `{"limit":151}`, `webpage_console: limit must be a whole number from 1 to 150, not 151`,
			"webpage_console takes level (error, warning, info or debug); text (a text that is not empty); limit (a whole number from 1 to 150); all_documents (true or false); session_id (a text that is not empty).",
			"the seed's upper end"},
		{"unknown tool", "webpage_fly", `{}`, `there is no tool "webpage_fly"`,
			"The tools are webpage_open, webpage_navigate, webpage_snapshot, webpage_find, webpage_text, webpage_extract, webpage_screenshot, webpage_locate, webpage_revalidate, webpage_wait, webpage_console, webpage_network, webpage_diagnose, webpage_tabs, webpage_click, webpage_fill, webpage_press, " +
				"webpage_hover, webpage_drag, webpage_select_text, webpage_select, webpage_scroll, webpage_upload, webpage_dialog, webpage_resize, webpage_record, webpage_execute.",
			"a model takes one of the list next"},
	} {
		t.Run(c2.name, func(t *testing.T) {
			if c2.message == "" {
				do(t, c, c2.tool, c2.arguments)
				return
			}
			e := refuse(t, c, c2.tool, c2.arguments, browser.CodeInvalidArgument)
			if e.Message != c2.message || e.Hint != c2.hint {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s\n(%s)", e.Message, e.Hint, c2.message, c2.hint, c2.reason)
			}
			if got := c.Explain(e).Text; got != e.Text() {
				t.Errorf("our own words were marked: %s", got)
			}
		})
	}
}
