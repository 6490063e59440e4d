package tools

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
)

// Catalogue runs tools on the pages of a provider, for one caller: it knows
// which page is the default one and what the caller was told last. It is safe
// for concurrent use, and it does not own the provider.
type Catalogue struct {
	provider browser.Provider
	// pages are the provider's, which the recorder sees.
	pages      browser.Provider
	recorder   *record.Recorder
	recordings string // folder; empty for none
	guard      Guard
	mark       Mark
	specs      []*spec
	byName     map[string]*spec

	mu sync.Mutex
	// current is the default page. It may be closed by now.
	current browser.TabID
	told    told
}

// told is what the last result said about where it comes from.
type told struct {
	session    browser.TabID
	title, url string
}

// Option changes what [New] makes.
type Option interface{ apply(*Catalogue) error }

type option func(*Catalogue) error

func (o option) apply(c *Catalogue) error { return o(c) }

// WithGuard sets who is asked before every call. Without it everything passes.
func WithGuard(g Guard) Option {
	return option(func(c *Catalogue) error {
		if g == nil {
			return errors.New("tools: WithGuard: no guard")
		}
		c.guard = g
		return nil
	})
}

// WithMark sets the mark around page text, for a session that goes on with
// the messages of an earlier one, or that marks page text elsewhere too. The
// default is a new one.
func WithMark(m Mark) Option {
	return option(func(c *Catalogue) error {
		if m.id == "" {
			return errors.New("tools: WithMark: the mark has no id; make it with NewMark")
		}
		c.mark = m
		return nil
	})
}

// New makes a catalogue over a provider, which the program keeps: closing it
// is the program's.
func New(provider browser.Provider, options ...Option) (*Catalogue, error) {
	if provider == nil {
		return nil, errors.New("tools: New: no provider")
	}
	c := &Catalogue{provider: provider, mark: NewMark(), specs: table(), byName: map[string]*spec{}}
	for _, s := range c.specs {
		c.byName[s.Name] = s
	}
	recorder, err := record.New(provider)
	if err != nil {
		return nil, err
	}
	c.recorder, c.pages = recorder, recorder.Provider()
	var wrong []error
	for _, o := range options {
		wrong = append(wrong, o.apply(c))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return c, nil
}

// Tools returns the tools that can be called, in the order of the table.
func (c *Catalogue) Tools() []Tool {
	list := make([]Tool, len(c.specs))
	for i, s := range c.specs {
		list[i] = s.Tool
	}
	return list
}

// Mark returns the mark around page text in this catalogue's results.
func (c *Catalogue) Mark() Mark { return c.mark }

// Instructions tell a model how the tools go together and what the marks
// around page text mean. They belong into its prompt.
func (c *Catalogue) Instructions() string {
	return "These tools look at web pages and act on them. " +
		"webpage_open opens a page; webpage_snapshot prints it as an outline in which everything that can be operated has a ref such as e12; " +
		"tools that act take a ref of that page. A ref either acts on the thing that you were shown or is refused, with what to do next. " +
		"A result tells what happened; when it says that the page navigated, take a new snapshot before you use refs. " +
		"An error begins with its code and ends with what to do. " +
		c.mark.Note()
}

// elsewhere is an action on a page that may mean none of those that the caller
// has, not even the default one.
type elsewhere interface{ elsewhere() bool }

// Call runs a tool. Its errors are all *[browser.Error]; [Catalogue.Explain]
// makes of one what a model reads.
func (c *Catalogue) Call(ctx context.Context, name string, arguments json.RawMessage) (*Result, error) {
	s := c.byName[name]
	if s == nil {
		return nil, c.unknown(name)
	}
	a, clean, err := s.parse(arguments)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, canceled(name, context.Cause(ctx))
	}
	k := &call{catalogue: c, name: name, answer: answer{mark: c.mark}}
	if p, ok := a.(paged); ok {
		if other, ok := a.(elsewhere); !ok || !other.elsewhere() {
			k.session = c.pick(p.session())
		}
	}
	if err := c.ask(ctx, s, a, clean, k); err != nil {
		return nil, k.withNews(asError(name, err))
	}
	if err := a.run(ctx, k); err != nil {
		return nil, k.withNews(asError(name, err))
	}
	k.sayNews()
	return k.result()
}
