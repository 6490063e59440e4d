package agent

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// keptDone is how many of the last actions the fast path reads.
const keptDone = 8

// reflexes lets the fast path take steps until it leaves one to the navigator,
// which is told what was done. Only the end of the run is an error.
func (x *run) reflexes(ctx context.Context) error {
	if x.reflex == nil || x.held || x.now.Part != "" {
		return nil // nobody takes a step in the middle of an answer
	}
	x.state(event.Running, event.Reflex)
	for ctx.Err() == nil {
		scene, ok := x.scene(ctx)
		if !ok {
			break
		}
		step := x.reflex.Next(ctx, scene)
		if !step.Act {
			if step.Latency > 0 || step.Err != nil { // it was asked
				x.card(step, event.Yielded, "", "")
			}
			break
		}
		x.move(ctx, step)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if told := x.reflex.Told(); len(told) > 0 {
		text := "A fast path has done this in the meantime:\n"
		for _, line := range told {
			text += x.catalogue.Mark().Wrap(line) + "\n"
		}
		x.tell(text + "Go on from there.")
		x.now.Reflex = ""
		x.save()
	}
	return nil
}

// move makes a step of the fast path, through the same door as every call.
func (x *run) move(ctx context.Context, step system1.Step) {
	tool, arguments := step.Move.Call()
	x.now.Calls++
	x.now.Reflex = strings.TrimPrefix(x.now.Reflex+"\n"+tool+" "+string(arguments), "\n") // after a crash it must be known
	x.did(tool, arguments)
	x.save()
	r, err := x.catalogue.Call(ctx, tool, arguments)
	outcome := system1.Outcome{Err: err}
	kind, text := event.Acted, ""
	if err != nil {
		kind, text = event.ActedThenFailed, beginning(x.catalogue.Explain(err).Text)
	} else {
		text = beginning(r.Text)
		var receipt browser.Receipt
		if json.Unmarshal(r.Structured, &receipt) == nil {
			outcome.Navigated = receipt.Navigated != nil
			outcome.URL = receipt.URL
		}
	}
	outcome.Text = text
	x.reflex.Did(step, outcome)
	x.card(step, kind, text, step.Move.Target)
}

// card tells what the fast path decided.
func (x *run) card(step system1.Step, o event.Outcome, text, target string) {
	f := event.FastPath{
		Model: step.Model, Outcome: o, Action: string(step.Move.Action), Ref: step.Move.Ref, Target: target,
		Confidence: step.Confidence, LatencyMS: step.Latency.Milliseconds(), Reason: string(step.Reason), Text: text,
	}
	f.Item = x.add(f).ID
	x.feed.Emit(f)
}

// scene is what the fast path decides on; false when there is no page, or
// somebody does not allow that it is read.
func (x *run) scene(ctx context.Context) (system1.Scene, bool) {
	r, err := x.catalogue.Call(ctx, "webpage_snapshot", json.RawMessage(`{}`))
	if err != nil || r.Snapshot == nil || r.Snapshot.Outline == nil {
		return system1.Scene{}, false
	}
	clean := x.catalogue.Mark().Clean
	s := system1.Scene{Task: strings.Join(append([]string{x.now.Task}, x.now.Said...), "\n"), Title: clean(r.Snapshot.Title), URL: r.Snapshot.URL, Done: x.now.Acts}
	for row := range r.Snapshot.Outline.Rows {
		if row.Ref == 0 || !row.State.Has(outline.Operable) {
			continue
		}
		s.Candidates = append(s.Candidates, system1.Candidate{
			Ref: row.Ref.String(), Role: row.Role, Name: clean(row.Name), Value: clean(row.Value), Href: row.Href, InView: row.InView,
			Disabled: row.State.Has(outline.Disabled) || row.State.Has(outline.Blocked), Sensitive: row.State.Has(outline.Protected),
		})
	}
	return s, true
}

// did notes a call that may change something, before it is made.
func (x *run) did(tool string, arguments json.RawMessage) {
	acts := append(x.now.Acts, tool+" "+string(arguments))
	x.now.Acts = slices.Clone(acts[max(0, len(acts)-keptDone):])
}
