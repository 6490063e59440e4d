package dom

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// axNode is a node of Chrome's accessibility tree.
type axNode struct {
	Ignored    bool         `json:"ignored"`
	Role       axValue      `json:"role"`
	Name       axValue      `json:"name"`
	Properties []axProperty `json:"properties"`
	Backend    int64        `json:"backendDOMNodeId"`
}

type axValue struct {
	Value json.RawMessage `json:"value"`
}

type axProperty struct {
	Name  string  `json:"name"`
	Value axValue `json:"value"`
}

func (v axValue) text() string {
	var s string
	if json.Unmarshal(v.Value, &s) != nil {
		return ""
	}
	return s
}

func (n *axNode) focusable() bool {
	return slices.ContainsFunc(n.Properties, func(p axProperty) bool {
		return p.Name == "focusable" && string(p.Value.Value) == "true"
	})
}

// axRoles are Chrome's own words for roles that ARIA has none for, or others.
var axRoles = map[string]string{
	"image": "img", "SvgRoot": "img", "DisclosureTriangle": "button", "PopUpButton": "button", "ToggleButton": "button",
	"ColorWell": "textbox", "Date": "textbox", "DateTime": "textbox", "InputTime": "textbox", "Canvas": "canvas",
	"Video": "video", "Audio": "audio", "Iframe": "iframe", "IframePresentational": "iframe", "LabelText": "generic",
	"Section": "generic", "Pre": "generic", "Abbr": "generic", "Legend": "generic", "LayoutTable": "generic",
	"LayoutTableCell": "generic", "LayoutTableRow": "generic", "Figcaption": "caption", "Details": "group",
	"DescriptionList": "generic", "sectionheader": "generic", "sectionfooter": "generic", "PluginObject": "generic",
}

var widgetRoles = strings.Fields("button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option " +
	"radio searchbox slider spinbutton switch tab textbox treeitem")

// seenElement is what the page's world knows of the element of an axNode.
type seenElement struct {
	ID      uint32 `json:"id"` // 0: not in the table
	Proxy   uint32 `json:"proxy"`
	Role    string `json:"role"`
	Name    string `json:"name"`
	HTML    string `json:"html"`
	Tab     int    `json:"tab"`
	Visible bool   `json:"visible"`
	Foreign bool   `json:"foreign"` // in a root of the browser's own, or an option of a closed list
	Dead    bool   `json:"dead"`    // fully transparent, and no pointer gets to it
}

const seeElements = `function (key, ...elements) {
	const h = globalThis[key];
	h.beginRead();
	const seen = elements.map(e => {
		if (!e || e.nodeType !== 1) return null;
		const box = e.getBoundingClientRect();
		const role = h.role(e);
		const root = e.getRootNode();
		const select = e.localName === 'option' && e.closest('select');
		return {
			id: h.knownId(e), proxy: e.control ? h.knownId(e.control) : 0, role, name: h.accessibleName(e, role),
			html: e.outerHTML.slice(0, 120), tab: e.tabIndex,
			visible: h.shown(e) && box.width > 1 && box.height > 1 && box.right > 0 && box.bottom + scrollY > 0,
			foreign: root.nodeType === 11 && /^(audio|video|input|textarea|select|details)$/.test(root.host.localName) ||
				Boolean(select) && !select.multiple && select.size <= 1,
			dead: !h.opaque(e) && getComputedStyle(e).pointerEvents === 'none',
		};
	});
	h.endRead();
	return seen;
}`

// oraclePage is a page that is compared with what Chrome says of it.
type oraclePage struct{ name, url string }

// oraclePages gives the saved pages and the cases.
func oraclePages(t *testing.T) []oraclePage {
	t.Helper()
	var pages []oraclePage
	for _, saved := range testpage.Saved(t) {
		pages = append(pages, oraclePage{saved.Name, saved.URL})
	}
	cases := testpage.Cases(t)
	folders, err := os.ReadDir(testpage.Shared(t, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	query := map[string]string{"R11-huge-table": "?rows=200"} // the tree of all 20,000 takes Chrome 13 s
	for _, f := range folders {
		if name := f.Name(); f.IsDir() && name[0] == 'R' {
			pages = append(pages, oraclePage{name, cases.URL("/cases/" + name + "/" + query[name])})
		}
	}
	return pages
}

// visit shows a page and waits until it has loaded.
func (p *framedPage) visit(t *testing.T, page oraclePage) {
	t.Helper()
	p.leave()
	p.t, p.url = t, page.url
	parsed := p.session.Listen("Page.domContentEventFired") // R30 never has loaded
	defer parsed.Close()
	p.call("Page.navigate", map[string]string{"url": page.url}, nil)
	<-parsed.C()
	if page.name != "R30-endless-sse" {
		p.run("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))", nil)
	}
	if page.name == "R41-big-message" { // the tree of all its text takes Chrome 13 s
		p.run("document.querySelector('p').textContent = 'word '.repeat(5000), 0", nil)
	}
}

// accessibility gives the nodes of the accessibility tree of a frame, asked for
// once on each page; none for a frame that the session cannot ask.
func (p *framedPage) accessibility(s *cdp.Session, frame string) []axNode {
	nodes, asked := p.trees[frame]
	if asked {
		return nodes
	}
	var tree struct {
		Nodes []axNode `json:"nodes"`
	}
	if s.Call(p.t.Context(), "Accessibility.getFullAXTree", map[string]string{"frameId": frame}, &tree) != nil {
		return nil
	}
	p.trees[frame] = tree.Nodes
	return tree.Nodes
}

// agreement is how many of a page's nodes that can be acted on are the same
// for Chrome and for the reader.
type agreement struct{ nodes, roles, names, rows int }

// Chrome's own account is the oracle, on the saved pages and the cases. Of all
// visible nodes of its accessibility tree that can be acted on, roles and names
// agree and there is a row, in 99 of 100 on all pages together. Of the visible
// elements that it says can be operated, 99 of 100 on every page have a ref or
// lie inside of the one thing that has. What does not agree is listed.
func TestAgreesWithChrome(t *testing.T) {
	p := openFramed(t, "about:blank")
	testbrowser.AcceptDialogs(t, p.session)
	var all agreement
	var covered coverage
	for _, page := range oraclePages(t) {
		t.Run(page.name, func(t *testing.T) {
			p.visit(t, page)
			a := p.agreement()
			t.Logf("%d actionable nodes: %d roles, %d names and %d rows agree", a.nodes, a.roles, a.names, a.rows)
			all = agreement{all.nodes + a.nodes, all.roles + a.roles, all.names + a.names, all.rows + a.rows}

			c := p.cover()
			t.Log(c.String())
			if share := 1 - float64(len(c.missing))/float64(max(1, c.operable)); share < 0.99 {
				t.Errorf("%.1f %% are covered", 100*share)
			}
			for _, m := range c.missing {
				t.Logf("missing: %s", m)
			}
			for _, e := range c.excused {
				t.Logf("exception: %s", e)
			}
			covered.add(c)
		})
	}
	if all.nodes < 1000 {
		t.Fatalf("only %d nodes were compared", all.nodes)
	}
	for what, n := range map[string]int{"roles": all.roles, "names": all.names, "rows": all.rows} {
		share := float64(n) / float64(all.nodes)
		t.Logf("%s: %d of %d agree (%.2f %%)", what, n, all.nodes, 100*share)
		if share < 0.99 {
			t.Errorf("%s: less than 99 %% agree", what)
		}
	}
	t.Logf("all pages: %s", covered.String())
	if covered.operable < 5000 {
		t.Errorf("only %d elements were compared", covered.operable)
	}
	if without := len(covered.missing) + len(covered.excused); 100*without > covered.operable {
		t.Errorf("%d of %d have no ref, exceptions and all", without, covered.operable)
	}
}

// agreement reads the page and compares roles, names and rows with those of the
// accessibility tree.
func (p *framedPage) agreement() agreement {
	p.t.Helper()
	tree, _ := p.readOnce()
	operable := map[uint32]bool{}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		// Frames of other processes count their elements for themselves.
		if n.State.Has(outline.Operable) && tree.Frames[n.Frame].Table == tree.Frames[0].Table {
			operable[n.ID] = true
		}
	}
	nodes, seen := p.actionable() // they know their ids now
	var a agreement
	for i, s := range seen {
		ax := nodes[i]
		axRole, ok := axRoles[ax.Role.text()]
		if !ok {
			axRole = ax.Role.text()
		}
		if s == nil || s.Foreign || !s.Visible || s.Dead || s.Tab < 0 && !slices.Contains(widgetRoles, axRole) {
			continue
		}
		ours := s.Role
		if ours == "none" || ours == "" {
			ours = "generic"
		}
		sameRole, sameName := ours == axRole, normal(ax.Name.text()) == normal(s.Name)
		hasRow := operable[s.ID] || operable[s.Proxy]
		a = agreement{a.nodes + 1, a.roles + count(sameRole), a.names + count(sameName), a.rows + count(hasRow)}
		if !sameRole || !sameName || !hasRow {
			p.t.Logf("Chrome has %s %.80q, we have %s %.80q, row: %v\n\t%s", ax.Role.text(), ax.Name.text(), s.Role, s.Name, hasRow, s.HTML)
		}
	}
	return a
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// normal folds what the two write differently: white space, icon glyphs, and
// what is beyond our limit.
func normal(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 0xe000 && r <= 0xf8ff || r >= 0xf0000 {
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 900 {
		s = s[:900]
	}
	return s
}

// actionable gives the nodes of the accessibility trees of all frames that can
// be acted on, and what the page's world knows of their elements.
func (p *framedPage) actionable() ([]axNode, []*seenElement) {
	p.t.Helper()
	ctx := p.t.Context()
	context, err := p.world.contextID(ctx, false)
	if err != nil {
		p.t.Fatal(err)
	}
	var frames struct {
		FrameTree frameTree `json:"frameTree"`
	}
	p.call("Page.getFrameTree", nil, &frames)
	var nodes []axNode
	var collect func(f *frameTree)
	collect = func(f *frameTree) {
		for _, n := range p.accessibility(p.session, f.Frame.ID) {
			role, ok := axRoles[n.Role.text()]
			if !ok {
				role = n.Role.text()
			}
			if !n.Ignored && n.Backend != 0 && role != "RootWebArea" && (slices.Contains(widgetRoles, role) || n.focusable()) {
				nodes = append(nodes, n)
			}
		}
		for i := range f.Children {
			collect(&f.Children[i])
		}
	}
	collect(&frames.FrameTree)
	sent := make([]*cdp.Pending, len(nodes))
	for i, n := range nodes {
		sent[i] = p.session.Send(ctx, "DOM.resolveNode", map[string]any{"backendNodeId": n.Backend, "executionContextId": context})
	}
	arguments := []any{map[string]any{"value": p.world.name}}
	for _, one := range sent {
		var resolved struct {
			Object struct {
				ID string `json:"objectId"`
			} `json:"object"`
		}
		// A node of another process resolves in none of our contexts.
		if err := one.Wait(ctx, &resolved); err != nil || resolved.Object.ID == "" {
			arguments = append(arguments, map[string]any{"value": nil})
			continue
		}
		arguments = append(arguments, map[string]any{"objectId": resolved.Object.ID})
	}
	var reply struct {
		Result struct {
			Value []*seenElement `json:"value"`
		} `json:"result"`
		Exception *exceptionDetails `json:"exceptionDetails"`
	}
	p.call("Runtime.callFunctionOn", map[string]any{
		"functionDeclaration": seeElements, "arguments": arguments, "executionContextId": context, "returnByValue": true,
	}, &reply)
	if reply.Exception != nil {
		p.t.Fatal(fmt.Errorf("comparing: %w", reply.Exception.err()))
	}
	return nodes, reply.Result.Value
}
