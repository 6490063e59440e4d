package provider

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// DialogPolicy says what becomes of the JavaScript dialogs of pages. A dialog
// that nobody answers blocks its page and every command to it.
type DialogPolicy int

const (
	// DismissDialogs acknowledges alerts and dismisses questions at once: no
	// confirm, no prompt is accepted, and no page is left that asks to stay. The
	// default. Results tell of every dialog.
	DismissDialogs DialogPolicy = iota
	// AcceptDialogs accepts everything at once: prompts with the text that they
	// suggest.
	AcceptDialogs
	// AskDialogs leaves the dialog open: the call during which it opened returns
	// and names it, every further call on the page answers BROWSER_DIALOG_OPEN at
	// once, and browser.Page.Dialog answers it.
	AskDialogs
)

// WithDialogs sets what becomes of JavaScript dialogs.
func WithDialogs(policy DialogPolicy) Option {
	return option(func(c *config) error {
		if policy < DismissDialogs || policy > AskDialogs {
			return fmt.Errorf("provider: WithDialogs: no such policy: %d", policy)
		}
		c.dialogs = policy
		return nil
	})
}

// handleDialog are the parameters of Page.handleJavaScriptDialog. The text has
// to be given to accept what a prompt suggests: without it Chrome answers with
// the empty text.
type handleDialog struct {
	Accept bool   `json:"accept"`
	Text   string `json:"promptText,omitempty"`
}

// openDialog notes a dialog and answers it by the policy. It needs p.mu.
func (p *page) openDialog(v dialogOpening) {
	s := &p.state
	d := &browser.Dialog{Kind: v.Type, Message: v.Message, Default: v.DefaultPrompt}
	s.dialog = d
	s.dialogs.add(d)
	if p.owner.config.dialogs == AskDialogs || p.owner.takeovers.of(p.id).active { // a person answers their own
		if !s.asking {
			s.asking = true
			close(p.asked)
		}
		return
	}
	accept := v.Type == "alert" || p.owner.config.dialogs == AcceptDialogs
	pending := p.session.Send(context.Background(), "Page.handleJavaScriptDialog", handleDialog{accept, v.DefaultPrompt})
	// The reply says nothing that javascriptDialogClosed does not say.
	pending.Abandon()
}

// closeDialog notes how the open dialog ended. It needs p.mu.
func (p *page) closeDialog(how string) {
	s := &p.state
	if s.dialog == nil {
		return
	}
	s.dialog.Handled = how
	if s.dialog.Kind == "beforeunload" && how == dismissed {
		// The navigation that asked is off; where the page itself had begun it,
		// nothing else tells.
		s.pending = nil
	}
	s.dialog = nil
	if s.asking {
		s.asking = false
		p.asked = make(chan struct{})
	}
}

// What Dialog.Handled says.
const (
	accepted  = "accepted"
	dismissed = "dismissed"
	// goneWith: the document or the renderer went, and the dialog with it.
	goneWith = "gone with its document"
)

// waiting returns the channel that is closed while a dialog waits for an answer
// of the program.
func (p *page) waiting() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// OpenDialog returns the dialog that the page has open, or nil.
func (p *page) OpenDialog() *browser.Dialog {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.dialog == nil {
		return nil
	}
	d := *p.state.dialog
	return &d
}

// blocked is the error of a call that a dialog keeps from being made, or nil.
func (p *page) blocked(what string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.state.asking {
		return nil
	}
	return dialogOpen(what, *p.state.dialog)
}

func dialogOpen(what string, d browser.Dialog) *browser.Error {
	e := &browser.Error{
		Code: browser.CodeDialogOpen, Reason: browser.Reason(d.Kind),
		Message: what + ": a dialog of the page is open: " + d.Kind + " " + outline.Quote(d.Message),
		Hint:    "Answer the dialog first (accept or dismiss); until then the page answers nothing else.",
	}
	if d.Default != "" {
		e.Message += ", which suggests " + outline.Quote(d.Default)
	}
	e.Details.Dialog = &d
	return e
}

// raced sends the commands of a session so that none waits for a page that a
// dialog blocks: nearly all of them would wait until it is answered.
type raced struct {
	page    *page
	session *cdp.Session
}

// Call is Session.Call, ended by a dialog that waits for an answer.
func (r raced) Call(ctx context.Context, method string, params, result any) error {
	if err := r.page.blocked(method); err != nil {
		return err
	}
	asked := r.page.waiting()
	pending := r.session.Send(ctx, method, params)
	look := time.NewTimer(kinPatience)
	defer look.Stop()
	for waits := true; waits; {
		waits = false
		select {
		case <-pending.Done():
		case <-ctx.Done():
		case <-look.C:
			if err := r.page.heldUp(); err != nil {
				pending.Abandon()
				return err
			}
			look.Reset(kinPatience)
			waits = true
		case <-asked:
			return r.interrupted(ctx, pending, method, result)
		}
	}
	return pending.Wait(ctx, result)
}

// interrupted ends a command for a dialog that waits for an answer.
func (r raced) interrupted(ctx context.Context, pending *cdp.Pending, method string, result any) error {
	select {
	case <-pending.Done():
		return pending.Wait(ctx, result) // it was faster
	default:
	}
	pending.Abandon()
	if err := r.page.blocked(method); err != nil {
		return err
	}
	// It is answered already. What was asked is not worth a second try here.
	return &browser.Error{
		Code: browser.CodeDialogOpen, Message: method + ": a dialog of the page came up and was answered meanwhile",
		Hint: "Try again.", Retryable: true,
	}
}

// call sends a command of the page's own session, ended by a dialog.
func (p *page) call(ctx context.Context, method string, params, result any) error {
	return raced{p, p.session}.Call(ctx, method, params, result)
}

// Dialog answers the open dialog and tells what came of it. It takes no turn:
// whoever has it may be waiting for this very answer.
func (p *page) Dialog(ctx context.Context, r browser.DialogRequest) (*browser.Receipt, error) {
	if r.Action != browser.AcceptDialog && r.Action != browser.DismissDialog {
		return nil, invalid("a dialog is answered with accept or dismiss, not %s", outline.Quote(string(r.Action)))
	}
	if r.Text != nil && r.Action != browser.AcceptDialog {
		return nil, invalid("a text goes with accept only")
	}
	if err := p.alive("dialog"); err != nil {
		return nil, err
	}
	if err := p.catchUp(ctx); err != nil {
		return nil, failed("dialog", err)
	}
	start := time.Now()
	since := p.sinceLast()
	if err := p.takenOver("dialog"); err != nil {
		return nil, withEvents(err, since)
	}
	m := p.now()
	p.mu.Lock()
	d := p.state.dialog
	p.mu.Unlock()
	if d == nil {
		return nil, withEvents(p.noDialog(), since)
	}
	if r.Text != nil && d.Kind != "prompt" {
		return nil, withEvents(invalid("a %s takes no text", d.Kind), since)
	}
	answer := handleDialog{Accept: r.Action == browser.AcceptDialog, Text: d.Default}
	if r.Text != nil {
		answer.Text = *r.Text
	}
	limit, cancel := limited(ctx, p.owner.config.after)
	defer cancel()
	err := p.session.Call(limit, "Page.handleJavaScriptDialog", answer, nil)
	if err == nil {
		err = p.await(limit, func(s *state) bool { return s.dialog != d })
	}
	if err != nil {
		if p.OpenDialog() == nil { // somebody else was faster
			return nil, withEvents(p.noDialog(), since)
		}
		return nil, withEvents(failed("answering the dialog", err), since)
	}
	receipt := &browser.Receipt{Action: "dialog " + string(r.Action), SinceLast: since}
	p.mu.Lock()
	receipt.Dialogs = []browser.Dialog{*d}
	p.mu.Unlock()
	// Asking about no element disturbs nobody who has the turn.
	if _, err := p.settle(ctx, m, dom.AfterRequest{}); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	receipt.Elapsed = time.Since(start)
	return receipt, nil
}

// noDialog is the error of an answer to nothing.
func (p *page) noDialog() error {
	e := &browser.Error{
		Code: browser.CodeNotFound, Reason: "no_dialog", Message: "no dialog of this page is open",
		Hint: "Look at the page: it may open later, or it was answered already.",
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := p.state.dialogs.end(); n > 0 {
		if last := *p.state.dialogs.at(n - 1); last.Handled != "" {
			e.Message += "; the last one, " + last.Kind + " " + outline.Quote(last.Message) + ", was " + last.Handled
		}
	}
	return e
}
