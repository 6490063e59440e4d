package provider

import (
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/outline"
)

// WithSecrets gives the secrets that Fill may put in the place of their
// placeholders ({{secret:name}}), each only where the document that holds the
// field is of one of its sites. In results, errors and what is logged the
// values stand as placeholders, also when a page shows them. In pictures the
// elements that show one are painted over (see [browser.ScreenshotRequest]); what
// a canvas or another picture shows of it is not recognised.
//
// This hides secrets from an agent that reads and fills. One that runs code in
// the page can take a value apart, letter by letter: give it WithoutExecute, too.
//
// What records the protocol itself sees what is typed: give
// transport/replay.WithSecrets the values, too.
func WithSecrets(s *secret.Store) Option {
	return option(func(c *config) error {
		if s == nil {
			return errors.New("provider: WithSecrets: no store")
		}
		c.secrets = s
		return nil
	})
}

// reveal puts secrets in the place of their placeholders in what a field is to
// hold. The gate has just compared the address of the field's document with the
// one of the snapshot, in the same call that gave the field the focus; where it
// had nothing to compare, no secret is given out.
func (p *page) reveal(a *aim, value string, keystrokes bool) (string, error) {
	if len(secret.In(value)) == 0 || p.owner.config.secrets == nil {
		return value, nil
	}
	if keystrokes {
		e := invalid("a secret is put in whole, not key by key")
		e.Hint = "Fill without keystrokes."
		return "", e
	}
	address := a.target.Address
	revealed, err := p.owner.config.secrets.Reveal(value, address)
	var refused *secret.Error
	if !errors.As(err, &refused) {
		return revealed, err
	}
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{Code: browser.CodeSecretRefused, Reason: browser.Reason(refused.Problem), Err: refused}
	e.Details.Ref, e.Details.Role, e.Details.Name, e.Details.URL = what.Ref, what.Role, what.Name, address
	if refused.Problem == secret.Unknown {
		e.Message = "there is no secret " + outline.Quote(refused.Name) + "; nothing was typed"
	} else {
		e.Message = fmt.Sprintf("the secret %s is bound to %s, and %s is of %s; nothing was typed",
			refused.Name, strings.Join(refused.Sites, ", "), what, outline.Address(address))
	}
	e.Hint = "No secret may be used here."
	if names := p.owner.config.secrets.Names(address); len(names) > 0 {
		e.Hint = "Here these may be used: " + strings.Join(names, ", ") + "."
	}
	return "", e
}

// mask takes secrets out of a text.
func (p *Provider) mask(text string) string { return p.config.secrets.Mask(text) }

// hide takes secrets out of a tree, also those that are split over several
// rows. The registry has seen the tree by then: identities are of what the page
// says.
func (p *page) hide(tree *outline.Tree) {
	if p.owner.config.secrets.Empty() {
		return
	}
	tree.Load()
	mask := func(s *string) { *s = p.owner.mask(*s) }
	mask(&tree.Title)
	mask(&tree.Document.URL)
	for i := range tree.Frames {
		mask(&tree.Frames[i].URL)
	}
	if tree.Overlay != nil {
		mask(&tree.Overlay.Name)
	}
	names := make([]*string, len(tree.Nodes))
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		names[i] = &n.Name
		mask(&n.Value)
		mask(&n.Href)
		mask(&n.Note)
	}
	p.owner.config.secrets.MaskAll(names)
}
