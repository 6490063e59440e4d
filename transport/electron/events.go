package electron

import (
	"encoding/json"

	"github.com/holdfast-go/holdfast/transport"
)

// event is one of the window host. The kinds are those of package transport, but
// for detached.
type event struct {
	Event   transport.EventKind `json:"event"`
	Tab     tab                 `json:"tab"`
	Active  bool                `json:"active"`
	Message string              `json:"message"` // of detached
	What    string              `json:"kind"`    // of blocked, and so on
	URL     string              `json:"url"`
	Reason  string              `json:"reason"`
	Rule    string              `json:"rule"`
}

// detached: the stream of a tab is over, though the tab may live.
const detached transport.EventKind = "detached"

// hear takes in an event. It runs on the reader of the connection.
func (h *Host) hear(line []byte) {
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		h.config.Log.Warn("electron: an event makes no sense", "error", err)
		return
	}
	told := transport.Event{Kind: e.Event, Tab: e.Tab.tab()}
	switch e.Event {
	case transport.TabOpened, transport.TabChanged, transport.Reattached:
	case transport.TabClosed:
		h.link.cut(e.Tab.ID, "the tab is gone")
	case transport.Takeover:
		told.Active = e.Active
	case transport.Blocked:
		told.Withheld = transport.Withheld{What: e.What, URL: e.URL, Reason: e.Reason, Rule: e.Rule}
	case detached:
		h.link.cut(e.Tab.ID, "the window host has lost the tab: "+excerpt(e.Message))
		return
	default:
		return // one that a newer window host has
	}
	h.news.Tell(told)
}
