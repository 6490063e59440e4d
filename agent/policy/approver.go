package policy

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/holdfast-go/holdfast/agent/event"
)

// Approver asks a person. Approve returns the answer, or an error when the
// context ends: it is done with the call then, and a later answer counts for
// nothing. It may be called by several goroutines at once.
type Approver interface {
	Approve(ctx context.Context, a event.Approval) (event.Answer, error)
}

// ApproverFunc is a function that asks.
type ApproverFunc func(ctx context.Context, a event.Approval) (event.Answer, error)

// Approve calls the function.
func (f ApproverFunc) Approve(ctx context.Context, a event.Approval) (event.Answer, error) {
	return f(ctx, a)
}

// ErrNoQuestion is what an answer gets whose question is not open: it was
// answered, ran out, or was given up.
var ErrNoQuestion = errors.New("policy: there is no such question open")

// Desk is an [Approver] whose questions are answered from elsewhere, by their
// id: by a panel, for example, which learns of them from events. The zero Desk
// is ready.
type Desk struct {
	mu   sync.Mutex
	open []*question
}

type question struct {
	approval event.Approval
	answer   chan event.Answer // holds one
}

var _ Approver = (*Desk)(nil)

// Approve waits for the answer.
func (d *Desk) Approve(ctx context.Context, a event.Approval) (event.Answer, error) {
	q := d.expect(a)
	defer d.forget(q)
	select {
	case answer := <-q.answer:
		return answer, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// expect opens a question, once: an answer may come as soon as the event is out,
// which is before Approve is called.
func (d *Desk) expect(a event.Approval) *question {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.IndexFunc(d.open, func(q *question) bool { return q.approval.ID == a.ID }); i >= 0 {
		return d.open[i]
	}
	q := &question{a, make(chan event.Answer, 1)}
	d.open = append(d.open, q)
	return q
}

func (d *Desk) forget(q *question) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = slices.DeleteFunc(d.open, func(o *question) bool { return o == q })
}

// Answer answers a question. It fails with [ErrNoQuestion], and for an answer
// that is none of the question's choices.
func (d *Desk) Answer(id string, answer event.Answer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.open, func(q *question) bool { return q.approval.ID == id })
	if i < 0 {
		return ErrNoQuestion
	}
	q := d.open[i]
	if !slices.Contains(q.approval.Choices, answer) {
		return errors.New("policy: that is no answer to this question")
	}
	select {
	case q.answer <- answer:
		return nil
	default:
		return ErrNoQuestion // answered already
	}
}

// Open lists the questions that wait, the oldest first.
func (d *Desk) Open() []event.Approval {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := []event.Approval{}
	for _, q := range d.open {
		if len(q.answer) == 0 {
			open = append(open, q.approval)
		}
	}
	return open
}
