package model

// Usage is what a turn took, in tokens.
type Usage struct {
	// Input are the tokens of the request, the cached ones among them.
	Input int `json:"input"`
	// Cached are the tokens that the endpoint had read before.
	Cached int `json:"cached,omitempty"`
	// Output are the tokens of the answer, reasoning among them.
	Output int `json:"output"`
	// Reasoning are the tokens of thoughts.
	Reasoning int `json:"reasoning,omitempty"`
}

// Add sums two turns.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Cached + v.Cached, u.Output + v.Output, u.Reasoning + v.Reasoning}
}

// Price is what tokens cost, in US dollars per million.
type Price struct {
	Input float64 `json:"input"`
	// Cached is the price of input that the endpoint had read before; 0 means
	// that there is no discount.
	Cached float64 `json:"cached,omitempty"`
	Output float64 `json:"output"`
}

// Cost returns what a turn costs, in US dollars.
func (p Price) Cost(u Usage) float64 {
	const million = 1e6
	cached := p.Cached
	if cached == 0 {
		cached = p.Input
	}
	known := min(max(u.Cached, 0), max(u.Input, 0)) // an endpoint may tell more cached than read
	return (float64(u.Input-known)*p.Input + float64(known)*cached + float64(u.Output)*p.Output) / million
}

// Meter sums what the turns of a conversation took. The zero Meter has no
// window and no prices; make one with [NewMeter]. Its JSON form takes it up
// again in another process.
type Meter struct {
	// Window is the context window in tokens; 0 when it is not known.
	Window int `json:"window,omitempty"`
	// Price is that of turns to come.
	Price Price `json:"price"`
	// Turns counts the turns whose usage was told.
	Turns int   `json:"turns"`
	Total Usage `json:"total"`
	// Cost is in US dollars. It stays 0 for models without a known price.
	Cost float64 `json:"cost"`
	// Context is what the conversation filled of the window at the last turn, in
	// tokens.
	Context int `json:"context"`
}

// NewMeter makes a meter for a model.
func NewMeter(info Info) Meter { return Meter{Window: info.Context, Price: info.Price} }

// Switch goes on with another model: what was spent stays spent.
func (m *Meter) Switch(info Info) { m.Window, m.Price = info.Context, info.Price }

// Add counts a turn. A usage of zero, which an endpoint did not tell, counts for
// nothing.
func (m *Meter) Add(u Usage) {
	if u == (Usage{}) {
		return
	}
	m.Turns++
	m.Total = m.Total.Add(u)
	m.Cost += m.Price.Cost(u)
	m.Context = u.Input + u.Output
}

// Fill returns which part of the window was filled at the last turn, 0 when the
// window is not known. It may exceed 1.
func (m *Meter) Fill() float64 {
	if m.Window <= 0 {
		return 0
	}
	return float64(m.Context) / float64(m.Window)
}
