package budget

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// leastCut is the fewest characters that a text is cut to: the note and the
// marks need some of them.
const leastCut = 400

// marks are those of page text, as agent/tools.Mark writes them. A page can not
// write one.
var marks = regexp.MustCompile(`</?untrusted-[a-z0-9]{8,64}>`)

// Middle cuts a text to at most that many characters by leaving out its middle:
// of what stays, 60 % come from the beginning and 40 % from the end. It cuts
// between lines, or words, where there are any near, so that no ref loses a
// digit; and what stood between marks still does. A limit under 400 is 400.
func Middle(text string, most int) string {
	most = max(most, leastCut)
	length := utf8.RuneCountInString(text)
	if length <= most {
		return text
	}
	tags := marks.FindAllStringIndex(text, -1)
	keep := most - len(leftOut(length))
	longest := 0
	for _, t := range tags {
		longest = max(longest, t[1]-t[0])
	}
	keep -= 2 * (longest + 2)
	first := keep * 6 / 10
	end := back(text, offset(text, first))
	begin := forward(text, offset(text, length-(keep-first)))
	for _, t := range tags {
		if t[0] < end && end < t[1] {
			end = t[0]
		}
		if t[0] < begin && begin < t[1] {
			begin = t[1]
		}
	}
	head, tail := text[:end], text[begin:]
	var b strings.Builder
	b.WriteString(head)
	if tag := lastOf(head, tags); tag != "" && tag[1] != '/' {
		b.WriteString("\n</" + tag[1:])
	}
	b.WriteString(leftOut(length - utf8.RuneCountInString(head) - utf8.RuneCountInString(tail)))
	if tag := firstOf(text, begin, tags); tag != "" && tag[1] == '/' {
		b.WriteString("<" + tag[2:] + "\n")
	}
	b.WriteString(tail)
	return b.String()
}

func leftOut(n int) string { return fmt.Sprintf("\n[… %d characters left out …]\n", n) }

// offset returns where the rune n begins.
func offset(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// How far a cut may move to a better place, in bytes: an outline's row is
// shorter than the one, a word than the other.
const (
	lineReach = 400
	wordReach = 40
)

// back moves a cut towards the beginning, to the end of a line or a word.
func back(text string, at int) int {
	if i := strings.LastIndexByte(text[max(0, at-lineReach):at], '\n'); i >= 0 {
		return max(0, at-lineReach) + i
	}
	if i := strings.LastIndexByte(text[max(0, at-wordReach):at], ' '); i >= 0 {
		return max(0, at-wordReach) + i
	}
	return at
}

// forward moves a cut towards the end, to the beginning of a line or a word.
func forward(text string, at int) int {
	if i := strings.IndexByte(text[at:min(len(text), at+lineReach)], '\n'); i >= 0 {
		return at + i + 1
	}
	if i := strings.IndexByte(text[at:min(len(text), at+wordReach)], ' '); i >= 0 {
		return at + i + 1
	}
	return at
}

// lastOf returns the last mark within the head of a text, or "".
func lastOf(head string, tags [][]int) string {
	last := ""
	for _, t := range tags {
		if t[1] <= len(head) {
			last = head[t[0]:t[1]]
		}
	}
	return last
}

// firstOf returns the first mark at or behind an offset, or "".
func firstOf(text string, from int, tags [][]int) string {
	for _, t := range tags {
		if t[0] >= from {
			return text[t[0]:t[1]]
		}
	}
	return ""
}
