package main

import (
	"go/doc"
	"testing"
)

// unrun are the packages whose examples are compiled and not run.
var unrun = map[string]string{
	"agent":              "shows the whole of an agent, with a browser and an endpoint of a model",
	"cdp":                "needs a browser",
	"provider":           "needs a browser",
	"transport/chrome":   "needs a browser",
	"transport/endpoint": "needs a browser",
}

// A reader of go doc begins with the example.
func TestPackagesHaveExamples(t *testing.T) {
	for _, pkg := range public(t) {
		name := nameOf(pkg)
		shown, run := 0, 0
		for _, e := range doc.Examples(sources(t, name, true)...) {
			shown++
			if e.Output != "" || e.EmptyOutput {
				run++
			}
		}
		reason, listed := unrun[name]
		switch {
		case shown == 0:
			t.Errorf("%s has no example", name)
		case run == 0 && !listed:
			t.Errorf("no example of %s is run: say what it prints, or say here why it cannot be run", name)
		case run > 0 && listed:
			t.Errorf("an example of %s is run; the reason why it could not be (%s) is one no more", name, reason)
		}
	}
}
