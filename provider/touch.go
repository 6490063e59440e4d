package provider

import (
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// touchEvent are the parameters of Input.dispatchTouchEvent.
type touchEvent struct {
	Type      string       `json:"type"`
	Points    []touchPoint `json:"touchPoints"`
	Modifiers int          `json:"modifiers,omitempty"`
}

type touchPoint struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// byTouch reports whether a click is a tap: the agent made the page a phone's,
// and a finger has no other buttons.
func (p *page) byTouch(button browser.Button) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.viewport != nil && p.viewport.Mobile && button == browser.ButtonLeft
}

// betweenTaps is the pause between the taps of a double tap: what the browser
// makes of the first one has come by then, and a person needs as long.
const betweenTaps = 60 * time.Millisecond

// taps are what a finger sends for a tap, or several in one place, with
// modifiers that are held the while. The browser makes pointer, touch and mouse
// events and the click of each. hold is how long the finger stays.
func taps(found *dom.ProbeResult, count int, hold time.Duration, held []string, bits int) []step {
	touch := func(kind string, points ...touchPoint) []command {
		return inFrame(found.Frame, []command{{method: "Input.dispatchTouchEvent", params: touchEvent{kind, append([]touchPoint{}, points...), bits}}})
	}
	var steps []step
	for n := range count {
		down, up := touch("touchStart", touchPoint{found.X, found.Y}), touch("touchEnd")
		if n == 0 {
			down = append(inFrame(found.Frame, holdKeys(held)), down...)
		}
		if n == count-1 {
			up = append(up, inFrame(found.Frame, releaseKeys(held))...)
		}
		pause := betweenTaps
		if n == count-1 {
			pause = 0
		}
		if hold == 0 {
			steps = append(steps, step{append(down, up...), pause})
		} else {
			steps = append(steps, step{down, hold}, step{up, pause})
		}
	}
	return steps
}
