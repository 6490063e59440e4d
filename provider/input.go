package provider

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
)

// mouseEvent are the parameters of Input.dispatchMouseEvent. Coordinates are
// CSS pixels of the session's own viewport.
type mouseEvent struct {
	Type       string  `json:"type"`
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	Button     string  `json:"button,omitempty"`
	Buttons    int     `json:"buttons,omitempty"`
	ClickCount int     `json:"clickCount,omitempty"`
	Modifiers  int     `json:"modifiers,omitempty"`
}

// keyEvent are the parameters of Input.dispatchKeyEvent.
type keyEvent struct {
	Type      string `json:"type"`
	Key       string `json:"key"`
	Code      string `json:"code"`
	VK        int    `json:"windowsVirtualKeyCode,omitempty"`
	Text      string `json:"text,omitempty"`
	Plain     string `json:"unmodifiedText,omitempty"`
	Location  int    `json:"location,omitempty"`
	Modifiers int    `json:"modifiers,omitempty"`

	AutoRepeat bool `json:"autoRepeat,omitempty"`
}

// buttonBits are the values of MouseEvent.buttons.
var buttonBits = map[browser.Button]int{browser.ButtonLeft: 1, browser.ButtonRight: 2, browser.ButtonMiddle: 4}

// command is one input command of a batch.
type command struct {
	method string
	params any
	frame  string // whose session takes it; empty for the page's own
}

// clickCommands are what a mouse sends for a click: move there, and for each
// count a press and a release.
func clickCommands(x, y float64, button browser.Button, count int, held []string, bits int) []command {
	var batch []command
	batch = append(batch, holdKeys(held)...)
	mouse := func(kind string, n int) {
		e := mouseEvent{Type: kind, X: x, Y: y, Modifiers: bits}
		if n > 0 {
			e.Button, e.ClickCount = string(button), n
			if kind == "mousePressed" {
				e.Buttons = buttonBits[button]
			}
		}
		batch = append(batch, command{method: "Input.dispatchMouseEvent", params: e})
	}
	mouse("mouseMoved", 0)
	for n := 1; n <= count; n++ {
		mouse("mousePressed", n)
		mouse("mouseReleased", n)
	}
	return append(batch, releaseKeys(held)...)
}

// keyCommands are what a keyboard sends for a combination.
func keyCommands(c combination) []command {
	batch := holdKeys(c.held)
	down := keyEvent{
		Type: "rawKeyDown", Key: c.key.key, Code: c.key.code, VK: c.key.vk, Location: c.key.location, Modifiers: c.bits,
	}
	if c.key.text != "" {
		down.Type, down.Text, down.Plain = "keyDown", c.key.text, c.key.text
	}
	up := down
	up.Type, up.Text, up.Plain = "keyUp", "", ""
	batch = append(batch, command{method: "Input.dispatchKeyEvent", params: down}, command{method: "Input.dispatchKeyEvent", params: up})
	return append(batch, releaseKeys(c.held)...)
}

// holdKeys presses modifiers, each with the bits of those that are down.
func holdKeys(held []string) []command {
	var batch []command
	bits := 0
	for _, name := range held {
		k := named[name]
		bits |= modifiers[name]
		batch = append(batch, command{method: "Input.dispatchKeyEvent", params: keyEvent{
			Type: "rawKeyDown", Key: k.key, Code: k.code, VK: k.vk, Location: k.location, Modifiers: bits,
		}})
	}
	return batch
}

// releaseKeys releases them in the opposite order.
func releaseKeys(held []string) []command {
	var batch []command
	bits := 0
	for _, name := range held {
		bits |= modifiers[name]
	}
	for i := len(held) - 1; i >= 0; i-- {
		k := named[held[i]]
		bits &^= modifiers[held[i]]
		batch = append(batch, command{method: "Input.dispatchKeyEvent", params: keyEvent{
			Type: "keyUp", Key: k.key, Code: k.code, VK: k.vk, Location: k.location, Modifiers: bits,
		}})
	}
	return batch
}

// dispatch writes input commands back to back and waits for the last reply. A
// page that is busy or a dialog that the input opened may hold the reply back;
// then it reports false after the limit: the input is on its way and cannot be
// taken back. The context of the caller ends the waiting too, with an error
// that says that the input was sent.
func (p *page) dispatch(ctx context.Context, batch []command) (bool, error) {
	pending := make([]*cdp.Pending, len(batch))
	for i, c := range batch {
		session, err := p.sessionFor(c)
		if err != nil && i == 0 {
			return false, err
		}
		if err != nil {
			pending = pending[:i]
			break // it went away with what was sent
		}
		// Input that has begun is sent to its end: a press without its release
		// would leave the button down.
		pending[i] = session.Send(context.WithoutCancel(ctx), c.method, c.params)
	}
	limit, cancel := limited(ctx, p.owner.config.after)
	defer cancel()
	asked := p.waiting()
	for i, one := range pending {
		select {
		case <-one.Done():
			err := one.Wait(ctx, nil)
			if err != nil && batch[i].frame != "" && p.alive("sending input") == nil &&
				(errors.Is(err, cdp.ErrSessionGone) || errors.Is(err, cdp.ErrCrashed)) {
				if i == 0 {
					return false, frameGone()
				}
				return true, nil // the frame went away because of it
			}
			if err != nil {
				return false, err
			}
		case <-limit.Done():
			if ctx.Err() != nil {
				return false, errors.Join(errSent, ctx.Err())
			}
			return false, nil
		case <-asked:
			return true, nil // its answer is the dialog
		case <-p.done:
			return false, p.alive("sending input")
		}
	}
	return true, nil
}

// errSent marks an error after which the input may still take effect.
var errSent = errors.New("the input was sent")
