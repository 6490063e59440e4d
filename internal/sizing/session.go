package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/crowd"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// session is a page session that does the same over and over: it looks at the
// page and clicks a button, which switches it on, and again, which switches it
// off.
type session struct {
	page browser.Page
	seen *browser.Snapshot // the last one, until it has been acted on
}

// The steps of a session come in turn.
const (
	stepSnapshot = "snapshot"
	stepClick    = "click"
)

// stepsPerRound is how many steps leave the page as it was.
const stepsPerRound = 4

// step does what is next, and says what it was.
func (s *session) step(ctx context.Context) (string, error) {
	if s.seen == nil {
		snap, err := s.page.Snapshot(ctx, browser.SnapshotRequest{})
		s.seen = snap
		return stepSnapshot, err
	}
	ref, err := s.seen.Ref("button", toggle)
	s.seen = nil
	if err == nil {
		_, err = s.page.Click(ctx, browser.ClickRequest{Ref: ref})
	}
	return stepClick, err
}

// round does all steps.
func (s *session) round(ctx context.Context) error {
	for range stepsPerRound {
		if what, err := s.step(ctx); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// recordedRounds is how many rounds are recorded: a document answers the first
// one otherwise than those that follow.
const recordedRounds = 3

// record records a session on a page and makes a script of it. It takes over the
// host.
func record(ctx context.Context, host transport.Host, url string) (*crowd.Script, []byte, error) {
	var recording bytes.Buffer
	recorder, err := replay.Record(host, &recording)
	if err != nil {
		return nil, nil, errors.Join(err, host.Close())
	}
	err = errors.Join(play(ctx, recorder, url), recorder.Close(), recorder.Err())
	if err != nil {
		return nil, nil, fmt.Errorf("recording: %w", err)
	}
	script, err := crowd.Load(bytes.NewReader(recording.Bytes()))
	return script, recording.Bytes(), err
}

// play is what is recorded.
func play(ctx context.Context, host transport.Host, url string) error {
	p, err := provider.New(ctx, host, patient())
	if err != nil {
		return err
	}
	page, err := rounds(ctx, p, url)
	if err == nil {
		err = page.Close(ctx)
	}
	return errors.Join(err, p.Close())
}

// rounds is all of it but the closing of the page.
func rounds(ctx context.Context, p *provider.Provider, url string) (browser.Page, error) {
	page, err := p.Open(ctx, browser.OpenRequest{URL: url})
	if err != nil {
		return nil, err
	}
	s := session{page: page}
	for range recordedRounds {
		if _, err := p.Tabs(ctx); err != nil {
			return nil, err
		}
		if err := s.round(ctx); err != nil {
			return nil, err
		}
	}
	_, err = p.Tabs(ctx)
	return page, err
}
