package tools

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documented is the public contract of the tools that exist: prompts, MCP
// clients and other programs rely on it. A line is changed only on purpose.
const documented = `
webpage_open        read    navigation  url, background
webpage_navigate    read    navigation  url, history, until, timeout_ms, session_id
webpage_snapshot    read    none        region, since, full, max_lines, max_chars, reader, session_id
webpage_find        read    none        query!, regex, limit, session_id
webpage_text        read    none        ref, offset, max_chars, links, session_id
webpage_extract     read    none        ref, kind, session_id
webpage_screenshot  read    view        ref, box, full_page, marks, format, max_edge, session_id
webpage_locate      read    view        ref!, scroll, highlight, session_id
webpage_revalidate  read    none        refs!, session_id
webpage_wait        read    none        time_ms, text, text_gone, ref, state, url, until, timeout_ms, session_id
webpage_console     read    none        level, text, limit, all_documents, session_id
webpage_network     read    none        url, status, type, limit, all_documents, request_id, body, session_id
webpage_diagnose    read    none
webpage_tabs        mutate  navigation  action!, tab_id, code, session_id
webpage_click       mutate  input       ref!, button, count, modifiers, offset, hold_ms, session_id
webpage_fill        mutate  input       ref!, value!, submit, keystrokes, session_id
webpage_press       mutate  input       key!, ref, count, hold_ms, session_id
webpage_hover       mutate  input       ref!, session_id
webpage_drag        mutate  input       ref!, to_ref, to_offset, dx, dy, session_id
webpage_select_text mutate  input       ref!, text, start, end, session_id
webpage_select      mutate  input       ref!, values, labels, session_id
webpage_scroll      mutate  view        ref, delta_x, delta_y, to, session_id
webpage_upload      mutate  input       ref, files, session_id
webpage_dialog      mutate  input       action!, text, session_id
webpage_resize      mutate  view        width!, height!, scale, mobile, force, session_id
webpage_record      mutate  none        action!, path, session_id
webpage_execute     mutate  script      code, method, params, timeout_ms, session_id
`

func TestTableIsAsDocumented(t *testing.T) {
	var got []string
	for _, s := range table() {
		var params []string
		for _, p := range s.params {
			name := p.name
			if p.required {
				name += "!"
			}
			params = append(params, name)
		}
		got = append(got, strings.TrimSpace(strings.Join([]string{s.Name, string(s.Class), string(s.Effect), strings.Join(params, ", ")}, " ")))
	}
	blanks := regexp.MustCompile(`  +`)
	want := strings.Split(blanks.ReplaceAllString(strings.TrimSpace(documented), " "), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("the table is\n%s\nbut documented is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The design's table lists all tools, those of later too; what exists must
// have its class and take none but its parameters.
func TestTableFitsTheDesign(t *testing.T) {
	design, err := os.ReadFile("../../../shared/DESIGN.md")
	if err != nil {
		t.Skip("the design is not beside this checkout: ", err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(design)) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.HasPrefix(cells[1], " `webpage_") {
			rows[strings.Trim(cells[1], " `")] = cells
		}
	}
	word := regexp.MustCompile("`([a-z_]+)`")
	for _, s := range table() {
		row := rows[s.Name]
		if row == nil {
			t.Errorf("%s: the design has no such tool", s.Name)
			continue
		}
		if class := strings.TrimSpace(row[2]); class != string(s.Class) {
			t.Errorf("%s: class %s, the design says %s", s.Name, s.Class, class)
		}
		allowed := map[string]bool{"session_id": true}
		for _, m := range word.FindAllStringSubmatch(row[3], -1) {
			allowed[m[1]] = true
		}
		for _, p := range s.params {
			if !allowed[p.name] {
				t.Errorf("%s: the design has no parameter %s", s.Name, p.name)
			}
		}
	}
}

func TestEveryToolIsComplete(t *testing.T) {
	effects := []Effect{None, View, Navigation, Input, Script}
	names := map[string]bool{}
	for _, tool := range Definitions() {
		if names[tool.Name] || !strings.HasPrefix(tool.Name, "webpage_") {
			t.Errorf("%q: not a new webpage_ name", tool.Name)
		}
		names[tool.Name] = true
		if tool.Class != Read && tool.Class != Mutate {
			t.Errorf("%s: class %q", tool.Name, tool.Class)
		}
		if !slices.Contains(effects, tool.Effect) {
			t.Errorf("%s: effect %q", tool.Name, tool.Effect)
		}
		if tool.Class == Read && (tool.Effect == Input || tool.Effect == Script) {
			t.Errorf("%s: a tool that reads has effect %s", tool.Name, tool.Effect)
		}
		if tool.Title == "" {
			t.Errorf("%s: no title", tool.Name)
		}
		// A description is paid for in every turn of every agent.
		if n := len(tool.Description); n < 40 || n > 420 {
			t.Errorf("%s: the description has %d characters", tool.Name, n)
		}
	}
}

func TestSchemas(t *testing.T) {
	for _, s := range table() {
		var schema struct {
			Type       string
			Properties map[string]struct {
				Type        string
				Description string
				Default     json.RawMessage
			}
			Required             []string
			AdditionalProperties *bool
		}
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties {
			t.Errorf("%s: the schema is not a closed object: %s", s.Name, s.Parameters)
		}
		if len(schema.Properties) != len(s.params) {
			t.Errorf("%s: %d properties for %d parameters", s.Name, len(schema.Properties), len(s.params))
		}
		for _, p := range s.params {
			property, ok := schema.Properties[p.name]
			if !ok || property.Description == "" || property.Type == "" {
				t.Errorf("%s: property %s is %+v", s.Name, p.name, property)
			}
			if p.required != slices.Contains(schema.Required, p.name) {
				t.Errorf("%s: %s is required in one place only", s.Name, p.name)
			}
			if property.Default != nil && !p.accepts(property.Default) {
				t.Errorf("%s: %s does not take its own default %s", s.Name, p.name, property.Default)
			}
		}
	}
}

// The parameters and the struct that they are decoded into are two lists; they
// must be the same.
func TestParametersAreTheFieldsOfTheArguments(t *testing.T) {
	for _, s := range table() {
		a, err := s.decode(json.RawMessage(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		fields := jsonNames(reflect.TypeOf(a))
		var params []string
		for _, p := range s.params {
			params = append(params, p.name)
		}
		slices.Sort(fields)
		slices.Sort(params)
		if !slices.Equal(fields, params) {
			t.Errorf("%s: parameters %q, fields %q", s.Name, params, fields)
		}
	}
}

func jsonNames(t reflect.Type) []string {
	var names []string
	for f := range fieldsOf(t) {
		if f.Anonymous {
			names = append(names, jsonNames(f.Type)...)
		} else {
			names = append(names, f.Tag.Get("json"))
		}
	}
	return names
}

func fieldsOf(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}
