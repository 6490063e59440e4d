package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/browser/site"
)

// settings are what a person can set. Keys are not among them: they have a file
// of their own and never go to a panel.
type settings struct {
	Endpoints []endpoint `json:"endpoints"`
	Models    []binding  `json:"models"`
	// Current is the id of the model in use; empty: the first.
	Current string `json:"current,omitempty"`
	// Safety has the switches and the lists of sites.
	Safety   policy.Settings `json:"safety"`
	Advanced advanced        `json:"advanced"`
}

// endpoint is an OpenAI-compatible service.
type endpoint struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	Base string `json:"base"`
}

// binding is a model of an endpoint. What is 0 of window and price is what the
// library knows of the model.
type binding struct {
	ID       string      `json:"id"`
	Endpoint string      `json:"endpoint"`
	Model    string      `json:"model"`
	Name     string      `json:"name,omitempty"`
	Window   int         `json:"window,omitempty"`
	Vision   bool        `json:"vision,omitempty"`
	Price    model.Price `json:"price"`
}

// advanced are the settings of runs.
type advanced struct {
	// Language is that of what the agent says to people: en, zh, or empty for that
	// of the panel.
	Language string `json:"language,omitempty"`
	// Steps, Cost (US dollars) and Minutes end a run; 0 of the last two is no limit.
	Steps   int     `json:"steps"`
	Cost    float64 `json:"cost,omitempty"`
	Minutes int     `json:"minutes,omitempty"`
	// Planner makes a plan first; Checks is how often a validator may send the
	// agent on, 0 for no check.
	Planner bool `json:"planner"`
	Checks  int  `json:"checks"`
	// Screenshots go to models that see, after every turn that has acted.
	Screenshots bool `json:"screenshots"`
	// Effort and MaxOutput are those of agent.WithEffort and WithMaxOutput.
	Effort    string `json:"effort,omitempty"`
	MaxOutput int    `json:"max_output,omitempty"`
	// Fast is the fast path; an empty base is none.
	Fast fast `json:"fast"`
}

// fast is a decision endpoint (package system1).
type fast struct {
	Base  string `json:"base,omitempty"`
	Model string `json:"model,omitempty"`
	Flat  bool   `json:"flat,omitempty"`
}

// fastKey is the name of the fast path's key; endpoints have endpointKey.
const fastKey = "fast-path"

func endpointKey(id string) string { return "endpoint " + id }

func defaultSettings() settings {
	s := settings{
		Endpoints: []endpoint{}, Models: []binding{}, Safety: policy.Defaults(), Advanced: advanced{Steps: 50, Checks: 2, Planner: true},
	}
	s.Safety.Purchase = true
	return s
}

// endpoint finds an endpoint.
func (s *settings) endpoint(id string) (endpoint, bool) {
	i := slices.IndexFunc(s.Endpoints, func(e endpoint) bool { return e.ID == id })
	if i < 0 {
		return endpoint{}, false
	}
	return s.Endpoints[i], true
}

// model finds a model.
func (s *settings) model(id string) (binding, bool) {
	i := slices.IndexFunc(s.Models, func(b binding) bool { return b.ID == id })
	if i < 0 {
		return binding{}, false
	}
	return s.Models[i], true
}

// current is the id of the model in use; empty when there is none.
func (s *settings) current() string {
	if _, ok := s.model(s.Current); ok {
		return s.Current
	}
	if len(s.Models) > 0 {
		return s.Models[0].ID
	}
	return ""
}

// info is what is known of a model, by the person first.
func (b binding) info() model.Info {
	info, ok := model.Known().Lookup(b.Model)
	if !ok {
		info = model.Info{ID: b.Model}
	}
	info.Context = cmp.Or(b.Window, info.Context)
	info.Vision = info.Vision || b.Vision
	if b.Price != (model.Price{}) {
		info.Price = b.Price
	}
	return info
}

// limits are those of a run.
func (a advanced) limits() agent.Limits {
	return agent.Limits{Steps: a.Steps, Cost: a.Cost, Time: time.Duration(a.Minutes) * time.Minute}
}

// bounds of numbers, so that a slip of the finger does not cost a fortune.
const (
	mostSteps   = 1000
	mostChecks  = 10
	mostMinutes = 24 * 60
)

// check says what is wrong with settings.
func (s *settings) check() error {
	ids := map[string]bool{}
	for _, e := range s.Endpoints {
		if e.ID == "" || ids[e.ID] {
			return fmt.Errorf("the endpoint %q has no id of its own", e.Name)
		}
		ids[e.ID] = true
		if err := checkBase(e.Base); err != nil {
			return fmt.Errorf("the endpoint %q: %w", cmp.Or(e.Name, e.Base), err)
		}
	}
	models := map[string]bool{}
	for _, b := range s.Models {
		switch {
		case b.ID == "" || models[b.ID]:
			return fmt.Errorf("the model %q has no id of its own", b.Model)
		case strings.TrimSpace(b.Model) == "":
			return errors.New("a model has no name")
		case !ids[b.Endpoint]:
			return fmt.Errorf("the model %q is of no endpoint", b.Model)
		case b.Window < 0 || b.Price.Input < 0 || b.Price.Cached < 0 || b.Price.Output < 0:
			return fmt.Errorf("the model %q: a window or a price is below 0", b.Model)
		}
		models[b.ID] = true
	}
	a := s.Advanced
	switch {
	case a.Language != "" && !slices.Contains(lang.Languages(), lang.Language(a.Language)):
		return fmt.Errorf("the language %q is none that the agent speaks", a.Language)
	case a.Steps < 1 || a.Steps > mostSteps:
		return fmt.Errorf("a run has 1 to %d steps", mostSteps)
	case a.Checks < 0 || a.Checks > mostChecks:
		return fmt.Errorf("a result is checked 0 to %d times", mostChecks)
	case a.Cost < 0 || a.MaxOutput < 0:
		return errors.New("a limit is below 0")
	case a.Minutes < 0 || a.Minutes > mostMinutes:
		return fmt.Errorf("a run takes 0 to %d minutes", mostMinutes)
	}
	if err := s.makes(); err != nil {
		return err
	}
	if _, err := site.New(s.Safety.Allowed, s.Safety.Blocked); err != nil {
		return err
	}
	return nil
}

// makes tries whether clients can be made of the settings, which asks nobody: what
// is kept must not keep the program from starting.
func (s *settings) makes() error {
	for _, b := range s.Models {
		to, _ := s.endpoint(b.Endpoint) // checked
		c, err := openai.New(to.Base, b.Model)
		if err != nil {
			return err
		}
		c.Close()
	}
	if f := s.Advanced.Fast; f.Base != "" {
		if _, err := system1.NewClient(system1.Config{Base: f.Base, Model: f.Model, Flat: f.Flat}); err != nil {
			return err
		}
	}
	return nil
}

// checkBase takes addresses to which a key may go: https, or http on this machine
// and in its network, where local models are served.
func checkBase(base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("its address is no http or https address")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("its address must not hold a user name, a query or a fragment")
	}
	return nil
}

// origin is to whom a key goes.
func origin(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
