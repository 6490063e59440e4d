package main

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent/lang"
)

// table reads the texts of a language by their keys.
func table(t *testing.T, name string) map[string]string {
	t.Helper()
	source, err := files.ReadFile("page/" + name)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, m := range regexp.MustCompile(`(?:[\s{])'?([\w-]+)'?: '((?:[^'\\]|\\.)*)'`).FindAllStringSubmatch(string(source), -1) {
		if _, twice := texts[m[1]]; twice {
			t.Errorf("%s has %s twice", name, m[1])
		}
		texts[m[1]] = m[2]
	}
	return texts
}

// The panel says everything in both languages, and has no text that it never says.
func TestWords(t *testing.T) {
	english, chinese := table(t, "words-en.mjs"), table(t, "words-zh.mjs")
	if len(english) < 100 {
		t.Fatalf("only %d texts were found", len(english))
	}
	values := regexp.MustCompile(`\{\w+\}`)
	for key, text := range english {
		other, ok := chinese[key]
		if !ok {
			t.Errorf("%s is not in Chinese", key)
			continue
		}
		have, want := values.FindAllString(other, -1), values.FindAllString(text, -1)
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			t.Errorf("%s has the values %v in English and %v in Chinese", key, want, have)
		}
	}
	for key := range chinese {
		if _, ok := english[key]; !ok {
			t.Errorf("%s is not in English", key)
		}
	}
	said := map[string]bool{}
	var prefixes []string
	modules, err := fs.Glob(files, "page/*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range modules {
		source, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// The argument of t, and what stands in it as a choice of two.
		for _, call := range regexp.MustCompile(`\bt\(([^,()]*)[,)]`).FindAllStringSubmatch(string(source), -1) {
			for _, m := range regexp.MustCompile(`'([\w-]+)'`).FindAllStringSubmatch(call[1], -1) {
				if said[m[1]] = true; strings.HasSuffix(m[1], "-") {
					prefixes = append(prefixes, m[1])
				} else if _, ok := english[m[1]]; !ok {
					t.Errorf("%s says %s, which is no text", name, m[1])
				}
			}
		}
		said["example1"], said["example2"] = true, true // from a list
	}
	prefixes = append(prefixes, "error-")
	for key := range english {
		if !said[key] && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("%s is never said", key)
		}
	}
	for _, code := range codes {
		if _, ok := english["error-"+code]; !ok && code != "no_page" && code != "no_picture" {
			t.Errorf("an error %s has no text", code)
		}
	}
	for group, names := range labelsOf(lang.Chinese) {
		for value, words := range names {
			if string(words) == value || labelsOf(lang.English)[group][value] == "" {
				t.Errorf("the library has no name for the %s %s", group, value)
			}
		}
	}
}
