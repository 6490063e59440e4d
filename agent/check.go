package agent

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/browser"
)

// check has the validator look at the page anew. It returns how the run ended,
// or nil when the navigator is to go on.
func (x *run) check(ctx context.Context) (*Result, error) {
	done := &Result{State: event.Done}
	if x.cut {
		done.Code, done.Reason = CodeCut, x.config.words.Say(lang.RunCut)
	}
	aimless := x.now.Plan == nil || x.now.Plan.Success == ""
	if x.config.checks == 0 || x.now.Calls == 0 && aimless {
		return done, nil // nothing was done, and nothing is known that should be
	}
	x.state(event.Running, event.Validating)
	passed, reason, err := x.judge(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		done.Unchecked, done.Code, done.Reason = true, CodeUnchecked, x.config.words.Say(lang.RunNoCheck, x.config.words.Why(err))
		if x.config.required {
			done.State = event.Unfulfilled
		}
		x.notice(event.Warning, done.Code, done.Reason)
		return done, nil
	}
	x.now.Checks++
	x.add(event.Verdict{Passed: passed, Reason: reason, Attempt: x.now.Checks})
	if passed {
		return done, nil
	}
	if x.now.Checks > x.config.checks {
		return &Result{State: event.Unfulfilled, Code: CodeMissing, Reason: x.config.words.Say(lang.RunUnfulfilled, x.now.Checks, reason)}, nil
	}
	// The validator has read the page, so what it says may be the page's words.
	x.tell("The task is not complete. A check of the page found:\n" + x.catalogue.Mark().Wrap(reason) +
		"\nGo on until it is, or say why it cannot be.")
	x.feed.Emit(event.RunState{
		Run: x.now.Run, State: event.Running, Phase: event.Navigating, Step: x.step, MostSteps: x.config.limits.Steps,
		Code: CodeMissing, Reason: x.config.words.Say(lang.RunNotPassed, x.now.Checks, reason),
	})
	x.save()
	return nil, nil
}

// judgedChars is how much of a page the validator sees, in characters.
const judgedChars = 20_000

// judge asks the validator with what the page shows now.
func (x *run) judge(ctx context.Context) (passed bool, reason string, err error) {
	observed := "There is no page open."
	picture := model.Blocks{}
	r, err := x.catalogue.Call(ctx, "webpage_snapshot", json.RawMessage(`{"max_chars":20000}`))
	switch {
	case err == nil:
		observed = budget.Middle(r.Text, judgedChars)
		if x.config.pictures && x.config.info.Vision {
			if r, err := x.catalogue.Call(ctx, "webpage_screenshot", json.RawMessage(`{"format":"jpeg","max_edge":1280}`)); err == nil {
				for _, i := range r.Images {
					picture = append(picture, model.Image{MIME: i.MIME, Data: i.Data})
				}
			}
		}
	case browser.AsError(err).Code != browser.CodeNotFound && browser.AsError(err).Code != browser.CodePageClosed:
		observed = "The page cannot be read now: " + x.catalogue.Explain(err).Text
	}
	var b strings.Builder
	b.WriteString("The task:\n" + x.now.Task + "\n\n")
	if len(x.now.Said) > 0 {
		b.WriteString("What the person has said since, which counts more:\n" + strings.Join(x.now.Said, "\n") + "\n\n")
	}
	if p := x.now.Plan; p != nil && p.Success != "" {
		b.WriteString("It is done when: " + p.Success + "\n\n")
	}
	// Whoever answered has read pages: the answer may be theirs.
	b.WriteString("What was answered:\n" + x.catalogue.Mark().Wrap(x.answer) + "\n\nThe page now:\n" + observed)
	message := model.Message{Role: model.User, Blocks: append(model.Blocks{model.Text{Text: b.String()}}, picture...)}
	finish, err := x.ask(ctx, model.Request{
		System: strings.TrimSpace(x.config.prompts.Validator) + "\n\n" + x.catalogue.Mark().Note(), Messages: []model.Message{message}, Effort: x.config.effort,
	})
	if err != nil {
		return false, "", err
	}
	return parseVerdict(finish.Message.Text())
}

type noVerdict struct{}

func (noVerdict) Error() string { return "the model's answer is no verdict" }

// Words says it to a person.
func (noVerdict) Words(p *lang.Printer) event.Words { return p.Say(lang.RunNotAVerdict) }

// parseVerdict reads the line of a validator. The first line that is one counts.
func parseVerdict(text string) (passed bool, reason string, err error) {
	for line := range strings.Lines(text) {
		line = strings.Trim(strings.TrimSpace(line), "*_# ")
		if rest, ok := cutFold(line, "DONE:", "DONE：", "DONE"); ok {
			return true, strings.Trim(rest, "*_ :"), nil
		}
		if rest, ok := cutFold(line, "MISSING:", "MISSING：", "NOT DONE:", "MISSING"); ok {
			return false, strings.Trim(rest, "*_ :"), nil
		}
	}
	return false, "", noVerdict{}
}
