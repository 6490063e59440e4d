package main

import "testing"

// mostNames is what a stranger takes in of a package at once.
const mostNames = 20

// larger are the packages that have a reason for more. The count is what they have:
// one that grows or shrinks says so here, in the same commit.
var larger = map[string]struct {
	names  int
	reason string
}{
	"agent":       {34, "a runner is put together from options, each of which is a decision of its own"},
	"agent/event": {65, "a typed protocol: each event, command and kind of item is a type"},
	"agent/model": {34, "each block of a message and each event of a stream is a type"},
	"browser":     {168, "the contract: each of some thirty verbs has a request and a result, each error its sentinel"},
	"outline":     {31, "one tree in, six readings out, each with its options and its result"},
	"outline/dom": {63, "the read path and the write path: each act on an element has a request and a result"},
	"provider":    {30, "a provider is put together from options, each of which is a decision of its own"},
}

func TestPackagesAreSmall(t *testing.T) {
	seen := map[string]bool{}
	for _, pkg := range public(t) {
		name, n := nameOf(pkg), count(pkg)
		seen[name] = true
		allowed, listed := larger[name]
		switch {
		case !listed && n > mostNames:
			t.Errorf("%s has %d exported names, and %d are what a package has without a reason: unexport what nobody needs, group constants under a type, or move what is internal below internal", name, n, mostNames)
		case listed && n != allowed.names:
			t.Errorf("%s has %d exported names, the table says %d: when it grew, ask whether the reason (%s) holds for the new one", name, n, allowed.names, allowed.reason)
		case listed && n <= mostNames:
			t.Errorf("%s has %d exported names and needs no reason any more", name, n)
		}
	}
	for name := range larger {
		if !seen[name] {
			t.Errorf("there is no public package %s", name)
		}
	}
}
