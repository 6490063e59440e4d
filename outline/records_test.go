package outline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Cards that differ from the rest are rows of the list.
func TestListsKeepTheOddOnes(t *testing.T) {
	card := func(n string, rows ...string) string {
		return "heading \"Lamp " + n + "\" level=3\n" + strings.Join(rows, "\n") + "\n"
	}
	plain := func(n string) string { return card(n, `text "1`+n+` EUR"`, `button "Buy" ref`) }
	many := func(from, to int) string {
		var b strings.Builder
		for n := from; n <= to; n++ {
			b.WriteString(plain(string(rune('0' + n))))
		}
		return b.String()
	}
	for _, tc := range []struct{ name, reason, tree, want string }{
		{
			"more", "what it has more gets columns of its own, and the price stays the price",
			many(1, 4) + card("5", `text "last one"`, `text "15 EUR"`, `button "Buy" ref`, `button "Notify me" ref`) + many(6, 9),
			`"Lamp 4", "14 EUR", e4 "Buy"|"Lamp 5", "15 EUR", e5 "Buy", "last one", e6 "Notify me"|"Lamp 6", "16 EUR", e7 "Buy"`,
		},
		{
			"less", "what it lacks is an empty cell",
			many(1, 4) + card("5", `text "15 EUR"`, `text "sold out"`) + many(6, 9),
			`"Lamp 4", "14 EUR", e4 "Buy"|"Lamp 5", "15 EUR", "", "sold out"|"Lamp 6", "16 EUR", e5 "Buy"`,
		},
		{
			"first", "before the lines",
			card("0", `text "10 EUR"`, `text "new"`, `link "See it" ref href="/0"`) + many(1, 6),
			`"Lamp 0", "10 EUR", "", "new", e1 "See it" → http://shop.test/0|"Lamp 1", "11 EUR", e2 "Buy"`,
		},
		{
			"last", "behind the lines, without what follows them",
			many(1, 6) + card("7", `text "17 EUR"`, `text "old"`, `button "Buy" ref`) + "link \"Page 2\" ref href=\"/2\"\n",
			`"Lamp 6", "16 EUR", e6 "Buy"|"Lamp 7", "17 EUR", e7 "Buy", "old"` + "\n",
		},
		{
			"several on end", "however many they are",
			many(1, 4) + card("5", `text "15 EUR"`) + card("6", `text "16 EUR"`) + card("7", `text "17 EUR"`) + many(8, 9),
			`"Lamp 4", "14 EUR", e4 "Buy"|"Lamp 5", "15 EUR", ""|"Lamp 6", "16 EUR", ""|"Lamp 7", "17 EUR", ""|"Lamp 8", "18 EUR", e5 "Buy"|"Lamp 9", "19 EUR", e6 "Buy"` + "\n",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, wrap := range []bool{false, true} {
				tree := tc.tree
				if wrap { // each card in an item of a list
					tree = "list\n " + strings.ReplaceAll(strings.TrimSuffix(tree, "\n"), "\n", "\n  ")
					tree = strings.ReplaceAll(tree, "  heading", " listitem\n  heading")
					tree = strings.Replace(tree, "list\n heading", "list\n listitem\n  heading", 1) + "\n"
				}
				data := Extract(parseTree(t, "heading \"Lamps\" level=1\n"+tree), ExtractOptions{Kind: "list"})
				if len(data) != 1 {
					t.Fatalf("%d lists of\n%s", len(data), tree)
				}
				if data[0].Name != "Lamps" {
					t.Errorf("the list is called %q", data[0].Name)
				}
				if got := data[0].String(); !strings.Contains(strings.ReplaceAll(got, "\n", "|"), strings.ReplaceAll(tc.want, "\n", "|")) {
					t.Errorf("wrapped %v: %s; got\n%swant\n%s", wrap, tc.reason, got, tc.want)
				}
			}
		})
	}
}

// What stands among the rows of a list and is none of them is told aside, with
// its place.
func TestListsTellWhatIsNoRow(t *testing.T) {
	tree := parseTree(t, `list
 repeat 5
  listitem
   link "Book $i" ref href="/$i"
   text "$i EUR"
   button "Buy" ref
 group
  link "Our newsletter" ref href="/news"
 repeat 5
  listitem
   link "Book 1$i" ref href="/1$i"
   text "1$i EUR"
   button "Buy" ref
`)
	data := Extract(tree, ExtractOptions{Kind: "list"})
	if len(data) != 1 || data[0].Total != 10 {
		t.Fatalf("%+v", data)
	}
	want := []Aside{{Before: 5, Text: "Our newsletter", Ref: "e11", Href: "http://shop.test/news"}}
	if diff := cmp.Diff(want, data[0].Asides); diff != "" {
		t.Error(diff)
	}
	if got := data[0].String(); !strings.Contains(got, `no row, before row 6: e11 "Our newsletter"`) {
		t.Error(got)
	}
	if data = Extract(tree, ExtractOptions{Kind: "list", Offset: 6}); len(data[0].Asides) != 0 {
		t.Errorf("of rows that are not returned: %+v", data[0].Asides)
	}
}

// Two runs of like cards with many odd ones in between are two lists, and each
// odd one is in one of them.
func TestOddOnesAreInOneList(t *testing.T) {
	const like = " repeat 5\n  listitem\n   link \"Book $i\" ref href=\"/$i\"\n   text \"$i EUR\"\n   button \"Buy\" ref\n"
	const odd = " repeat 6\n  listitem\n   link \"Odd $i\" ref href=\"/$i\"\n   text \"$i EUR\"\n   text \"sold out\"\n   text \"for ever\"\n"
	seen := 0
	for _, d := range Extract(parseTree(t, "list\n"+like+odd+like), ExtractOptions{Kind: "list"}) {
		for _, row := range d.Rows {
			if strings.HasPrefix(row[0].Text, "Odd") {
				seen++
			}
		}
	}
	if seen != 6 {
		t.Errorf("the odd ones are there %d times, want 6", seen)
	}
}
