package outline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/refs"
)

const regionTree = `banner box=0,0,0,0
 link "Home" e1 y=10
main box=0,0,0,0
 heading "Part" level=1 y=100
 list box=0,0,0,0
  listitem box=0,0,0,0
   link "One" e2 y=200
   text "first" y=200
  listitem box=0,0,0,0
   link "Two" e3 y=900 offscreen
 iframe "Widget" e4 box=10,300,200,100
  button "Inside" e5 y=310 frame=1
contentinfo box=0,0,0,0
 link "Imprint" e6 y=2000 offscreen
`

func TestRegions(t *testing.T) {
	tree := parseTree(t, regionTree)
	subtree := func(ref refs.Ref) func() (*Tree, int) {
		return func() (*Tree, int) { return tree.Subtree(ref) }
	}
	for _, test := range []struct {
		name, reason string
		region       func() (*Tree, int)
		outside      int
		want         string
	}{
		{"subtree", "the element and what is in it, from depth 0", subtree(4), 4, "e4 iframe \"Widget\"\n e5 button \"Inside\"\n"},
		{"leaf", "one row", subtree(2), 5, "e2 link \"One\"\n"},
		{"viewport", "with the ancestors of what is seen", tree.InViewport, 2,
			"banner\n e1 link \"Home\"\nmain\n heading \"Part\" level=1\n listitem\n  e2 link \"One\"\n  \"first\"\n e4 iframe \"Widget\"\n  e5 button \"Inside\"\n"},
		{"box", "a part that is scrolled away", func() (*Tree, int) { return tree.InBox(Box{0, 850, 500, 100}) }, 5,
			"main\n e3 link \"Two\"\n"},
		{"nothing", "an empty region is an empty tree", func() (*Tree, int) { return tree.InBox(Box{5000, 5000, 1, 1}) }, 6, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			region, outside := test.region()
			if outside != test.outside {
				t.Errorf("%d refs outside, want %d", outside, test.outside)
			}
			o := Build(region, Options{})
			if d := cmp.Diff(test.want, o.String()); d != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, d)
			}
			for i, f := range region.Frames {
				if f.Owner >= 0 && region.Nodes[f.Owner].Role != "iframe" {
					t.Errorf("frame %d is owned by a %s", i, region.Nodes[f.Owner].Role)
				}
			}
			observation, at := region.Observation()
			if len(observation.Targets) != len(at) || len(at)+outside != 6 {
				t.Errorf("%d targets and %d outside", len(at), outside)
			}
		})
	}
	if region, _ := tree.Subtree(99); region != nil {
		t.Error("a ref that is not there has a subtree")
	}
	if len(tree.Nodes) != 14 || tree.Frames[1].Owner != 10 {
		t.Error("the tree was changed")
	}
}
