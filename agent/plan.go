package agent

import (
	"context"
	"regexp"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
)

// mostPlanned is how many steps a plan has at most (seed 000, section 5).
const mostPlanned = 6

// plan asks for a plan. Without one the run goes on all the same, unless it was
// stopped.
func (x *run) plan(ctx context.Context) error {
	x.state(event.Running, event.Planning)
	finish, err := x.ask(ctx, model.Request{
		System: x.config.prompts.Planner, Messages: []model.Message{model.Say(model.User, x.now.Task)}, Effort: x.config.effort,
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	plan := parsePlan(finish.Message.Text())
	switch {
	case err != nil:
		x.noPlan(err)
	case len(plan.Steps) == 0 && plan.Success == "":
		x.noPlan(errNoPlan)
	default:
		x.now.Plan = &plan
		x.add(plan)
		x.save()
	}
	return nil
}

func (x *run) noPlan(err error) {
	x.notice(event.Info, CodeNoPlan, x.config.words.Say(lang.RunNoPlan, x.config.words.Why(err)))
}

type noPlan struct{}

func (noPlan) Error() string { return "the model's answer is no plan" }

// Words says it to a person.
func (noPlan) Words(p *lang.Printer) event.Words { return p.Say(lang.RunNotAPlan) }

var errNoPlan noPlan

var numbered = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.):、])\s*(.+)$`)

// parsePlan reads a plan: lines with a number, and one that begins with SUCCESS:.
func parsePlan(text string) event.Plan {
	var p event.Plan
	for line := range strings.Lines(text) {
		line = strings.Trim(strings.TrimSpace(line), "*_# ")
		if rest, ok := cutFold(line, "SUCCESS:", "SUCCESS："); ok {
			p.Success = strings.Trim(rest, "*_ ")
			continue
		}
		if m := numbered.FindStringSubmatch(line); m != nil && len(p.Steps) < mostPlanned {
			p.Steps = append(p.Steps, strings.TrimSpace(m[1]))
		}
	}
	return p
}

// cutFold cuts the first of the beginnings that the text has, whatever the case.
func cutFold(text string, beginnings ...string) (string, bool) {
	for _, b := range beginnings {
		if len(text) >= len(b) && strings.EqualFold(text[:len(b)], b) {
			return strings.TrimSpace(text[len(b):]), true
		}
	}
	return text, false
}

// planned is the plan as the navigator reads it, behind its prompt.
func (x *run) planned() string {
	if x.now.Plan == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\nThe plan for the task, which you may leave where the pages are otherwise:\n")
	for _, s := range x.now.Plan.Steps {
		b.WriteString("- " + s + "\n")
	}
	if x.now.Plan.Success != "" {
		b.WriteString("It is done when: " + x.now.Plan.Success + "\n")
	}
	return b.String()
}
