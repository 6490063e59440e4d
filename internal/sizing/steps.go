package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// cost is what a step takes, on average; wall is the median.
type cost struct{ program, chrome, wall time.Duration }

// stepsTable prints what steps cost on each of the pages.
func stepsTable(ctx context.Context, w io.Writer, s *site, pages []kind, times int) error {
	var t table
	t.row("step", "page", "program ms", "Chrome ms", "wall ms")
	for _, k := range pages {
		if err := stepRows(ctx, &t, s.url("127.0.0.1", k.name), k.name, times); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	return t.write(w)
}

func stepRows(ctx context.Context, t *table, url, name string, times int) (err error) {
	b, err := newBench(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	page, snap, err := look(ctx, b, url)
	if err != nil {
		return err
	}
	for _, step := range []struct {
		name  string
		times int
		do    func() error
	}{
		{"open and close", max(times/4, 1), func() error {
			other, err := b.Open(ctx, browser.OpenRequest{URL: url})
			if err != nil {
				return err
			}
			return other.Close(ctx)
		}},
		{"snapshot", times, func() error {
			snap, err = page.Snapshot(ctx, browser.SnapshotRequest{})
			return err
		}},
		{"click", times, func() error {
			ref, err := snap.Ref("button", toggle)
			if err != nil {
				return err
			}
			_, err = page.Click(ctx, browser.ClickRequest{Ref: ref})
			return err
		}},
		{"screenshot", times, func() error {
			_, err := page.Screenshot(ctx, browser.ScreenshotRequest{})
			return err
		}},
		{"screenshot with marks", times, func() error {
			_, err := page.Screenshot(ctx, browser.ScreenshotRequest{Marks: true})
			return err
		}},
	} {
		c, err := b.cost(ctx, step.times, step.do)
		if err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		t.row(step.name, name, c.program, c.chrome, c.wall)
	}
	c, err := b.agentCost(ctx, url, times)
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	t.row("agent step", name, c.program, c.chrome, c.wall)
	return nil
}

// cost does something so many times. Once before shows the way to both sides.
func (b *bench) cost(ctx context.Context, times int, do func() error) (cost, error) {
	if err := do(); err != nil {
		return cost{}, err
	}
	if _, err := b.settled(ctx); err != nil { // what comes of it later is not counted
		return cost{}, err
	}
	var walls []time.Duration
	spent, err := b.spent(func() error {
		for range times {
			begun := time.Now()
			if err := do(); err != nil {
				return err
			}
			walls = append(walls, time.Since(begun))
		}
		return nil
	})
	slices.Sort(walls)
	n := time.Duration(times)
	return cost{spent.program / n, spent.chrome / n, quantile(walls, 0.5)}, err
}

// spent is the processor time that something takes on both sides, all of it.
func (b *bench) spent(do func() error) (cost, error) {
	before, err := usageOf(b.host.PID())
	if err != nil {
		return cost{}, err
	}
	begun, used := time.Now(), processTime()
	if err := do(); err != nil {
		return cost{}, err
	}
	used, wall := processTime()-used, time.Since(begun)
	after, err := usageOf(b.host.PID())
	return cost{used, after.cpu - before.cpu, wall}, err
}

// agentCost has an agent click and look in turn, each a step with a turn of the
// model, which is scripted and runs in this process: what it takes is in the
// program's share.
func (b *bench) agentCost(ctx context.Context, url string, times int) (_ cost, err error) {
	times = min(times, 40)
	script := []fakemodel.Answer{
		fakemodel.Call("webpage_open", fmt.Sprintf(`{"url":%q}`, url)),
		fakemodel.Call("webpage_snapshot", `{}`),
	}
	ref := ""
	for i := range times {
		if i%2 == 1 {
			script = append(script, fakemodel.Call("webpage_snapshot", `{}`))
			continue
		}
		script = append(script, func(r *fakemodel.Request) fakemodel.Reply {
			if found := r.Ref("button", toggle); found != "" {
				ref = found // later results are cut from the conversation
			}
			return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: "webpage_click", Arguments: fmt.Sprintf(`{"ref":%q}`, ref)}}}
		})
	}
	server := httptest.NewServer(fakemodel.New(append(script, fakemodel.Say("Done."))...))
	defer server.Close()
	client, err := openai.New(server.URL, "scripted")
	if err != nil {
		return cost{}, err
	}
	defer client.Close()
	catalogue, err := tools.New(b)
	if err != nil {
		return cost{}, err
	}
	r, err := agent.New(client, catalogue, agent.WithoutPlanner(), agent.WithChecks(0), agent.WithLimits(agent.Limits{Steps: times + 10}))
	if err != nil {
		return cost{}, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	steps := 0
	spent, err := b.spent(func() error {
		result, err := r.Run(ctx, "Click the button again and again.")
		if err != nil {
			return err
		}
		if result.State != event.Done || !strings.Contains(result.Text, "Done.") {
			return fmt.Errorf("the run has ended as %s: %s %s", result.State, result.Code, result.Text)
		}
		steps = result.Steps
		return nil
	})
	n := time.Duration(max(steps, 1))
	return cost{spent.program / n, spent.chrome / n, spent.wall / n}, err
}
