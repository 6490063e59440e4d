package agent

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

// act makes the calls of a turn in their order and answers each, also when the
// run is stopped on the way.
func (x *run) act(ctx context.Context, uses []model.ToolUse) error {
	x.messages = append(x.messages, model.Message{Role: model.User})
	looped, acted := 0, false
	for _, use := range uses {
		if ctx.Err() != nil {
			break // unanswered answers the rest
		}
		result, made := x.call(ctx, use)
		x.answerWith(result)
		if made != nil {
			looped = max(looped, x.repeats.note(use, made))
		}
		acted = acted || !x.effects[use.Name].ReadOnly()
	}
	if ctx.Err() == nil {
		if looped >= mostRepeats {
			x.notice(event.Warning, CodeLoop, x.config.words.Say(lang.RunLoop, looped))
			x.tell(changeCourse)
		}
		if acted && x.config.pictures && x.config.info.Vision {
			x.look(ctx)
		}
	}
	x.unanswered("The run was stopped before this call was made.")
	x.save()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// answerWith puts a result into the last message.
func (x *run) answerWith(result model.ToolResult) {
	last := len(x.messages) - 1
	m := x.messages[last]
	m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], result)
	x.messages[last] = m
}

// call makes a call and returns what the model is answered; made is nil when the
// call did not get as far as a result or an error of the page.
func (x *run) call(ctx context.Context, use model.ToolUse) (result model.ToolResult, made *tools.Result) {
	card := event.ToolCall{
		Call: use.ID, Tool: use.Name, Title: x.config.words.Tool(use.Name), Arguments: use.Arguments, Session: sessionOf(use.Arguments),
		State: event.CallRunning,
	}
	item := x.add(card)
	began := time.Now()
	end := func(s event.Progress, code event.Code, r *tools.Result) {
		card.State, card.Code, card.ElapsedMS = s, code, time.Since(began).Milliseconds()
		if r != nil {
			card.Text = beginning(r.Text)
			for _, i := range r.Images {
				card.Images = append(card.Images, event.Picture{MIME: i.MIME, Data: i.Data})
			}
		}
		item.Content = card
		x.feed.Emit(event.ItemUpdated{Item: item})
	}
	if use.Malformed != "" {
		refusal := use.Refusal()
		end(event.CallFailed, event.Code(browser.CodeInvalidArgument), &tools.Result{Text: model.Blocks(refusal.Content).Text()})
		return refusal, nil
	}
	x.now.Calls++
	if !x.effects[use.Name].ReadOnly() {
		// After a crash it must be known that it may have had its effect.
		x.now.Begun = use.ID
		x.did(use.Name, use.Arguments)
		x.save()
	}
	r, err := x.catalogue.Call(ctx, use.Name, use.Arguments)
	x.now.Begun = ""
	if err == nil {
		end(event.CallDone, "", r)
		return model.ToolResult{ID: use.ID, Content: x.content(r), Outline: budget.Outline(r)}, r
	}
	e := browser.AsError(err)
	r = x.catalogue.Explain(err)
	switch {
	case ctx.Err() != nil:
		end(event.CallCanceled, event.Code(e.Code), r)
		r.Text += "\nThe run was stopped while this call was under way: it may have had its effect."
	case e.Code == browser.CodeRefused:
		end(event.CallRefused, event.Code(e.Code), r)
	default:
		end(event.CallFailed, event.Code(e.Code), r)
	}
	return model.ToolResult{ID: use.ID, Content: x.content(r), Error: true}, r
}

// content is a result as the model gets it.
func (x *run) content(r *tools.Result) model.Blocks {
	content := model.Blocks{model.Text{Text: r.Text}}
	for _, i := range r.Images {
		if !x.config.info.Vision {
			content = append(content, model.Text{Text: "(There is a picture, which you cannot see.)"})
			break
		}
		content = append(content, model.Image{MIME: i.MIME, Data: i.Data})
	}
	return content
}

// unanswered answers what is left of the calls of the last turn, so that the
// conversation can go on.
func (x *run) unanswered(why string) {
	for _, use := range x.open() {
		text := why
		if use.ID == x.now.Begun {
			text = mayHaveHappened
		}
		x.answerWith(model.ToolResult{ID: use.ID, Content: model.Blocks{model.Text{Text: text}}, Error: true})
	}
	x.now.Begun = ""
}

const mayHaveHappened = "The program ended while this call was under way: it may have had its effect already. " +
	"Look at the page before you do it again."

// open lists the calls of the last turn that have no result, and sees to it that
// there is a message for them.
func (x *run) open() []model.ToolUse {
	last := len(x.messages) - 1
	for last >= 0 && x.messages[last].Role != model.Assistant {
		last--
	}
	if last < 0 {
		return nil
	}
	answered := map[string]bool{}
	for _, m := range x.messages[last+1:] {
		for _, r := range m.Results() {
			answered[r.ID] = true
		}
	}
	var open []model.ToolUse
	for _, use := range x.messages[last].Uses() {
		if !answered[use.ID] {
			open = append(open, use)
		}
	}
	if len(open) > 0 && last == len(x.messages)-1 {
		x.messages = append(x.messages, model.Message{Role: model.User})
	}
	return open
}

// settle takes up a conversation whose run was interrupted in the middle of a
// step: no call is made again, and one that may have had its effect is told.
func (x *run) settle() {
	if s := x.now.State; s != "" && !s.Ended() && s != event.Idle {
		x.notice(event.Info, CodeResumed, x.config.words.Say(lang.RunResumed))
	}
	for _, use := range x.open() {
		if use.ID == x.now.Begun {
			x.held = true
			x.notice(event.Warning, CodeInterrupted, x.config.words.Say(lang.RunRepeats, x.config.words.Tool(use.Name)))
		}
	}
	x.unanswered("The program ended before this call was made.")
	if x.now.Reflex != "" {
		x.held = true
		moves := strings.Split(x.now.Reflex, "\n")
		for _, move := range moves {
			x.notice(event.Warning, CodeInterrupted, x.config.words.Say(lang.RunRepeats, x.config.words.Tool(firstWord(move))))
		}
		if done := moves[:len(moves)-1]; len(done) > 0 {
			x.tell("A fast path has made these calls:\n" + strings.Join(done, "\n"))
		}
		x.tell("A fast path was at this call when the program ended: " + moves[len(moves)-1] + "\n" + mayHaveHappened)
		x.now.Reflex = ""
	}
}

// look adds a picture of the page to the results of a turn.
func (x *run) look(ctx context.Context) {
	r, err := x.catalogue.Call(ctx, "webpage_screenshot", json.RawMessage(`{"marks":true,"format":"jpeg","max_edge":1280}`))
	if err != nil {
		if ctx.Err() == nil && !x.blind {
			x.blind = true // said once
			x.notice(event.Info, CodeNoPicture, x.config.words.Say(lang.RunNoPicture, err))
		}
		return
	}
	for _, i := range r.Images {
		last := len(x.messages) - 1
		m := x.messages[last]
		m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], model.Text{Text: "The page now, with the refs as numbers:"}, model.Image{MIME: i.MIME, Data: i.Data})
		x.messages[last] = m
	}
}

// shownChars is how much of a result people see in the timeline.
const shownChars = 240

func beginning(text string) string {
	if r := []rune(text); len(r) > shownChars {
		return string(r[:shownChars]) + "…"
	}
	return text
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

func sessionOf(arguments json.RawMessage) string {
	var a struct {
		Session string `json:"session_id"`
	}
	_ = json.Unmarshal(arguments, &a) // a call without one is for the default page
	return a.Session
}
