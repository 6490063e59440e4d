package outline

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSinceTellsTheHead(t *testing.T) {
	old := Build(parseTree(t, "title \"Inbox\"\nbutton \"Compose\" e1\n"), Options{})
	new := Build(parseTree(t, "title \"Inbox (1)\"\noverlay 0\nbutton \"Compose\" e1\n"), Options{})
	got := new.Since(old, SinceOptions{}).String()
	want := "no row changed\nOVERLAY at viewport center: e1 button \"Compose\"\ntitle: \"Inbox (1)\"\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSinceStaysWithinItsBudget(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("heading \"Things\" e1\n")
	for range 60 {
		rows.WriteString("text \"" + strings.Repeat("x", 90) + "\" y=2000\ntext \"old\"\n")
	}
	old := Build(parseTree(t, rows.String()), Options{Unfolded: true})
	more := strings.Repeat("button \"Something rather long to say about it\" ref\n", 50)
	new := Build(parseTree(t, rows.String()+more), Options{Unfolded: true})
	for _, o := range []SinceOptions{{}, {MaxLines: 7}, {MaxChars: 500}, {MaxLines: 1, MaxChars: 10}} {
		d := new.Since(old, o)
		if d.Full || d.Added != 50 {
			t.Fatalf("%+v: %+v", o, d)
		}
		chars := 0
		for _, line := range d.Lines {
			chars += utf8.RuneCountInString(line) + 1
		}
		lines, most := o.MaxLines, o.MaxChars
		if lines == 0 {
			lines = sinceLines
		}
		if most == 0 {
			most = sinceChars
		}
		if len(d.Lines) > lines || chars > most {
			t.Errorf("%+v: %d lines, %d characters", o, len(d.Lines), chars)
		}
		if (d.Left == 0) != (o == SinceOptions{}) {
			t.Errorf("%+v: %d left", o, d.Left)
		}
	}
}
