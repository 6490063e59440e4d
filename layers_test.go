package holdfast_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/holdfast-go/holdfast"

// A room is a kind of package and what its code, tests aside, may import. Names
// are relative to the module; "." is its root, and a name that ends in /... is
// everything below.
type room struct {
	pattern string
	own     []string // packages of this module
	foreign []string // packages of other modules, by the beginning of their path
	reason  string   // why no more than that
}

// helpers are for tests: they may use whatever they test, and only tests may
// use them.
var helpers = []string{
	"holdfasttest", "internal/boundary", "internal/faultfs", "internal/leakcheck", "internal/tabhost", "internal/testbrowser", "internal/testelectron", "internal/testnpm", "internal/testpage",
	"internal/transporttest", "internal/treetext",
}

// rooms are looked up in this order; the first that matches counts.
var rooms = []room{
	{
		pattern: ".",
		reason:  "the root is the map of the library, not a part of it",
	},
	{
		pattern: "refs",
		reason:  "a pure core: whoever wants only references must not get a browser, and its tests must need none",
	},
	{
		pattern: "outline", own: []string{"refs"},
		reason: "a pure core: an outline is made from values, wherever they come from",
	},
	{
		pattern: "marks", own: []string{"refs", "outline"}, foreign: []string{"golang.org/x/image"},
		reason: "a pure core: a picture and rows go in, a picture comes out",
	},
	{
		pattern: "transport",
		reason:  "the contract of the wire stands on nothing, so that any program can implement it",
	},
	{
		pattern: "transport/chrome", own: []string{"transport", "transport/endpoint", "internal/..."},
		reason: "a browser that was started on a port is an endpoint; everything else a host knows is the contract",
	},
	{
		pattern: "transport/...", own: []string{"transport", "internal/..."},
		foreign: []string{"github.com/coder/websocket"},
		reason:  "a host carries messages and does not know what they mean; another host is not its business",
	},
	{
		pattern: "cdp", own: []string{"transport", "internal/..."},
		foreign: []string{"github.com/chromedp/cdproto", "github.com/go-json-experiment/json", "github.com/mailru/easyjson"},
		reason:  "the protocol runs over any host and serves any reader, so it knows neither",
	},
	{
		pattern: "outline/ax", own: []string{"refs", "outline", "outline/dom", "internal/..."},
		foreign: []string{"github.com/mailru/easyjson"},
		reason:  "the exact reader stands on the in-page one, which keeps the table of elements for both",
	},
	{
		pattern: "outline/...", own: []string{"refs", "outline", "internal/..."},
		foreign: []string{"github.com/chromedp/cdproto", "github.com/go-json-experiment/json", "github.com/mailru/easyjson"},
		reason:  "a reader works over any Caller, someone else's connection too, so it must not bring ours",
	},
	{
		pattern: "browser/site", foreign: []string{"golang.org/x/net/idna"},
		reason: "lists of sites are judged from an address alone, so that they can be tested by table",
	},
	{
		pattern: "browser/secret", own: []string{"browser/site", "internal/spelling"},
		reason: "what hides secrets must not be able to send them",
	},
	{
		pattern: "browser/record", own: []string{"browser", "outline", "refs", "internal/atomicfile"}, foreign: []string{"golang.org/x/image"},
		reason: "a recorder is a subscriber like any other: it records every provider, so it knows none; names are cleaned as outlines clean them",
	},
	{
		pattern: "browser", own: []string{"refs", "outline", "marks", "browser/site", "browser/secret"},
		reason: "the contract is where the agent and the wire meet; it belongs to neither of them",
	},
	{
		pattern: "provider",
		own: []string{"browser", "browser/site", "browser/secret", "cdp", "transport",
			"outline", "outline/...", "refs", "marks", "internal/..."},
		foreign: []string{"github.com/chromedp/cdproto", "github.com/go-json-experiment/json", "golang.org/x/image"},
		reason:  "the provider runs over whatever host it is given, so it launches and dials none",
	},
	{
		pattern: "agent/tools", own: []string{"browser", "browser/record", "refs", "outline"},
		reason: "a tool calls the contract, whose values come from the pure cores, so that every provider gets every tool",
	},
	{
		pattern: "agent/event",
		reason:  "events are shared by everything in the agent, so they depend on none of it",
	},
	{
		pattern: "agent/model",
		reason:  "a model knows messages, not pages",
	},
	{
		pattern: "agent/lang", own: []string{"agent/event", "agent/model"},
		foreign: []string{"golang.org/x/text"},
		reason:  "texts for people are made of events and kinds of errors; whoever says them stands above",
	},
	{
		pattern: "agent/openai", own: []string{"agent/model"},
		reason: "an adapter of one vendor is one package over the model contract",
	},
	{
		pattern: "agent/keys", own: []string{"internal/atomicfile"},
		reason: "a key is of use to every adapter, so it depends on none",
	},
	{
		pattern: "agent/system1", own: []string{"agent/keys"},
		reason: "the fast path has its own candidates; the runner maps pages to them",
	},
	{
		pattern: "agent/...",
		own: []string{"agent/model", "agent/event", "agent/lang", "agent/tools", "browser", "browser/site", "browser/secret",
			"refs", "internal/atomicfile"},
		reason: "budget, policy and history serve the runner and do not call it",
	},
	{
		pattern: "agent", own: []string{"agent/...", "browser", "browser/site", "browser/secret", "outline"},
		foreign: []string{"golang.org/x/text"},
		reason:  "the runner drives pages through the contract alone, whose values come from the pure cores",
	},
	{
		pattern: "examples/agent", own: []string{
			"agent", "agent/...", "browser", "browser/...", "examples/quickstart/shop", "internal/fakemodel", "provider", "transport/chrome",
		},
		reason: "an example is what a stranger may write; the scripted model is not the example's, it stands for one that nobody has a key for",
	},
	{
		pattern: "examples/panel", own: []string{"agent", "agent/...", "browser", "browser/...", "provider", "transport/chrome"},
		foreign: []string{"github.com/coder/websocket", "golang.org/x/text"},
		reason:  "a panel speaks to people over a socket and in their language; both libraries are the core module's already",
	},
	{
		pattern: "examples/...", own: []string{
			"agent", "agent/...", "browser", "browser/...", "cdp", "marks", "outline", "outline/...",
			"provider", "refs", "transport", "transport/...", "examples/...",
		},
		reason: "an example is what a stranger may write, and a stranger cannot import internal packages",
	},
	{
		pattern: "internal/jsonwalk", foreign: []string{"github.com/mailru/easyjson"},
		reason: "both readers decode with the same lexer, and nothing else",
	},
	{
		pattern: "internal/child", own: []string{"transport"}, foreign: []string{"golang.org/x/sys"},
		reason: "ending a whole process tree takes calls that the standard library does not have",
	},
	{
		pattern: "internal/sizing", own: []string{
			"agent", "agent/...", "browser", "provider", "transport", "transport/...", "internal/crowd", "internal/fakemodel",
		},
		reason: "it measures what a program pays, so it is one, and uses what a program uses",
	},
	{
		pattern: "internal/...", own: []string{"transport", "internal/..."},
		reason: "what several rooms share lies below all of them",
	},
}

// A wall keeps packages from reaching others by any way round, tests aside.
type wall struct {
	from   []string
	to     []string
	reason string
}

var walls = []wall{
	{
		from:   []string{"agent", "agent/...", "browser", "browser/..."},
		to:     []string{"transport", "transport/...", "cdp", "provider", "outline/..."},
		reason: "the agent and the wire know each other through browser only; a fake page must be enough to run an agent",
	},
	{
		from:   []string{"refs", "outline", "marks", "outline/..."},
		to:     []string{"transport", "transport/...", "cdp", "browser", "browser/...", "provider"},
		reason: "perception without the rest is a use of its own",
	},
	{
		from: []string{"."},
		to:   []string{"..."}, reason: "importing the map must cost nothing",
	},
	{
		from: []string{
			"agent", "agent/...", "browser", "browser/...", "cdp", "examples/...", "marks", "outline", "outline/...",
			"provider", "refs", "transport", "transport/...",
		},
		to:     helpers,
		reason: "test helpers are for tests",
	},
}

// listed is what go list says about a package.
type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestLayers(t *testing.T) {
	packages, err := list()
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range judge(packages) {
		t.Error(broken)
	}
}

// list asks the go command for the packages of this module. Modules of examples
// are not among them.
func list() ([]listed, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("go list: %w: %s", err, exit.Stderr)
		}
		return nil, err
	}
	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// judge returns a line for each arrow that points the wrong way.
func judge(packages []listed) []string {
	var broken []string
	say := func(format string, args ...any) { broken = append(broken, fmt.Sprintf(format, args...)) }
	for _, p := range packages {
		name, _ := relative(p.ImportPath)
		if matchesAny(helpers, name) {
			continue
		}
		i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.pattern, name) })
		if i < 0 {
			say("%s is in no room: give it one here and in the design, or put it into an existing one", name)
			continue
		}
		for _, path := range p.Imports {
			if !allowed(rooms[i], path) {
				say("%s imports %s, which it must not: %s", name, path, rooms[i].reason)
			}
		}
		for _, w := range walls {
			if !matchesAny(w.from, name) {
				continue
			}
			for _, path := range p.Deps {
				if own, ok := relative(path); ok && own != name && matchesAny(w.to, own) {
					say("%s reaches %s, which it must not by any way round: %s", name, own, w.reason)
				}
			}
		}
	}
	return broken
}

func allowed(r room, imported string) bool {
	if own, ok := relative(imported); ok {
		return matchesAny(r.own, own)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // the standard library; the pure cores have their own test for it
	}
	return slices.ContainsFunc(r.foreign, func(prefix string) bool {
		return imported == prefix || strings.HasPrefix(imported, prefix+"/")
	})
}

// relative gives a package's name in this module.
func relative(importPath string) (string, bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if parent, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(name, parent+"/")
	}
	return pattern == name
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

func TestJudgeSeesWrongArrows(t *testing.T) {
	own := func(name string) string { return path.Join(module, name) }
	tests := []struct {
		name     string
		packages []listed
		want     []string
		reason   string
	}{
		{
			name: "right arrows",
			packages: []listed{
				{ImportPath: own("refs"), Imports: []string{"fmt"}, Deps: []string{"fmt", "os"}},
				{ImportPath: own("outline/dom"), Imports: []string{own("outline"), "github.com/mailru/easyjson/jlexer"}, Deps: []string{own("outline")}},
				{ImportPath: own("transport/chrome"), Imports: []string{own("transport"), own("internal/mux")}},
			},
			reason: "what the design allows is allowed, other packages of an allowed module too",
		},
		{
			name:     "agent to wire",
			packages: []listed{{ImportPath: own("agent/tools"), Imports: []string{own("cdp")}}},
			want:     []string{"agent/tools imports " + own("cdp") + ", which it must not: a tool calls the contract, whose values come from the pure cores, so that every provider gets every tool"},
			reason:   "a direct import is found",
		},
		{
			name:     "round about",
			packages: []listed{{ImportPath: own("refs"), Imports: []string{"fmt"}, Deps: []string{own("browser")}}},
			want:     []string{"refs reaches browser, which it must not by any way round: perception without the rest is a use of its own"},
			reason:   "an import of an import is found",
		},
		{
			name:     "another module",
			packages: []listed{{ImportPath: own("refs"), Imports: []string{"github.com/google/go-cmp/cmp", "github.com/chromedp/cdprotocol"}}},
			want: []string{
				"refs imports github.com/google/go-cmp/cmp, which it must not: a pure core: whoever wants only references must not get a browser, and its tests must need none",
				"refs imports github.com/chromedp/cdprotocol, which it must not: a pure core: whoever wants only references must not get a browser, and its tests must need none",
			},
			reason: "dependencies are part of the rule",
		},
		{
			name:     "no room",
			packages: []listed{{ImportPath: own("util")}},
			want:     []string{"util is in no room: give it one here and in the design, or put it into an existing one"},
			reason:   "a new package is decided upon, not let in",
		},
		{
			name:     "a sibling host",
			packages: []listed{{ImportPath: own("transport/endpoint"), Imports: []string{own("transport/chrome")}}},
			want:     []string{"transport/endpoint imports " + own("transport/chrome") + ", which it must not: a host carries messages and does not know what they mean; another host is not its business"},
			reason:   "packages of one room do not know each other unless it says so",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, judge(test.packages)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}
