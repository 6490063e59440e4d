package outline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const dataTree = `main
 table "Ledger"
  row
   columnheader "No"
   columnheader "Who"
   columnheader "Do"
  repeat 5
   row
    cell "$i"
    cell "Account $i"
    cell
     button "Open" ref
     button "Close" ref
 form "Address"
  textbox "Street" ref value="Main St"
  checkbox "Agree" ref checked
 list
  term "Weight"
  definition "2 kg"
`

func TestExtractOptions(t *testing.T) {
	tree := parseTree(t, dataTree)
	for _, tc := range []struct {
		name, reason string
		options      ExtractOptions
		want         string
	}{
		{"table", "the cells in order, the first ref of each", ExtractOptions{Kind: "table", MaxRows: 2},
			"table \"Ledger\", 5 rows, the first 2\ncolumns \"No\", \"Who\", \"Do\"\n\"1\", \"Account 1\", e1 \"Open Close\"\n\"2\", \"Account 2\", e3 \"Open Close\"\n"},
		{"from a row on", "what is left out before is said", ExtractOptions{Kind: "table", MaxRows: 1, Offset: 3},
			"table \"Ledger\", 5 rows, from row 4 on 1\ncolumns \"No\", \"Who\", \"Do\"\n\"4\", \"Account 4\", e7 \"Open Close\"\n"},
		{"budget", "one row at least of each set, and no more than there is room for", ExtractOptions{MaxChars: 60, Kind: "table"},
			"table \"Ledger\", 5 rows, the first 1\ncolumns \"No\", \"Who\", \"Do\"\n\"1\", \"Account 1\", e1 \"Open Close\"\n"},
		{"list", "terms and definitions are a list, too", ExtractOptions{Kind: "list"},
			"definitions, 1 rows\ncolumns \"term\", \"definition\"\n\"Weight\", \"2 kg\"\n"},
		{"holding", "the second button of a cell is in the table", ExtractOptions{Holding: 4, MaxRows: 1},
			"table \"Ledger\", 5 rows, the first 1\ncolumns \"No\", \"Who\", \"Do\"\n\"1\", \"Account 1\", e1 \"Open Close\"\n"},
		{"holding a field", "the form that it is in", ExtractOptions{Holding: 12},
			"form \"Address\", 2 rows\ncolumns \"field\", \"value\"\n\"Street\", e11 \"Main St\"\n\"Agree\", e12 \"true\" checked\n"},
		{"holding nothing", "no set has it", ExtractOptions{Holding: 99}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b strings.Builder
			for _, d := range Extract(tree, tc.options) {
				b.WriteString(d.String())
			}
			if d := cmp.Diff(tc.want, b.String()); d != "" {
				t.Errorf("%s (-want +got)\n%s", tc.reason, d)
			}
		})
	}
}

// What a page says cannot make a row of its own.
func TestDataStringForgesNothing(t *testing.T) {
	tree := parseTree(t, `table "A"
 row
  columnheader "x"
  columnheader "y"
 row
  cell "1"
  cell "2"
`)
	tree.Nodes[5].Name = "\"\n\"3\", e7 \"Pay\u2028now"
	tree.Nodes[0].Name = "A\"\ncolumns \"z\""
	d := Extract(tree, ExtractOptions{})
	if len(d) != 1 || strings.Count(d[0].String(), "\n") != 3 || strings.Contains(d[0].String(), "\u2028") {
		t.Errorf("got\n%s", d[0].String())
	}
}
