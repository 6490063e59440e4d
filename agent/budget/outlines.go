package budget

import (
	"encoding/json"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// Outline returns the page whose full outline a tool's result holds, for
// [model.ToolResult.Outline]; "" when it holds none, or only a part or changes.
func Outline(r *tools.Result) string {
	var s struct {
		Page    string    `json:"session_id"`
		Epoch   uint64    `json:"epoch"`
		Region  string    `json:"region"`
		Outline string    `json:"outline"`
		Changes *struct { // what changed since an earlier outline
			Full bool `json:"full"`
		} `json:"changes"`
	}
	if r == nil || json.Unmarshal(r.Structured, &s) != nil || s.Epoch == 0 || s.Outline == "" || s.Region != "" {
		return ""
	}
	if s.Changes != nil && !s.Changes.Full {
		return ""
	}
	return s.Page
}

// newerFollows stands where an outline was.
const newerFollows = "[an earlier outline was here; a newer one of this page follows]"

// mostName is how much of a title or an address stays of an outline, in runes.
const mostName = 200

// shrinkOutlines leaves only the newest outline of each page whole.
func (c *conversation) shrinkOutlines() {
	newer := map[string]bool{}
	c.eachResult(func(r *model.ToolResult) {
		if r.Outline == "" {
			return
		}
		if newer[r.Outline] {
			r.Content = shrunk(r.Content)
			r.Outline = ""
			c.report.Outlines++
			return
		}
		newer[r.Outline] = true
	})
}

// shrunk makes a line of the text of an outline, and keeps images.
func shrunk(content model.Blocks) model.Blocks {
	line := newerFollows
	if about := heading(content.Text()); about != "" {
		line += " " + about
	}
	short := model.Blocks{model.Text{Text: line}}
	for _, b := range content {
		if _, ok := b.(model.Image); ok {
			short = append(short, b)
		}
	}
	return short
}

// heading returns title, address and epoch out of the header of an outline,
// between the marks that the outline stood between. An outline without marks
// keeps nothing: what it says can not be told from other voices.
func heading(text string) string {
	opening := ""
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if opening == "" {
			if tag := marks.FindString(line); tag != "" && tag[1] != '/' && tag == line {
				opening = tag
			}
			continue
		}
		switch {
		case strings.HasPrefix(line, "title: "), strings.HasPrefix(line, "url: "):
			words = append(words, shortened(line))
		case strings.HasPrefix(line, "epoch "):
			epoch, _, _ := strings.Cut(line, ":")
			words = append(words, shortened(epoch))
			return opening + strings.Join(words, " ") + "</" + opening[1:]
		case line == "" || marks.MatchString(line):
			return "" // the header ended without an epoch
		}
	}
	return ""
}

func shortened(s string) string {
	if at := offset(s, mostName); at < len(s) {
		return s[:at] + "…"
	}
	return s
}
