package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// attempt is a worker doing a job's steps in a browser.
type attempt struct {
	lease   *Lease
	job     *Job
	browser browser.Provider
	files   *files
	limits  Limits
	// drained reports that the worker has no more time.
	drained func() bool
	// told is called before each step.
	told func(step int, what string)
	page browser.Page
}

// Limits bound what a worker does.
type Limits struct {
	// Step is how long a step may take.
	Step time.Duration
	// Tries is how many attempts a job has.
	Tries int
	// Picture is how many bytes a picture may have, Text how many a text.
	Picture, Text int
}

var (
	errGivenBack = errors.New("the worker was asked to end")
	errMemory    = errors.New("the browser took too much memory")
)

// unsureError is the end of a step that may have had its effect.
type unsureError struct {
	step int
	err  error
}

func (e *unsureError) Error() string {
	return fmt.Sprintf("step %d may have had its effect, and was not taken again: %v", e.step, e.err)
}

func (e *unsureError) Unwrap() error { return e.err }

// run takes the steps that were not acknowledged yet.
func (a *attempt) run(ctx context.Context) error {
	defer a.leave(ctx)
	record := a.lease.Record()
	if i := len(record.Steps); record.Begun && i < len(a.job.Steps) && a.job.Steps[i].Acts() {
		before := record.Attempts[len(record.Attempts)-2]
		return &unsureError{i + 1, fmt.Errorf("%s began it and was not heard of again", before.Worker)}
	}
	for i := len(record.Steps); i < len(a.job.Steps); i++ {
		if a.drained() {
			return errGivenBack
		}
		if err := a.step(ctx, i); err != nil {
			if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errLost) {
				err = fmt.Errorf("%w (%w)", cause, err)
			}
			if u := (*unsureError)(nil); errors.As(err, &u) {
				return err
			}
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// leave closes the page, whose browser may be stuck.
func (a *attempt) leave(ctx context.Context) {
	if a.page == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	_ = a.page.Close(ctx) // the browser is looked at before the next job
}

// step takes one step and acknowledges it.
func (a *attempt) step(ctx context.Context, i int) error {
	s := a.job.Steps[i]
	began := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, a.limits.Step, fmt.Errorf("it took longer than %v", a.limits.Step))
	defer cancel()
	done := StepDone{Worker: a.worker()}
	a.told(i, s.title())
	if err := a.arrive(ctx, s.URL); err != nil {
		return err
	}
	if s.Acts() {
		return a.act(ctx, i, s, began, done)
	}
	for _, action := range s.Do {
		receipt, _, err := a.perform(ctx, ctx, action, func() error { return nil })
		if err != nil {
			return err
		}
		done.Receipts = append(done.Receipts, receipt)
	}
	if err := a.await(ctx, s.Wait); err != nil {
		return err
	}
	if err := a.take(ctx, i, s, &done); err != nil {
		return err
	}
	if err := a.where(ctx, &done); err != nil {
		return err
	}
	return a.acknowledge(ctx, done, began, false)
}

// act takes a step that must not be taken twice. That it begins is written before
// the first input, that it is done right behind the last: nothing is kept of the
// page before that.
func (a *attempt) act(ctx context.Context, i int, s Step, began time.Time, done StepDone) error {
	// Once there may be an input nothing may cut the step short but its own limit.
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.limits.Step)
	defer cancel()
	sent := false
	for n, action := range s.Do {
		before := func() error { return nil }
		if n == 0 {
			before = func() error { return a.lease.Write(ctx, func(r *Record) { r.Begun = true }) }
		} else {
			ctx = limit
		}
		receipt, input, err := a.perform(ctx, limit, action, before)
		sent = sent || input
		if err != nil && sent {
			return &unsureError{i + 1, err}
		}
		if err != nil {
			// Nothing has happened: the next attempt may try anew.
			return errors.Join(err, a.lease.Write(limit, func(r *Record) { r.Begun = false }))
		}
		done.Receipts = append(done.Receipts, receipt)
	}
	ctx = limit
	if err := a.await(ctx, s.Wait); err != nil {
		return &unsureError{i + 1, err}
	}
	if err := a.where(ctx, &done); err != nil {
		return &unsureError{i + 1, err}
	}
	if len(s.Take) == 0 {
		return a.acknowledge(ctx, done, began, false)
	}
	kept := done
	done.Notes = append(done.Notes, "the worker ended before it kept anything of the page")
	if err := a.acknowledge(ctx, done, began, false); err != nil {
		return err
	}
	if err := a.take(ctx, i, s, &kept); err != nil {
		kept.Notes = append(kept.Notes, err.Error())
	}
	return a.acknowledge(ctx, kept, began, true)
}

// acknowledge writes that a step is done, or more of one that was.
func (a *attempt) acknowledge(ctx context.Context, done StepDone, began time.Time, again bool) error {
	done.MS = time.Since(began).Milliseconds()
	done.short()
	err := a.lease.Write(ctx, func(r *Record) {
		r.Begun = false
		if again {
			r.Steps = r.Steps[:len(r.Steps)-1]
		}
		r.Steps = append(r.Steps, done)
	})
	if errors.Is(err, errLost) {
		// They are in nobody's record.
		a.files.remove(context.WithoutCancel(ctx), done.Files)
	}
	return err
}

// arrive goes where a step begins.
func (a *attempt) arrive(ctx context.Context, address string) error {
	if a.page == nil {
		if steps := a.lease.Record().Steps; address == "" && len(steps) > 0 {
			if address = steps[len(steps)-1].URL; address == "" {
				return errors.New("where the step before it has ended is not known")
			}
		}
		page, err := a.browser.Open(ctx, browser.OpenRequest{URL: address})
		a.page = page
		return err
	}
	if address == "" {
		return nil
	}
	_, err := a.page.Navigate(ctx, browser.NavigateRequest{URL: address})
	return err
}

// perform does one action. before is called when the element is found, right
// before the input, which acting bounds; input reports whether there may have been
// any.
func (a *attempt) perform(ctx, acting context.Context, action Action, before func() error) (receipt string, input bool, err error) {
	target := action.target()
	snapshot, err := a.page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return "", false, err
	}
	ref, err := snapshot.Ref(target.Role, target.Name)
	if errors.Is(err, browser.ErrNotFound) {
		// It may come yet.
		if _, err := a.page.Wait(ctx, browser.WaitRequest{Until: browser.UntilStable, Timeout: 5 * time.Second}); err != nil {
			return "", false, err
		}
		if snapshot, err = a.page.Snapshot(ctx, browser.SnapshotRequest{}); err != nil {
			return "", false, err
		}
		ref, err = snapshot.Ref(target.Role, target.Name)
	}
	if err != nil {
		return "", false, err
	}
	if err := before(); err != nil {
		return "", false, err
	}
	if err := a.lease.Hold(acting); err != nil {
		return "", false, err
	}
	var r *browser.Receipt
	switch {
	case action.Click != nil:
		r, err = a.page.Click(acting, browser.ClickRequest{Ref: ref})
	case action.Fill != nil:
		r, err = a.page.Fill(acting, browser.FillRequest{Ref: ref, Value: action.Value, Submit: action.Submit})
	default:
		r, err = a.page.Select(acting, browser.SelectRequest{Ref: ref, Labels: []string{action.Value}})
	}
	if err != nil {
		return "", !untouched(err), err
	}
	return r.String(), true, nil
}

// untouched reports whether the contract says that nothing was done.
func untouched(err error) bool {
	for _, e := range []error{
		browser.ErrSnapshotRequired, browser.ErrStaleRef, browser.ErrOccluded, browser.ErrNotActionable,
		browser.ErrInvalidArgument, browser.ErrRefused, browser.ErrSecretRefused,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// await waits for a text.
func (a *attempt) await(ctx context.Context, text string) error {
	if text == "" {
		return nil
	}
	limit := a.limits.Step
	if deadline, ok := ctx.Deadline(); ok {
		limit = max(time.Until(deadline)-time.Second, time.Second) // what was seen instead is worth a second
	}
	r, err := a.page.Wait(ctx, browser.WaitRequest{Text: text, Timeout: limit})
	if err == nil && !r.Satisfied {
		err = errors.New(r.String())
	}
	return err
}

// where notes where the page is.
func (a *attempt) where(ctx context.Context, done *StepDone) error {
	place, err := a.page.Where(ctx)
	if err != nil {
		return err
	}
	done.Title, done.URL = place.Title, place.URL
	return nil
}

// take keeps what is wanted of the page.
func (a *attempt) take(ctx context.Context, i int, s Step, done *StepDone) error {
	for _, t := range s.Take {
		name := fmt.Sprintf("%s/%d-%d.%s", a.job.ID, i+1, len(a.lease.Record().Attempts), extensions[t])
		data, note, err := a.read(ctx, t)
		if err != nil {
			return err
		}
		if note == "" {
			note, err = a.files.put(ctx, name, data)
		}
		if err != nil {
			return err
		}
		if note != "" {
			done.Notes = append(done.Notes, fmt.Sprintf("%s: %s", t, note))
			continue
		}
		done.Files = append(done.Files, name)
	}
	return nil
}

var extensions = map[Take]string{TakeText: "txt", TakeOutline: "outline.txt", TakePicture: "png", TakeMarks: "marks.png"}

// read reads one thing of the page. What is too large is told in a note.
func (a *attempt) read(ctx context.Context, t Take) (data []byte, note string, err error) {
	most := a.limits.Text
	switch t {
	case TakeText:
		r, err := a.page.Text(ctx, browser.TextRequest{MaxChars: most})
		if err != nil {
			return nil, "", err
		}
		data = []byte(r.Text)
	case TakeOutline:
		r, err := a.page.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			return nil, "", err
		}
		data = []byte(r.String())
	default:
		most = a.limits.Picture
		r, err := a.page.Screenshot(ctx, browser.ScreenshotRequest{Marks: t == TakeMarks, Format: browser.PNG})
		if err != nil {
			return nil, "", err
		}
		data = r.Data
	}
	if len(data) > most {
		return nil, fmt.Sprintf("not kept: it has %d bytes, %d may be", len(data), most), nil
	}
	return data, "", nil
}

// worker is who takes the steps.
func (a *attempt) worker() string {
	attempts := a.lease.Record().Attempts
	return attempts[len(attempts)-1].Worker
}

// title says in a few words what a step is.
func (s Step) title() string {
	switch {
	case len(s.Do) > 0:
		t := s.Do[0].target()
		return fmt.Sprintf("%s %q", t.Role, t.Name)
	case s.URL != "":
		return s.URL
	default:
		return fmt.Sprint(s.Take)
	}
}
