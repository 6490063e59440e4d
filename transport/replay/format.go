package replay

import (
	"encoding/json"

	"github.com/holdfast-go/holdfast/transport"
)

// What the first line of a file says.
const (
	formatName    = "holdfast-replay"
	formatVersion = 1

	hostBrowser = "browser"
	hostTabs    = "tabs"
)

type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Host    string `json:"host"`
}

// The ops of lines.
const (
	opSend    = "send"
	opReceive = "receive"
	opEnd     = "end"
	opClose   = "close"
	opStop    = "stop"
	opDone    = "done"
)

// line is every line but the first.
type line struct {
	Op      string          `json:"op"`
	MS      int64           `json:"ms"`
	Stream  int             `json:"stream"`
	Message json.RawMessage `json:"message"`
	Raw     []byte          `json:"raw"`
	Omitted int             `json:"omitted"`
	Error   *failure        `json:"error"`
}

// The commands and the event of stream 0, which is the host itself.
const (
	hostStream   = "Host.stream"
	hostEvent    = "Host.event"
	tabsList     = "Tabs.list"
	tabsOpen     = "Tabs.open"
	tabsActivate = "Tabs.activate"
	tabsClose    = "Tabs.close"
)

// tabParams are the params of Host.stream, Tabs.activate and Tabs.close.
type tabParams struct {
	Tab transport.TabID `json:"tab"`
}

// openParams are the params of Tabs.open.
type openParams struct {
	Background bool `json:"background"`
}

// streamResult is the result of Host.stream.
type streamResult struct {
	Stream int `json:"stream"`
}

// listResult is the result of Tabs.list.
type listResult struct {
	Tabs []tab `json:"tabs"`
}

// tab is a transport.Tab, and the result of Tabs.open.
type tab struct {
	ID     transport.TabID `json:"id"`
	Opener transport.TabID `json:"opener,omitempty"`
	URL    string          `json:"url"`
	Title  string          `json:"title"`
}

// hostReply is a reply of stream 0.
type hostReply[R any] struct {
	ID     int64    `json:"id"`
	Result *R       `json:"result,omitempty"`
	Error  *failure `json:"error,omitempty"`
}

// event is a transport.Event.
type event struct {
	Kind   transport.EventKind `json:"kind"`
	Tab    tab                 `json:"tab"`
	Active bool                `json:"active,omitempty"`
	Lost   int                 `json:"lost,omitempty"`
	Error  *failure            `json:"error,omitempty"`
	// Withheld is of transport.Blocked.
	Withheld withheld `json:"withheld,omitzero"`
}

// withheld is a transport.Withheld.
type withheld struct {
	What   string `json:"what"`
	URL    string `json:"url"`
	Reason string `json:"reason"`
	Rule   string `json:"rule,omitempty"`
}

func newEvent(e transport.Event) event {
	return event{
		Kind: e.Kind, Tab: tab(e.Tab), Active: e.Active, Lost: e.Lost, Error: newFailure(e.Err), Withheld: withheld(e.Withheld),
	}
}

func (e event) event() transport.Event {
	return transport.Event{
		Kind: e.Kind, Tab: transport.Tab(e.Tab), Active: e.Active, Lost: e.Lost, Err: e.Error.err(), Withheld: transport.Withheld(e.Withheld),
	}
}
