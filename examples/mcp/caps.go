package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/tools"
)

// groups are what --caps takes: tools that a client may want to do without, by
// what they are for. Every tool is in one of them.
var groups = []string{"look", "go", "act", "files", "script", "devtools"}

// special tools are in another group than their effect says.
var special = map[string]string{
	"webpage_upload": "files", "webpage_console": "devtools", "webpage_network": "devtools", "webpage_diagnose": "devtools",
	"webpage_resize": "devtools", "webpage_tabs": "go",
}

// groupOf tells which group a tool is in.
func groupOf(t tools.Tool) string {
	if g, ok := special[t.Name]; ok {
		return g
	}
	switch t.Effect {
	case tools.Navigation:
		return "go"
	case tools.Input:
		return "act"
	case tools.Script:
		return "script"
	}
	return "look"
}

// parseGroups reads the value of --caps.
func parseGroups(value string) ([]string, error) {
	var chosen []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(groups, name) {
			return nil, fmt.Errorf("--caps takes %s, with commas between them, not %q", strings.Join(groups, ", "), name)
		}
		chosen = append(chosen, name)
	}
	return chosen, nil
}

// without names the tools of all other groups; none when nothing was chosen.
func without(chosen []string) []string {
	if len(chosen) == 0 {
		return nil
	}
	var names []string
	for _, t := range tools.Definitions() {
		if !slices.Contains(chosen, groupOf(t)) {
			names = append(names, t.Name)
		}
	}
	return names
}
