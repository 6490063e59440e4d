package provider

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// methods are the commands that Execute sends: they read, they change only what
// is the session's own, or they only navigate (seed 001 §10). Everything else is
// refused, commands that do not exist yet included.
var methods = map[string]bool{
	"Runtime.evaluate": true, "Runtime.getProperties": true,
	"DOM.getDocument": true, "DOM.querySelector": true,
	"Page.navigate": true, "Page.reload": true, "Page.captureScreenshot": true,
	"Accessibility.getFullAXTree": true,
	"Network.enable":              true, "Network.getResponseBody": true, "Log.enable": true,
}

// instead says what to use in the place of commands of a domain.
var instead = map[string]string{
	"Input":     "Use press, fill and scroll (and click, hover, drag): they check what they act on.",
	"Target":    "Use tabs.",
	"Browser":   "Use tabs; the browser itself is the program's.",
	"Emulation": "Use resize.",
	"Fetch":     "Requests are the program's to allow.",
	"Overlay":   "Use locate with highlight.",
	"Storage":   "Run code that reads what the page itself can read.",
}

// checkMethod refuses commands that are not on the list, and makes the ones
// that have a way of their own go it.
func (p *page) checkMethod(r *browser.ExecuteRequest) error {
	if !methods[r.Method] {
		domain, _, _ := strings.Cut(r.Method, ".")
		hint := instead[domain]
		if hint == "" {
			hint = "The commands are " + strings.Join(slices.Sorted(maps.Keys(methods)), ", ") + "."
		}
		return &browser.Error{
			Code: browser.CodeRefused, Reason: "method", Hint: hint,
			Message: "execute does not send " + outline.Quote(r.Method),
		}
	}
	fields := map[string]json.RawMessage{}
	if len(r.Params) > 0 {
		if err := json.Unmarshal(r.Params, &fields); err != nil || fields == nil {
			return invalid("the params of %s are a JSON object", r.Method)
		}
	}
	text := func(name string) (string, error) {
		var s string
		if err := json.Unmarshal(fields[name], &s); err != nil || s == "" {
			return "", invalid("%s needs the text %s", r.Method, name)
		}
		return s, nil
	}
	switch r.Method {
	case "Runtime.evaluate":
		// As code: by value, awaited, as a user's gesture, in the page's world.
		code, err := text("expression")
		if err != nil {
			return err
		}
		r.Code, r.Method, r.Params = code, "", nil
	case "Page.navigate":
		address, err := text("url")
		if err != nil {
			return err
		}
		if address, err = p.owner.sites.check(address); err != nil {
			return err
		}
		fields = map[string]json.RawMessage{"url": encode(address)}
	case "Page.captureScreenshot":
		// Bounded, and never of what is not on the screen: that is screenshot's.
		fields = map[string]json.RawMessage{"format": encode("jpeg"), "quality": json.RawMessage("50")}
	}
	if r.Method != "" {
		params, err := json.Marshal(fields)
		if err != nil {
			return invalid("the params of %s cannot be encoded", r.Method)
		}
		r.Params = params
	}
	return nil
}

// encode writes a text as JSON; every text can be.
func encode(s string) json.RawMessage {
	b, _ := json.Marshal(s)
	return b
}

// command sends a command and gives its reply as it is.
func (p *page) command(ctx context.Context, r browser.ExecuteRequest, out *browser.ExecuteResult) error {
	out.Action = "execute " + r.Method
	var reply json.RawMessage
	if err := p.call(ctx, r.Method, r.Params, &reply); err != nil {
		return err
	}
	if len(reply) == 0 {
		reply = json.RawMessage("{}")
	}
	return p.value(out, string(reply), r.MaxChars)
}
