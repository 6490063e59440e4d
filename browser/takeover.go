package browser

import "time"

// Takeover tells that a person operates a page, or is done with it.
type Takeover struct {
	Active bool `json:"active"`
	// Since is when it began, or ended.
	Since time.Time `json:"since"`
}

// String says what it means for the agent.
func (t Takeover) String() string {
	if t.Active {
		return "takeover: a person operates this page; what you see may change at any moment, and nothing can be done on it until they are done"
	}
	return "takeover ended: the person is done with this page; look at it again before you act (take a snapshot)"
}

// Holder says whose a state of a tab is.
type Holder string

// The holders.
const (
	HolderAgent Holder = "agent"
	HolderHuman Holder = "human"
)
