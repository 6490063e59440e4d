package policy

import (
	"fmt"
	"slices"

	"github.com/holdfast-go/holdfast/browser/site"
)

// Settings say what is blocked, what is allowed, and what is asked for. Their
// JSON form is what a panel shows and changes.
type Settings struct {
	// Blocked are rules of sites (see package site) that are never used.
	Blocked []string `json:"blocked"`
	// Allowed are rules of sites that need no permission.
	Allowed []string `json:"allowed"`
	// AllSites: no site needs a permission. The block list holds all the same.
	AllSites bool `json:"all_sites"`
	// The sensitive actions that are asked for.
	Password bool `json:"password"`
	Script   bool `json:"script"`
	Upload   bool `json:"upload"`
	Purchase bool `json:"purchase"`
}

// Defaults asks for every site, passwords, scripts and uploads.
func Defaults() Settings { return Settings{Password: true, Script: true, Upload: true} }

// rules are settings that were checked.
type rules struct {
	Settings
	blocked, allowed *site.List
}

func (s Settings) check() (*rules, error) {
	r := &rules{Settings: s}
	r.Blocked, r.Allowed = slices.Clone(s.Blocked), slices.Clone(s.Allowed)
	var err error
	if r.blocked, err = site.New(nil, s.Blocked); err != nil {
		return nil, fmt.Errorf("policy: blocked sites: %w", err)
	}
	if r.allowed, err = site.New(s.Allowed, nil); err != nil {
		return nil, fmt.Errorf("policy: allowed sites: %w", err)
	}
	return r, nil
}

// permits reports whether a site needs no permission.
func (r *rules) permits(address string) bool {
	return r.AllSites || !r.allowed.Empty() && r.allowed.CheckDocument(address).Allowed
}
