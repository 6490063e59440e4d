package holdfasttest

import (
	"fmt"
	"strings"
)

// around is how many equal lines are shown before and after a difference.
const around = 3

// Diff compares two texts line by line and returns the lines that differ, with
// "-" for those of want and "+" for those of got, and a few equal ones around
// them; "" when the texts are the same.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var lines []edit
	for _, line := range a[:head] {
		lines = append(lines, edit{' ', line})
	}
	lines = append(lines, between(a[head:len(a)-tail], b[head:len(b)-tail])...)
	for _, line := range a[len(a)-tail:] {
		lines = append(lines, edit{' ', line})
	}
	return render(lines)
}

// edit is a line of a comparison: ' ' for one that both have, '-' or '+'.
type edit struct {
	kind byte
	line string
}

// mostPairs is up to how many pairs of lines the longest common subsequence is
// looked for: 4 bytes each, so 16 MB.
const mostPairs = 4 << 20

// between compares what is left between equal beginnings and ends.
func between(a, b []string) []edit {
	var lines []edit
	i, j := 0, 0
	if len(a)*len(b) <= mostPairs {
		width := len(b) + 1
		// longest[i*width+j] is the length of the longest common subsequence of
		// a[i:] and b[j:].
		longest := make([]int32, (len(a)+1)*width)
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				if a[i] == b[j] {
					longest[i*width+j] = longest[(i+1)*width+j+1] + 1
				} else {
					longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
				}
			}
		}
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				lines = append(lines, edit{' ', a[i]})
				i, j = i+1, j+1
			case longest[(i+1)*width+j] >= longest[i*width+j+1]:
				lines = append(lines, edit{'-', a[i]})
				i++
			default:
				lines = append(lines, edit{'+', b[j]})
				j++
			}
		}
	}
	for _, line := range a[i:] {
		lines = append(lines, edit{'-', line})
	}
	for _, line := range b[j:] {
		lines = append(lines, edit{'+', line})
	}
	return lines
}

// render writes the differences with what is around them, and how much is left
// out in between.
func render(lines []edit) string {
	show := make([]bool, len(lines))
	for i, l := range lines {
		if l.kind == ' ' {
			continue
		}
		for k := max(0, i-around); k <= min(len(lines)-1, i+around); k++ {
			show[k] = true
		}
	}
	var out strings.Builder
	for i := 0; i < len(lines); {
		if show[i] {
			fmt.Fprintf(&out, "%c %s\n", lines[i].kind, lines[i].line)
			i++
			continue
		}
		hidden := i
		for i < len(lines) && !show[i] {
			i++
		}
		fmt.Fprintf(&out, "  … %d equal lines\n", i-hidden)
	}
	return out.String()
}
