package provider

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Upload gives files to a file field or to the file chooser that is open.
func (p *page) Upload(ctx context.Context, r browser.UploadRequest) (*browser.Receipt, error) {
	files, err := p.owner.config.allowed(r.Files)
	if err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "upload")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	var receipt *browser.Receipt
	if r.Ref == 0 || len(files) == 0 {
		receipt, err = p.answerChooser(ctx, files, since)
	} else {
		receipt, err = p.upload(ctx, r.Ref, files, since)
	}
	if err != nil {
		return nil, withEvents(err, since)
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// answerChooser gives files to the chooser that is open, or cancels it.
func (p *page) answerChooser(ctx context.Context, files []string, since []browser.Event) (*browser.Receipt, error) {
	if err := p.ready("upload"); err != nil {
		return nil, err
	}
	one := p.chooserNow()
	if one == nil {
		e := &browser.Error{Code: browser.CodeNotFound, Reason: "no_chooser", Message: "the page has no file chooser open"}
		e.Hint = "Give the ref of the file field, or of what opens the chooser."
		return nil, e
	}
	if err := fits(one, files); err != nil {
		return nil, err
	}
	m := p.now()
	receipt := began("upload", since, nil, nil)
	if len(files) == 0 {
		receipt.Action = "cancel the file chooser"
		told, err := p.cancelChooser(ctx, one)
		if err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		if !told {
			receipt.Notes = append(receipt.Notes, "the page could not be told of it")
		}
	} else if err := p.give(ctx, receipt, one, files); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	return p.outcome(ctx, receipt, m)
}

// upload clicks what opens a file chooser and answers that, as a person does. A
// file field that cannot be clicked, or whose click opens nothing, is given the
// files directly.
func (p *page) upload(ctx context.Context, ref refs.Ref, files []string, since []browser.Event) (*browser.Receipt, error) {
	a, err := p.resolve(ref)
	if err != nil {
		return nil, err
	}
	found, err := p.gateOrFile(ctx, a)
	if err != nil {
		return nil, err
	}
	field := found.Control.Kind == dom.FileField
	if field && len(files) > 1 && !found.Control.Multiple {
		return nil, tooMany(len(files))
	}
	receipt := began("upload", since, a, found)
	p.covered(receipt, a, found)
	m := p.now()
	var why error
	after, err := p.actBy(ctx, receipt, m, a, found, func(ctx context.Context) (bool, error) {
		var one *openChooser
		if found.Outcome == dom.OK {
			answered, err := p.dispatch(ctx, inFrame(found.Frame, clickCommands(found.X, found.Y, browser.ButtonLeft, 1, nil, 0)))
			if err != nil {
				return answered, err
			}
			if one, err = p.chooserSince(ctx, m); err != nil {
				return false, err
			}
		}
		switch {
		case one != nil && !one.Refused:
			if why = fits(one, files); why == nil {
				return true, p.give(ctx, receipt, one, files)
			}
		case one == nil && field:
			receipt.Notes = append(receipt.Notes, "given to the field without a file chooser")
			return true, p.reader.SetFiles(ctx, a.target, files)
		case one == nil:
			why = p.wrongKind(a, "opened no file chooser when it was clicked", "Give the ref of the file field, or of what opens the chooser.")
		default:
			why = p.wrongKind(a, "asks for files in a way that cannot be answered (showOpenFilePicker)", "Look for another way to upload, such as a file field.")
		}
		return true, nil
	})
	switch {
	case err != nil:
		return nil, err
	case stopped(after):
		return nil, p.missed(receipt, a, after.Guard)
	case why != nil:
		return nil, withReceipt(why, receipt)
	}
	if field {
		names := fileNames(files)
		p.readBack(receipt, after, &names)
	}
	return receipt, nil
}

// gateOrFile is the gate of a click that lets a file field pass that cannot be
// clicked: it is hidden on purpose and worked by something else.
func (p *page) gateOrFile(ctx context.Context, a *aim) (*dom.ProbeResult, error) {
	request := dom.ProbeRequest{
		Target: a.target, URL: a.url, Purpose: dom.Click, Scroll: true, Relocate: true, Guard: guardFor,
		Timeout: p.owner.config.actionable, SendOccluded: p.owner.config.occlusion == Send,
	}
	found, err := p.reader.Probe(ctx, request)
	if err != nil {
		return nil, p.explain("checking "+a.ref.String(), err)
	}
	err = p.pass(a, found)
	switch found.Outcome {
	case dom.Hidden, dom.NoBox, dom.Occluded, dom.NoPointer, dom.OutOfView:
		if found.Control.Kind == dom.FileField {
			return found, nil
		}
	}
	return found, err
}

// give puts files into the field of a chooser.
func (p *page) give(ctx context.Context, r *browser.Receipt, one *openChooser, files []string) error {
	err := p.giveFiles(ctx, one, files)
	p.chooserDone()
	var refused *cdp.Error
	if errors.As(err, &refused) {
		return &browser.Error{
			Code: browser.CodeNotFound, Reason: "no_chooser", Message: "the file field of the chooser is not there any more",
			Hint: "Open the chooser again.", Err: err,
		}
	}
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, "the file chooser got "+fileNames(files))
	return nil
}

// fits checks that a chooser takes so many files.
func fits(one *openChooser, files []string) error {
	if len(files) > 1 && !one.Multiple {
		return tooMany(len(files))
	}
	return nil
}

func tooMany(n int) error {
	return &browser.Error{
		Code: browser.CodeInvalidValue, Reason: "not_multiple", Message: fmt.Sprintf("it takes one file, not %d", n),
		Hint: "Upload one file.",
	}
}

func fileNames(files []string) string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = filepath.Base(f)
	}
	return strings.Join(names, ", ")
}
