package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/policy"
)

// console shows events and takes what the person at the terminal types: answers
// to questions, and otherwise words for the agent. All that is written is written
// by run, so that nothing gets into a line of something else.
type console struct {
	show  *lang.Transcript
	words *lang.Printer
	desk  *policy.Desk
	// lines are what is typed; nil when nobody is there.
	lines <-chan string
	// absent is the answer then; empty is no.
	absent event.Answer
	// steer hands words to the running agent.
	steer func(string)

	open []event.Approval // questions, the first of which is being asked
}

// typed reads lines. Nothing can interrupt a read from a terminal, so that goes
// on until r ends or the program does.
func typed(r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

// run shows events until there are no more.
func (c *console) run(ctx context.Context, listener *event.Listener) {
	events := make(chan event.Event)
	go func() {
		defer close(events)
		for e, err := range listener.All(ctx) {
			if err != nil {
				return
			}
			events <- e
		}
	}()
	for {
		select {
		case e, more := <-events:
			if !more {
				return
			}
			c.show.Tell(e)
			c.asked(e)
		case line, more := <-c.lines:
			if !more {
				c.lines = nil
				c.ask()
				continue
			}
			c.said(line)
		}
	}
}

// asked keeps the questions that are open.
func (c *console) asked(e event.Event) {
	switch b := e.Body.(type) {
	case event.ApprovalAsked:
		c.open = append(c.open, b.Approval)
		if len(c.open) == 1 {
			c.ask()
		}
	case event.ApprovalAnswered:
		c.open = slices.DeleteFunc(c.open, func(a event.Approval) bool { return a.ID == b.ID })
		c.ask()
	}
}

// ask puts the first question: what is to be run or sent, and the choices.
func (c *console) ask() {
	if len(c.open) == 0 {
		return
	}
	a := c.open[0]
	if c.lines == nil {
		_ = c.desk.Answer(a.ID, cmp.Or(c.absent, event.Deny)) // an error is a question that is over
		return
	}
	for l := range strings.Lines(a.Detail) {
		c.show.Line("  |", strings.TrimRight(l, "\n"))
	}
	var choices []string
	for _, choice := range a.Choices {
		choices = append(choices, fmt.Sprintf("[%s] %s", choice, c.words.Answer(choice)))
	}
	c.show.Line(" ", strings.Join(choices, ", "))
}

// said takes a line: the answer to a question, by its beginning, or words for
// the agent.
func (c *console) said(line string) {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
	case len(c.open) == 0:
		c.steer(line)
	default:
		a := c.open[0]
		for _, choice := range a.Choices {
			if strings.HasPrefix(string(choice), strings.ToLower(line)) {
				_ = c.desk.Answer(a.ID, choice) // an error is a question that is over
				return
			}
		}
		c.ask()
	}
}
