package holdfast_test

import (
	"bufio"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// surface is what api.txt lists: the names of each package, with the members of
// its types as Type.Member.
type surface map[string]map[string]bool

var (
	listedFunc   = regexp.MustCompile(`^\tfunc (?:\(\*?(\w+)\) )?(\w+)[\[(]`)
	listedMember = regexp.MustCompile(`^\t(\w+)\.(\w+) `)
	listedName   = regexp.MustCompile(`^\t(?:type|const|var) (\w+)`)
	listedMethod = regexp.MustCompile(`^\t(\w+)\.(\w+)[\[(]`)
)

func readSurface(t *testing.T) surface {
	t.Helper()
	file, err := os.Open("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := surface{}
	var in map[string]bool
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "package "); ok {
			name, _, _ = strings.Cut(name, " ")
			if in = s[path.Base(name)]; in == nil {
				in = map[string]bool{}
				s[path.Base(name)] = in
			}
			continue
		}
		switch {
		case listedFunc.MatchString(line):
			m := listedFunc.FindStringSubmatch(line)
			in[m[2]] = m[1] == "" || in[m[2]]
			in[m[1]+"."+m[2]] = m[1] != ""
		case listedName.MatchString(line):
			in[listedName.FindStringSubmatch(line)[1]] = true
		case listedMember.MatchString(line):
			m := listedMember.FindStringSubmatch(line)
			in[m[1]+"."+m[2]] = true
		case listedMethod.MatchString(line):
			m := listedMethod.FindStringSubmatch(line)
			in[m[1]+"."+m[2]] = true
		}
	}
	return s
}

// mentioned is a name of Go in prose: `provider.New`, `Receipt.Blocked`,
// `event.Feed`, `WithChecks`.
var mentioned = regexp.MustCompile("`(?:([a-z]\\w*)\\.)?([A-Z][a-z]\\w*)(?:\\.([A-Z]\\w*))?[`(]")

// TestDocumentsNameWhatThereIs looks up the names in the prose of the documents.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	s := readSurface(t)
	anywhere := map[string]bool{}
	for _, names := range s {
		for name, there := range names {
			if there {
				anywhere[name] = true
				if _, member, ok := strings.Cut(name, "."); ok {
					anywhere[member] = true
				}
			}
		}
	}
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mentioned.FindAllStringSubmatch(string(fence.ReplaceAll(text, []byte("\n"))), -1) {
			name, in := m[2], anywhere
			if m[3] != "" {
				name += "." + m[3]
			}
			if m[1] != "" {
				if in = s[m[1]]; in == nil {
					continue // of somebody else
				}
			}
			if !in[name] {
				t.Errorf("%s speaks of %s, which api.txt does not list", file, m[0])
			}
		}
	}
}
