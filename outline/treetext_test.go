package outline

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/refs"
)

// parseTree reads the trees of golden files: one node per line, one space of
// indent per level, then
//
//	role "name" [ref] [flags…] [level=N] [value="…"] [href=…] [note="…"] [box=x,y,w,h] [y=N]
//	[across=N] [down=N] [frame=N]
//
// "ref" makes the node addressable and operable; its number is the count of
// such nodes so far. "e12" gives the number. A line "repeat N" repeats the deeper lines below it, one
// level up, with $i in them replaced by 1…N; "repeat A-B" counts from A to B.
// A "title …" line and a "url …" line set what they say.
func parseTree(t *testing.T, text string) *Tree {
	t.Helper()
	tree := &Tree{
		Title: "Page", Viewport: Size{1280, 720},
		Frames: []Frame{{ID: "F", Table: "T", URL: "http://shop.test/", Owner: -1}},
	}
	tree.Document.URL = "http://shop.test/"
	for _, line := range expandRepeats(strings.Split(strings.TrimRight(text, "\n"), "\n")) {
		body := strings.TrimLeft(line, " ")
		depth := len(line) - len(body)
		switch {
		case body == "":
			continue
		case strings.HasPrefix(body, "title "):
			tree.Title = unquote(t, body[len("title "):])
			continue
		case strings.HasPrefix(body, "url "):
			tree.Document.URL = body[len("url "):]
			continue
		case strings.HasPrefix(body, "overlay "):
			n, err := strconv.Atoi(body[len("overlay "):])
			if err != nil {
				t.Fatal(err)
			}
			tree.Overlay = &Overlay{Node: int32(n)}
			continue
		}
		n := Node{Depth: int32(depth), ID: uint32(len(tree.Nodes) + 1), Box: Box{10, 10, 100, 20}}
		for i, word := range fields(body) {
			parseWord(t, tree, &n, word, i)
		}
		if n.Ref != 0 {
			n.ID = uint32(n.Ref)
		} else if n.State&Operable != 0 {
			refsSoFar := refs.Ref(1)
			for i := range tree.Nodes {
				if tree.Nodes[i].Ref != 0 {
					refsSoFar++
				}
			}
			n.Ref = refsSoFar
		} else {
			n.ID = 0
		}
		tree.Nodes = append(tree.Nodes, n)
	}
	return tree
}

var flagWords = map[string]State{
	"ref": Operable, "disabled": Disabled, "checked": Checked, "mixed": Mixed, "expanded": Expanded,
	"collapsed": Collapsed, "selected": Selected, "pressed": Pressed, "required": Required,
	"invalid": Invalid, "readonly": ReadOnly, "focused": Focused, "multiple": Multiple,
	"multiline": Multiline, "protected": Protected, "modal": Modal, "offscreen": Offscreen,
	"draggable": Draggable, "hinted": Hinted, "editable": Editable, "content": NameFromContent,
	"current": Current, "busy": Busy, "haspopup": HasPopup, "scrollable": Scrollable,
	"blocked": Blocked, "truncated": Truncated,
}

func parseWord(t *testing.T, tree *Tree, n *Node, word string, i int) {
	t.Helper()
	if i == 0 {
		n.Role = word
		return
	}
	if word[0] == '"' {
		n.Name = unquote(t, word)
		return
	}
	if flag, ok := flagWords[word]; ok {
		n.State |= flag
		return
	}
	switch word {
	case "inline":
		n.Flow = Inline
		return
	case "glued":
		n.Flow = Glued
		return
	case "begins":
		n.Flow = Begins
		return
	}
	if ref, err := refs.Parse(word); err == nil {
		n.Ref = ref
		n.State |= Operable
		return
	}
	key, value, _ := strings.Cut(word, "=")
	switch key {
	case "level":
		level, err := strconv.ParseUint(value, 10, 8)
		if err != nil {
			t.Fatal(err)
		}
		n.Level = uint8(level)
	case "value":
		n.Value = unquote(t, value)
		n.State |= HasValue
	case "href":
		n.Href = unquote(t, value)
	case "note":
		n.Note = unquote(t, value)
	case "box":
		if _, err := fmt.Sscanf(value, "%f,%f,%f,%f", &n.Box.X, &n.Box.Y, &n.Box.Width, &n.Box.Height); err != nil {
			t.Fatal(err)
		}
	case "y":
		if _, err := fmt.Sscanf(value, "%f", &n.Box.Y); err != nil {
			t.Fatal(err)
		}
	case "across", "down":
		span, err := strconv.ParseUint(value, 10, 8)
		if err != nil {
			t.Fatal(err)
		}
		if key == "across" {
			n.ColSpan = uint8(span)
		} else {
			n.RowSpan = uint8(span)
		}
	case "frame":
		frame, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		for len(tree.Frames) <= frame {
			tree.Frames = append(tree.Frames, Frame{
				ID: fmt.Sprint("F", frame), Table: fmt.Sprint("T", frame), Owner: len(tree.Nodes) - 1,
			})
		}
		n.Frame = int32(frame)
	default:
		t.Fatalf("tree: what is %q?", word)
	}
}

func unquote(t *testing.T, s string) string {
	t.Helper()
	if s == "" || s[0] != '"' {
		return s
	}
	u, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("tree: %s: %v", s, err)
	}
	return u
}

// fields splits at spaces outside of quotes.
func fields(s string) []string {
	var list []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ' ' && !quoted:
			if i > start {
				list = append(list, s[start:i])
			}
			start = i + 1
		}
	}
	if start < len(s) {
		list = append(list, s[start:])
	}
	return list
}

func expandRepeats(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); i++ {
		body := strings.TrimLeft(lines[i], " ")
		depth := len(lines[i]) - len(body)
		if !strings.HasPrefix(body, "repeat ") {
			out = append(out, lines[i])
			continue
		}
		end := i + 1
		var block []string
		for end < len(lines) && len(lines[end])-len(strings.TrimLeft(lines[end], " ")) > depth {
			block = append(block, lines[end][1:])
			end++
		}
		from, to := 1, 0
		if _, err := fmt.Sscanf(body, "repeat %d-%d", &from, &to); err != nil {
			from = 1
			fmt.Sscanf(body, "repeat %d", &to)
		}
		for k := from; k <= to; k++ {
			for _, line := range expandRepeats(block) {
				out = append(out, strings.ReplaceAll(line, "$i", strconv.Itoa(k)))
			}
		}
		i = end - 1
	}
	return out
}
