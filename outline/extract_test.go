package outline

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/refs"
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
		{"holding", "the second button of a cell is in the table, and there is room for all of it", ExtractOptions{Holding: 4, MaxRows: 5},
			"table \"Ledger\", 5 rows\ncolumns \"No\", \"Who\", \"Do\"\n\"1\", \"Account 1\", e1 \"Open Close\"\n\"2\", \"Account 2\", e3 \"Open Close\"\n" +
				"\"3\", \"Account 3\", e5 \"Open Close\"\n\"4\", \"Account 4\", e7 \"Open Close\"\n\"5\", \"Account 5\", e9 \"Open Close\"\n"},
		{"going on", "a table that is too large begins with the row that was asked for", ExtractOptions{Holding: 4, MaxRows: 1},
			"table \"Ledger\", 5 rows, from row 2 on 1\ncolumns \"No\", \"Who\", \"Do\"\n\"2\", \"Account 2\", e3 \"Open Close\"\n"},
		{"going on from an offset", "who says a row gets it", ExtractOptions{Holding: 4, MaxRows: 1, Offset: 2},
			"table \"Ledger\", 5 rows, from row 3 on 1\ncolumns \"No\", \"Who\", \"Do\"\n\"3\", \"Account 3\", e5 \"Open Close\"\n"},
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

// What does not fit goes on at a ref that the part before gave.
func TestExtractGoesOn(t *testing.T) {
	tree := parseTree(t, dataTree)
	var got []string
	options := ExtractOptions{Kind: "table", MaxRows: 2}
	for range 3 {
		d := Extract(tree, options)[0]
		got = append(got, d.Rows[0][0].Text+" "+d.Next)
		if d.Next == "" {
			break
		}
		next, err := refs.Parse(d.Next)
		if err != nil {
			t.Fatal(err)
		}
		options.Holding = next
	}
	if want := []string{"1 e5", "3 e9", "5 "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A list of terms that lost its bracket does not swallow what is behind it.
func TestDefinitionsEnd(t *testing.T) {
	tree := parseTree(t, `term "Weight"
definition "2 kg"
definition "or more"
term "Maker"
link "Kelp" ref href="/k"
heading "Next" level=2
text "Other words"
table
 row
  cell "1"
  cell "2"
`)
	data := Extract(tree, ExtractOptions{Kind: "definitions"})
	if len(data) != 1 {
		t.Fatalf("%v", data)
	}
	want := "definitions, 2 rows\ncolumns \"term\", \"definition\"\n\"Weight\", \"2 kg or more\"\n\"Maker\", e1 \"Kelp\" → http://shop.test/k\n"
	if d := cmp.Diff(want, data[0].String()); d != "" {
		t.Error(d)
	}
}
