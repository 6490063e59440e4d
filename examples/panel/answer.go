package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/browser"
)

// answer carries a request out.
func (e *engine) answer(ctx context.Context, r request, text []byte) reply {
	result, err := e.carryOut(ctx, r, text)
	if err != nil {
		return reply{ID: r.ID, Error: e.kept.mask.Mask(err.Error()), Code: codeOf(err)}
	}
	return reply{ID: r.ID, Result: result}
}

// codes of replies, by which a panel says in its language what is wrong.
var codes = map[error]string{
	agent.ErrBusy: "busy", agent.ErrNothing: "nothing", agent.ErrClosed: "closed", policy.ErrNoQuestion: "no_question",
	history.ErrNotFound: "not_found", errNoPage: "no_page", errNoPicture: "no_picture",
}

var (
	errNoPage    = errors.New("the agent has not used a page yet")
	errNoPicture = errors.New("the picture was not kept")
)

func codeOf(err error) string {
	for known, code := range codes {
		if errors.Is(err, known) {
			return code
		}
	}
	if b := browser.AsError(err); b != nil {
		return string(b.Code)
	}
	return ""
}

func (e *engine) carryOut(ctx context.Context, r request, text []byte) (any, error) {
	switch r.Type {
	case requestShow:
		return nil, e.tellSettings()
	case requestSettings:
		c, err := decode[changedSettings](r.Data)
		if err != nil {
			return nil, err
		}
		return nil, e.change(func() error { return e.kept.put(c) })
	case requestLanguage:
		c, err := decode[languageRequest](r.Data)
		if err != nil {
			return nil, err
		}
		return nil, e.change(func() error { return e.kept.speak(c.Language) })
	case requestForget:
		c, err := decode[siteRequest](r.Data)
		if err != nil {
			return nil, err
		}
		if err := e.kept.sites.Remember(ctx, c.Site, ""); err != nil {
			return nil, err
		}
		return nil, e.tellSettings()
	case requestLook:
		c, err := decode[lookRequest](r.Data)
		if err != nil {
			return nil, err
		}
		return e.live.look(ctx, c.Marks)
	case requestPicture:
		c, err := decode[pictureRequest](r.Data)
		if err != nil {
			return nil, err
		}
		return e.picture(c)
	case requestExport:
		c, err := decode[exportRequest](r.Data)
		if err != nil {
			return nil, err
		}
		return e.export(c)
	case requestTry:
		c, err := decode[tryRequest](r.Data)
		if err != nil {
			return nil, err
		}
		return e.try(ctx, c.Model)
	case requestDiagnose:
		d, ok := e.own.(browser.Diagnoser)
		if !ok {
			return nil, errors.New("this browser cannot diagnose itself")
		}
		return d.Diagnose(ctx)
	}
	c, err := event.DecodeCommand(text)
	if err != nil {
		return nil, err
	}
	return nil, e.do(ctx, c)
}

func decode[T any](data json.RawMessage) (T, error) {
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return value, fmt.Errorf("the request cannot be read: %w", err)
	}
	return value, nil
}

// do carries a command of package event out.
func (e *engine) do(ctx context.Context, c event.Command) error {
	e.renew() // settings that were changed while the last run ended
	if err := e.carry(ctx, c); err != nil {
		return err
	}
	if chosen, ok := c.(event.SetBinding); ok {
		if err := e.kept.choose(chosen.ID); err != nil {
			return err
		}
		return e.tellSettings()
	}
	return nil
}

// carry holds off new settings while it hands the command on.
func (e *engine) carry(ctx context.Context, c event.Command) error {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.panels.Do(ctx, c)
}

// change changes settings. What is asked for holds at once, everything else from
// the next run on.
func (e *engine) change(write func() error) error {
	if err := write(); err != nil {
		return err
	}
	e.stale.Store(true)
	if err := e.policy.Load().Set(e.safety(e.kept.get())); err != nil {
		return err
	}
	e.renew()
	return e.tellSettings()
}

// tellSettings tells every panel what the settings are.
func (e *engine) tellSettings() error {
	s, err := e.kept.shown()
	if err != nil {
		return err
	}
	e.notes.tell(note{noteSettings, s}, true)
	return nil
}

// picture finds a picture of an item.
func (e *engine) picture(r pictureRequest) (view, error) {
	s, ok := e.feed.Snapshot().Body.(event.Snapshot)
	if !ok {
		return view{}, errNoPicture
	}
	for _, item := range s.Items {
		c, ok := item.Content.(event.ToolCall)
		if item.ID != r.Item || !ok || r.Index < 0 || r.Index >= len(c.Images) || len(c.Images[r.Index].Data) == 0 {
			continue
		}
		i := c.Images[r.Index]
		return view{MIME: i.MIME, Data: i.Data, Width: i.Width, Height: i.Height}, nil
	}
	return view{}, errNoPicture
}

// export writes the conversation in use.
func (e *engine) export(r exportRequest) (exported, error) {
	e.mu.RLock()
	c, l := e.runner.Conversation(), e.words.Language()
	e.mu.RUnlock()
	name := "conversation-" + c.Created.UTC().Format("20060102-150405")
	switch r.Format {
	case "markdown":
		return exported{Name: name + ".md", MIME: "text/markdown", Text: c.Markdown(e.kept.mask.Mask, l)}, nil
	case "json":
		text, err := c.JSON(e.kept.mask.Mask)
		return exported{Name: name + ".json", MIME: "application/json", Text: string(text)}, err
	}
	return exported{}, fmt.Errorf("there is no export as %q", r.Format)
}

// tryLimit is how long a model may take to answer a greeting, and tryOutput how
// much it may say: reasoning models think about it.
const (
	tryLimit  = time.Minute
	tryOutput = 512
)

// try asks a model for a word, to see whether its settings are right.
func (e *engine) try(ctx context.Context, id string) (tried, error) {
	e.mu.RLock()
	words := e.words
	e.mu.RUnlock()
	m := made{settings: e.kept.get()}
	b, ok := m.settings.model(id)
	if !ok {
		return tried{}, fmt.Errorf("there is no model %q", id)
	}
	c, err := m.client(e.kept, b)
	if err != nil {
		return tried{}, err
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	began := time.Now()
	finish, err := model.Collect(c.Stream(ctx, model.Request{
		Messages: []model.Message{model.Say(model.User, "Answer with the one word OK.")}, MaxOutput: tryOutput,
	}))
	result := tried{OK: err == nil, ElapsedMS: time.Since(began).Milliseconds()}
	if err != nil {
		result.Text = e.kept.mask.Mask(string(words.Why(err)))
		return result, nil
	}
	result.Text = finish.Message.Text()
	return result, nil
}
