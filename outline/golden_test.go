package outline

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the want sections of the golden files")

// A golden file is a comment and sections "-- name --". "options.json" holds
// the options of the sections behind it, "x/tree" a tree (see parseTree),
// "x/want" the header and rows that it gives. Where there is a tree
// "x/before", "x/want" is what changed since; in text.txtar it is the text of
// the page, in extract.txtar its data.
type section struct{ name, text string }

func parseSections(text string) (comment string, sections []section) {
	for _, line := range strings.SplitAfter(text, "\n") {
		if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(name, " --\n") {
			sections = append(sections, section{name: strings.TrimSuffix(name, " --\n")})
			continue
		}
		if len(sections) == 0 {
			comment += line
			continue
		}
		sections[len(sections)-1].text += line
	}
	return comment, sections
}

func formatSections(comment string, sections []section) string {
	var b strings.Builder
	b.WriteString(comment)
	for _, s := range sections {
		b.WriteString("-- " + s.name + " --\n" + s.text)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			comment, sections := parseSections(string(data))
			out := goldenFile(t, strings.TrimSuffix(filepath.Base(file), ".txtar"), sections)
			if !*update {
				return
			}
			if err := os.WriteFile(file, []byte(formatSections(comment, out)), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// goldenFile checks every tree of a file and returns the sections as they
// should be.
func goldenFile(t *testing.T, topic string, sections []section) (out []section) {
	var options Options
	wants, befores := make(map[string]string), make(map[string]string)
	for _, s := range sections {
		if name, ok := strings.CutSuffix(s.name, "/before"); ok {
			befores[name] = s.text
		}
		if name, ok := strings.CutSuffix(s.name, "/want"); ok {
			wants[name] = s.text
		}
	}
	for _, s := range sections {
		if s.name == "options.json" {
			d := json.NewDecoder(strings.NewReader(s.text))
			d.DisallowUnknownFields()
			options = Options{}
			if err := d.Decode(&options); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
		}
		if strings.HasSuffix(s.name, "/want") {
			continue
		}
		out = append(out, s)
		name, ok := strings.CutSuffix(s.name, "/tree")
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			tree := parseTree(t, s.text)
			o := Build(tree, options)
			got := o.Text(HeaderInfo{Epoch: 1})
			if before, ok := befores[name]; ok {
				got = o.Since(Build(parseTree(t, before), options), SinceOptions{MaxLines: 12}).String()
			}
			switch topic {
			case "text":
				got = goldenText(tree)
			case "extract":
				got = goldenExtract(t, tree)
			}
			if want := wants[name]; !*update && got != want {
				t.Errorf("(-want +got)\n%s", cmp.Diff(want, got))
			}
			checkOutline(t, tree, o)
			out = append(out, section{name + "/want", got})
		})
	}
	return out
}

// checkOutline demands what holds for the outline of any tree.
func checkOutline(t *testing.T, tree *Tree, o *Outline) {
	t.Helper()
	text := o.Text(HeaderInfo{Epoch: 1})
	if !utf8.ValidString(text) {
		t.Error("the text is not UTF-8")
	}
	if n := utf8.RuneCountInString(text); n > o.options.MaxChars {
		t.Errorf("%d characters, the budget is %d", n, o.options.MaxChars)
	}
	rows := o.String()
	if n := strings.Count(rows, "\n"); n > o.options.MaxLines {
		t.Errorf("%d lines, the budget is %d", n, o.options.MaxLines)
	}
	if again := Build(tree, o.options).Text(HeaderInfo{Epoch: 1}); again != text {
		t.Errorf("two builds differ (-first +second)\n%s", cmp.Diff(text, again))
	}
	checkFixedPoint(t, tree, o.options)
	checkCounts(t, tree, o)
	checkPacked(t, o)
}

// checkCounts demands that the counts add up and that no addressable node was
// lost.
func checkCounts(t *testing.T, tree *Tree, o *Outline) {
	t.Helper()
	c := o.Counts()
	if sum := c.Printed + c.FoldedRepeats + c.Elided + c.Truncated; sum != c.Rows {
		t.Errorf("counts do not add up: %+v", c)
	}
	marks := 0
	kept := make(map[uint32]bool)
	for i := range o.rows {
		r := &o.rows[i]
		if r.ref != 0 {
			kept[uint32(r.ref)] = true
			if n := &tree.Nodes[r.node]; n.Ref != r.ref || n.ID != o.thingOf(r).id {
				t.Errorf("row %v does not resolve to its node", r.ref)
			}
		}
		if r.kind == kindRow && o.sideOf(r).count > 1 {
			marks += int(o.sideOf(r).count) - 1
		}
	}
	if marks != c.FoldedRepeats {
		t.Errorf("the marks say %d, the count is %d", marks, c.FoldedRepeats)
	}
	for i := range tree.Nodes {
		if ref := tree.Nodes[i].Ref; ref != 0 && !kept[uint32(ref)] {
			t.Errorf("%v is not addressable any more", ref)
		}
	}
}

// checkFixedPoint demands that folding what was folded changes nothing.
func checkFixedPoint(t *testing.T, tree *Tree, options Options) {
	t.Helper()
	options.MaxLines, options.MaxChars = math.MaxInt32, math.MaxInt32
	once := Build(tree, options)
	twice := *once
	twice.rows, twice.tables = slices.Clone(once.rows), slices.Clone(once.tables)
	twice.pass()
	if d := cmp.Diff(once.String(), twice.String()); d != "" {
		t.Errorf("folding what was folded changes it (-once +twice)\n%s", d)
	}
}

func goldenText(tree *Tree) string {
	whole := ReadText(tree, TextOptions{Links: true})
	var parts strings.Builder
	for next := 0; ; {
		r := ReadText(tree, TextOptions{Links: true, Offset: next, MaxChars: 60})
		parts.WriteString(r.Text)
		if next = r.Next; next == 0 {
			break
		}
	}
	if parts.String() != whole.Text {
		return "the parts differ from the whole:\n" + parts.String()
	}
	return whole.Text + "\n"
}

// goldenExtract writes one row per line.
func goldenExtract(t *testing.T, tree *Tree) string {
	t.Helper()
	var b strings.Builder
	for _, d := range Extract(tree, ExtractOptions{}) {
		b.WriteString(d.Kind + " " + strconv.Quote(d.Name) + " " + strings.Join(d.Columns, ", ") + "\n")
		for _, row := range d.Rows {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(" " + string(line) + "\n")
		}
	}
	return b.String()
}
