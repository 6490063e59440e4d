package outline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const shopTree = `heading "Orders" level=1
list
 listitem
  link "Invoice 1001" ref href=http://shop.test/orders/1001
  text "due 3 May"
  button "Pay" ref
 listitem
  link "Invoice 1002" ref href=http://shop.test/orders/1002
  text "due 4 May"
  button "Pay" ref
heading "Search" level=2
textbox "What" ref value="Größe \"L\""
textbox "Secret" ref protected
button "Δοκιμής" ref
`

func TestFind(t *testing.T) {
	o := Build(parseTree(t, shopTree), Options{})
	for _, test := range []struct {
		name, reason, query string
		options             FindOptions
		want                string
	}{
		{"case", "any case finds", "INVOICE 1002", FindOptions{},
			"1 hits for \"INVOICE 1002\"\ne3 link \"Invoice 1002\" → /orders/1002\n in listitem e3 link \"Invoice 1002\" → /orders/1002, \"due 4 May\", e4 button \"Pay\", under heading \"Orders\"\n"},
		{"limit", "the total is told", "pay", FindOptions{Limit: 1},
			"2 hits for \"pay\", the first 1\ne2 button \"Pay\"\n in listitem e1 link \"Invoice 1001\" → /orders/1001, \"due 3 May\", e2 button \"Pay\", under heading \"Orders\"\n"},
		{"href", "addresses are searched whole", "shop.test/orders/1001", FindOptions{},
			"1 hits for \"shop.test/orders/1001\"\ne1 link \"Invoice 1001\" → /orders/1001\n in listitem e1 link \"Invoice 1001\" → /orders/1001, \"due 3 May\", e2 button \"Pay\", under heading \"Orders\"\n"},
		{"row", "a row can be searched as it is printed", `button "pay"`, FindOptions{Limit: 1},
			"2 hits for \"button \\\"pay\\\"\", the first 1\ne2 button \"Pay\"\n in listitem e1 link \"Invoice 1001\" → /orders/1001, \"due 3 May\", e2 button \"Pay\", under heading \"Orders\"\n"},
		{"value", "values are searched, letters beyond ASCII in any case", `GRÖSSE "l"`, FindOptions{}, "nothing matches \"GRÖSSE \\\"l\\\"\"\n"},
		{"folding", "letters beyond ASCII in any case", `GRÖßE "l"`, FindOptions{},
			"1 hits for \"GRÖßE \\\"l\\\"\"\ne5 textbox \"What\" value=\"Größe \\\"L\\\"\"\n under heading \"Search\"\n"},
		{"final sigma", "both forms of a letter are one", "ΔΟΚΙΜΉΣ", FindOptions{},
			"1 hits for \"ΔΟΚΙΜΉΣ\"\ne7 button \"Δοκιμής\"\n under heading \"Search\"\n"},
		{"regexp", "by option", "^link .*100[2-9]", FindOptions{Regexp: true},
			"1 hits for \"^link .*100[2-9]\"\ne3 link \"Invoice 1002\" → /orders/1002\n in listitem e3 link \"Invoice 1002\" → /orders/1002, \"due 4 May\", e4 button \"Pay\", under heading \"Orders\"\n"},
		{"empty", "nothing was asked", " ", FindOptions{}, "nothing matches \"\"\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := o.Find(test.query, test.options)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, got.String()); d != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, d)
			}
		})
	}
	if _, err := o.Find("(", FindOptions{Regexp: true}); err == nil {
		t.Error("a bad regular expression is no error")
	}
}

func TestFindInTables(t *testing.T) {
	o := Build(parseTree(t, `heading "Lamps" level=1
repeat 90
 heading "Lamp $i" level=3
 text "$i EUR"
 button "Add to cart" ref
button "Help" ref
heading "Legal" level=2
button "Help" ref
text "small print"
button "Help" ref
text "smaller print"
button "Help" ref
`), Options{})
	for _, test := range []struct{ name, reason, query, want string }{
		{"elided", "a hit that is not printed says so and gives the ref of its card", "lamp 77",
			"1 hits for \"lamp 77\"\nheading \"Lamp 77\" level=3 (in a table)\n in heading \"Lamp 77\" level=3, \"77 EUR\", e77 button \"Add to cart\", under heading \"Lamps\"\n"},
		{"printed", "one that is printed does not", "lamp 7\"",
			"1 hits for \"lamp 7\\\"\"\nheading \"Lamp 7\" level=3\n in heading \"Lamp 7\" level=3, \"7 EUR\", e7 button \"Add to cart\", under heading \"Lamps\"\n"},
		{"folded", "all instances have their refs", "help",
			"4 hits for \"help\"\ne91 button \"Help\"\n under heading \"Lamps\"\ne92 button \"Help\" (folded)\n under heading \"Legal\"\ne93 button \"Help\" (folded)\n under heading \"Legal\"\ne94 button \"Help\" (folded)\n under heading \"Legal\"\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := o.Find(test.query, FindOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, got.String()); d != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, d)
			}
		})
	}
	all, err := o.Find("button", FindOptions{Limit: 1000})
	if err != nil || all.Total != 94 || len(all.Hits) != 94 {
		t.Fatalf("%d hits for all buttons, %v", all.Total, err)
	}
	for _, h := range all.Hits {
		if h.Ref == 0 {
			t.Errorf("a button without a ref: %+v", h)
		}
	}
}

// TestFindSearchesWhole: what is cut in print is found whole, and so are rows
// that the budget cut.
func TestFindSearchesWhole(t *testing.T) {
	o := Build(parseTree(t, "text \""+strings.Repeat("word ", 100)+"needle\"\nrepeat 40\n heading \"Part $i\" level=2\n text \"x $i y\"\n text \"z\"\n button \"Go $i\" ref\n"), Options{MaxLines: 10})
	excerpt, err := o.Find("needle", FindOptions{})
	if err != nil || len(excerpt.Hits) != 1 || excerpt.Hits[0].Text != `…"word word word word needle"` {
		t.Errorf("the excerpt is %+v", excerpt.Hits)
	}
	for query, why := range map[string]string{"needle": "", "go 40": "cut"} {
		got, err := o.Find(query, FindOptions{})
		if err != nil || got.Total != 1 || got.Hits[0].Why != why || got.Hits[0].Printed != (why == "") {
			t.Errorf("%s: %+v %v", query, got, err)
		}
	}
}

func TestLookup(t *testing.T) {
	o := Build(parseTree(t, shopTree), Options{})
	for _, test := range []struct {
		name, role, of string
		match, near    int
	}{
		{"one", "link", "Invoice 1001", 1, 0},
		{"several", "button", "Pay", 2, 0},
		{"any role", "", "Invoice 1001", 1, 0},
		{"other role is near", "button", "Invoice 1001", 0, 1},
		{"part and case are near", "link", "invoice", 0, 2},
		{"nothing", "link", "Receipt", 0, 0},
		{"text is not addressable", "text", "due 3 May", 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			match, near := o.Lookup(test.role, test.of)
			if len(match) != test.match || len(near) != test.near {
				t.Errorf("%d matches and %d near, want %d and %d", len(match), len(near), test.match, test.near)
			}
		})
	}
	row, ok := o.ByRef(3)
	if !ok || row.Text != `e3 link "Invoice 1002" → /orders/1002` {
		t.Errorf("ByRef gives %+v, %v", row, ok)
	}
	if _, ok := o.ByRef(0); ok {
		t.Error("the zero ref is a row")
	}
}
