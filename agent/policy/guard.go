package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
)

// Reasons of the [browser.CodeRefused] errors of a policy. They are a public
// contract.
const (
	// ReasonDenied: a person said no, now or earlier.
	ReasonDenied browser.Reason = "denied"
	// ReasonExpired: nobody answered in time. The same call may be asked for again.
	ReasonExpired browser.Reason = "expired"
	// ReasonNobody: there is nobody to ask.
	ReasonNobody browser.Reason = "nobody_to_ask"
	// ReasonMoved: the page went elsewhere while the question was open.
	ReasonMoved browser.Reason = "moved"
	// ReasonNoAddress: it is not known where the page is.
	ReasonNoAddress browser.Reason = "no_address"
)

var errNobody = errors.New("there is nobody to ask")

// Guard decides about a call. It is a [tools.Guard]; nil lets the call pass.
func (p *Policy) Guard(ctx context.Context, r tools.Request) error {
	var a arguments
	if err := json.Unmarshal(r.Arguments, &a); err != nil && len(r.Arguments) > 0 {
		return fmt.Errorf("its arguments cannot be read: %w", err)
	}
	rules := p.current()
	var asked bool
	for _, address := range destinations(r, a) {
		if v := rules.blocked.Check(address); !v.Allowed {
			return blocked(v)
		}
		put, err := p.enter(ctx, rules, r, address)
		if err != nil {
			return err
		}
		asked = asked || put
	}
	if !usesPage(r) {
		return p.stillAllowed(r, a, "")
	}
	if r.URL == "" {
		return &browser.Error{
			Code: browser.CodeRefused, Reason: ReasonNoAddress, Message: "it is not known where page " + string(r.Session) + " is, so nobody can allow it",
			Hint: "List the tabs with webpage_tabs: the page may be closed, or not loaded yet.", Retryable: true,
		}
	}
	if v := rules.blocked.CheckDocument(r.URL); !v.Allowed {
		return blocked(v)
	}
	put, err := p.enter(ctx, rules, r, r.URL)
	if err != nil {
		return err
	}
	asked = asked || put
	needs, err := sensitive(ctx, r, rules.Settings, a)
	if err != nil {
		return err
	}
	if needs != nil {
		asked = true
		needs.Site, needs.URL, needs.Tool = siteOf(r.URL), r.URL, r.Tool.Name
		needs.Choices = []event.Answer{event.Once, event.Deny}
		if err := p.confirm(ctx, *needs); err != nil {
			return err
		}
	}
	if !asked {
		return nil
	}
	return p.settledPage(ctx, r, a, needs != nil)
}

// usesPage reports whether a call reads a page or acts on it. Listing and
// closing tabs does not, nor does leaving a page.
func usesPage(r tools.Request) bool {
	switch r.Tool.Name {
	case "webpage_tabs", "webpage_diagnose", "webpage_open", "webpage_navigate":
		return false
	}
	return r.Session != ""
}

// destinations are the addresses that a call goes to.
func destinations(r tools.Request, a arguments) []string {
	switch {
	case r.Tool.Name == "webpage_open" || r.Tool.Name == "webpage_navigate":
		if a.URL != "" {
			return []string{a.URL}
		}
	case r.Tool.Name == "webpage_execute" && a.Params.URL != "":
		// Page.navigate goes as far as webpage_navigate does.
		return []string{a.Params.URL}
	}
	return nil
}

// enter gets the permission for the site of an address.
func (p *Policy) enter(ctx context.Context, rules *rules, r tools.Request, address string) (asked bool, err error) {
	s := siteOf(address)
	if s == "" || rules.permits(address) {
		return false, nil
	}
	answer, asked, err := p.allow(ctx, event.Approval{
		Subject: event.SubjectSite, Site: s, URL: address, Tool: r.Tool.Name, Choices: []event.Answer{event.Once, event.Always, event.Deny},
	})
	return asked, verdict(ctx, answer, err, "using "+s)
}

// confirm gets the permission for a sensitive call.
func (p *Policy) confirm(ctx context.Context, a event.Approval) error {
	what := map[event.Subject]string{
		event.SubjectPassword: "typing into a password field", event.SubjectScript: "running a program in the page",
		event.SubjectUpload: "uploading files", event.SubjectPurchase: "what may buy or send something",
	}[a.Subject]
	if p.approver == nil {
		return verdict(ctx, "", errNobody, what)
	}
	answer, err := p.ask(ctx, a)
	return verdict(ctx, answer, err, what)
}

// verdict makes of an answer nil or the error that the agent reads.
func verdict(ctx context.Context, answer event.Answer, err error, what string) error {
	e := &browser.Error{Code: browser.CodeRefused, Hint: "Do not repeat it. Go another way, or say what you would need it for."}
	switch {
	case ctx.Err() != nil:
		return &browser.Error{Code: browser.CodeCanceled, Message: "the call was cancelled while a person was asked; nothing was done", Err: context.Cause(ctx)}
	case err == nil && answer.Allows():
		return nil
	case errors.Is(err, errNobody):
		e.Reason, e.Message = ReasonNobody, what+" needs a permission, and there is nobody to ask"
	case err != nil:
		e.Reason, e.Message, e.Err = ReasonNobody, what+" needs a permission, and asking failed", err
	case answer == event.Expired:
		e.Reason, e.Message = ReasonExpired, what+" needs a permission, and nobody answered in time; nothing was done"
		e.Hint, e.Retryable = "Go another way, or tell the user what you wait for.", true
	default:
		e.Reason, e.Message = ReasonDenied, what+" was not allowed by the user; nothing was done"
	}
	return e
}

// settledPage is asked after a person was: the page must still be where it was,
// to the letter when the call is sensitive.
func (p *Policy) settledPage(ctx context.Context, r tools.Request, a arguments, exact bool) error {
	now, err := r.Address(ctx)
	if err != nil {
		return err
	}
	if now != r.URL && (exact || siteOf(now) != siteOf(r.URL)) {
		return &browser.Error{
			Code: browser.CodeRefused, Reason: ReasonMoved, Retryable: true, Details: browser.Details{URL: now},
			Message: "the page went elsewhere while a person was asked; nothing was done",
			Hint:    "Take a webpage_snapshot and look before you do it again.",
		}
	}
	return p.stillAllowed(r, a, now)
}

// stillAllowed looks at the block list again: it may be another one than before
// the question.
func (p *Policy) stillAllowed(r tools.Request, a arguments, page string) error {
	rules := p.current()
	for _, address := range destinations(r, a) {
		if v := rules.blocked.Check(address); !v.Allowed {
			return blocked(v)
		}
	}
	if page != "" {
		if v := rules.blocked.CheckDocument(page); !v.Allowed {
			return blocked(v)
		}
	}
	return nil
}

func blocked(v site.Verdict) error {
	e := &browser.Error{
		Code: browser.CodeSiteBlocked, Reason: browser.Reason(v.Reason), Details: browser.Details{URL: v.Address, Rule: v.Rule},
		Message: "this site may not be used: " + browser.WhyBlocked(v.Reason, v.Rule),
		Hint:    "Do not try it again, in no spelling. Go another way.",
	}
	if v.Reason == site.Invalid {
		e.Code, e.Message = browser.CodeInvalidArgument, "no browser accepts this address"
		e.Hint = "Give the whole address, with https:// in front."
	}
	return e
}
