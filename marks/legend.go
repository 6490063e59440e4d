package marks

import (
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// String is the legend: a line for each mark, and what has none.
//
//	e12 button "Pay" at 40,120 size 64×24
//	not marked: 3 covered, 17 more than fit
func (m *Marking) String() string {
	var b strings.Builder
	for i := range m.Marks {
		b.WriteString(m.Marks[i].String())
		b.WriteByte('\n')
	}
	if left := m.Left.String(); left != "" {
		b.WriteString("not marked: " + left + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// String is the mark's line of the legend; place and size are in CSS pixels.
func (m Mark) String() string {
	s := m.Ref.String() + " " + outline.Clean(m.Role)
	if m.Name != "" {
		s += " " + outline.Quote(m.Name)
	}
	return s + fmt.Sprintf(" at %.0f,%.0f size %.0f×%.0f", m.Box.X, m.Box.Y, m.Box.Width, m.Box.Height)
}

// String names the reasons for which there are unmarked elements; it is empty
// when there are none.
func (l Left) String() string {
	var parts []string
	for _, p := range []struct {
		n   int
		why string
	}{
		{l.Covered, "covered"}, {l.Outside, "outside of the picture"}, {l.Small, "too small"},
		{l.Large, "too large"}, {l.Over, "more than fit"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.why))
		}
	}
	return strings.Join(parts, ", ")
}
