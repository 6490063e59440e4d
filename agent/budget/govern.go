package budget

import (
	"slices"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/agent/model"
)

// Options say how much there may be. The zero value works.
type Options struct {
	// Limit is what the messages may take, in estimated tokens. 0 is 100,000,
	// which leaves room for prompt, tools and answer in the usual window of
	// 128,000. [For] computes it.
	Limit int
	// Images is how many of the newest images stay; 0 is 3, less than 0 none.
	Images int
	// ResultChars is how long a result may be, in characters; 0 is 8,000. Less
	// than 400 is 400.
	ResultChars int
}

const (
	defaultLimit  = 100_000
	defaultImages = 3
	defaultResult = 8000
)

// For returns options for a model and the parts of a request that are the same
// in every turn. A model whose window is not known gets the default limit.
func For(info model.Info, system string, tools []model.ToolSpec, maxOutput int) Options {
	if info.Context <= 0 {
		return Options{}
	}
	if maxOutput <= 0 {
		// Without a limit an answer may take what it wants, so leave it a fifth.
		maxOutput = info.Context / 5
		if info.MaxOutput > 0 {
			maxOutput = min(maxOutput, info.MaxOutput)
		}
	}
	return Options{Limit: max(info.Context-maxOutput-TextTokens(system)-ToolTokens(tools), 1)}
}

// Report says what a conversation lost.
type Report struct {
	// Tokens is the estimate of what came out.
	Tokens int
	// Outlines, Images and Results are how many were shrunk, left out and cut.
	Outlines, Images, Results int
	// Steps is how many steps went.
	Steps int
	// Over says that even what must stay is over the limit.
	Over bool
}

// Govern returns the conversation as it may be sent; see the package comment.
// What went in is not changed, and shares no list with what comes out.
func Govern(messages []model.Message, o Options) ([]model.Message, Report) {
	if o.Limit <= 0 {
		o.Limit = defaultLimit
	}
	switch {
	case o.Images == 0:
		o.Images = defaultImages
	case o.Images < 0:
		o.Images = 0
	}
	if o.ResultChars <= 0 {
		o.ResultChars = defaultResult
	}
	o.ResultChars = max(o.ResultChars, leastCut)
	c := arrange(messages)
	if len(c.steps) == 0 {
		return nil, Report{}
	}
	c.shrinkOutlines()
	c.dropImages(o.Images)
	c.cutResults(o.ResultChars, true)
	c.dropSteps(o.Limit)
	for most := o.ResultChars; c.over(o.Limit) && most >= leastCut; most /= 2 {
		c.cutResults(most, false)
	}
	c.report.Tokens = Tokens(c.messages())
	c.report.Over = c.over(o.Limit)
	return c.messages(), c.report
}

func (c *conversation) over(limit int) bool { return Tokens(c.messages()) > limit }

// dropImages leaves the newest images and a note in the place of each other.
func (c *conversation) dropImages(keep int) {
	drop := func(blocks model.Blocks) {
		for i, b := range slices.Backward(blocks) {
			if _, ok := b.(model.Image); !ok {
				continue
			}
			if keep > 0 {
				keep--
				continue
			}
			blocks[i] = model.Text{Text: imageGone}
			c.report.Images++
		}
	}
	for _, s := range slices.Backward(c.steps) {
		for _, m := range slices.Backward(s.messages) {
			// What stands beside results is newer than what is in them.
			for i, b := range slices.Backward(m.Blocks) {
				if r, ok := b.(model.ToolResult); ok {
					drop(r.Content)
				} else {
					drop(m.Blocks[i : i+1])
				}
			}
		}
	}
}

// cutResults cuts results that are too long, and spares whole outlines if told
// so.
func (c *conversation) cutResults(most int, spare bool) {
	c.eachResult(func(r *model.ToolResult) {
		if spare && r.Outline != "" {
			return
		}
		text := r.Content.Text()
		if utf8.RuneCountInString(text) <= most {
			return
		}
		short := model.Blocks{model.Text{Text: Middle(text, most)}}
		for _, b := range r.Content {
			if _, ok := b.(model.Text); !ok {
				short = append(short, b)
			}
		}
		r.Content, r.Outline = short, ""
		c.report.Results++
	})
}

// dropSteps drops the oldest steps until the rest is within the limit, or only
// what must stay is left.
func (c *conversation) dropSteps(limit int) {
	c.pin()
	total := Tokens(c.messages())
	if total <= limit {
		return
	}
	total += c.note()
	kept := c.steps[:0:0]
	for _, s := range c.steps {
		if s.pinned || total <= limit {
			kept = append(kept, s)
			continue
		}
		total -= Tokens(s.messages)
		c.report.Steps++
	}
	if c.report.Steps == 0 {
		return
	}
	c.steps = kept
	first := &c.steps[0].messages[0]
	if !noted(*first) {
		first.Blocks = append(first.Blocks, model.Text{Text: trimmed})
	}
}

// note returns what the note about trimmed steps will take.
func (c *conversation) note() int {
	if noted(c.steps[0].messages[0]) {
		return 0
	}
	return TextTokens(trimmed)
}

func noted(m model.Message) bool {
	return slices.Contains(m.Blocks, model.Block(model.Text{Text: trimmed}))
}

// pin marks what must stay: the task, the last turn of the assistant and all
// behind it, and the last thing that the user said.
func (c *conversation) pin() {
	c.steps[0].pinned = true
	turn, said := false, false
	for i := len(c.steps) - 1; i > 0; i-- {
		s := &c.steps[i]
		switch {
		case !turn:
			s.pinned = true
			turn = s.turn()
			said = said || speaks(*s)
		case !said && speaks(*s):
			s.pinned, said = true, true
		}
	}
}

// speaks reports whether a step is words of the user, not only notes of ours.
func speaks(s step) bool {
	return !s.turn() && slices.ContainsFunc(s.messages[0].Blocks, func(b model.Block) bool {
		t, ok := b.(model.Text)
		return ok && t.Text != imageGone && t.Text != trimmed
	})
}
