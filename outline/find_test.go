package outline

import (
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
