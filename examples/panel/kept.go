package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/keys"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/browser/secret"
)

// kept are the settings with the files where they stand. It is safe for
// concurrent use.
type kept struct {
	file  string
	store *keys.File
	sites *policy.File
	// mask takes keys out of what is written and shown, also those of before.
	mask *secret.Store

	mu     sync.Mutex
	now    settings
	spoken lang.Language // by a panel; empty: there was none
}

// shownSettings are settings as a panel sees them.
type shownSettings struct {
	settings
	// Keys tells of which endpoints (by id) and of the fast path there is a key, by
	// a hint: never the key.
	Keys map[string]string `json:"keys"`
	// Sites are the answers that hold for good.
	Sites map[string]event.Answer `json:"sites"`
	// Known are models of which the library knows windows and prices.
	Known []model.Info `json:"known"`
	// Spoken is the language of the panel that the agent follows; empty: none yet.
	Spoken lang.Language `json:"spoken"`
}

// changedSettings are settings as a panel sends them.
type changedSettings struct {
	settings
	// NewKeys are keys to keep, by the id of their endpoint, fastKey for the fast
	// path; an empty one forgets the key.
	NewKeys map[string]string `json:"new_keys"`
}

// openSettings reads the settings of a folder. A first start takes the model that
// the environment names.
func openSettings(dir string, get func(string) string) (*kept, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	mask, err := secret.New()
	if err != nil {
		return nil, err
	}
	k := &kept{
		file: filepath.Join(dir, "settings.json"), store: keys.NewFile(filepath.Join(dir, "keys.json")),
		sites: policy.NewFile(filepath.Join(dir, "permissions.json")), mask: mask, now: defaultSettings(),
	}
	text, err := os.ReadFile(k.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := k.fromEnvironment(get); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(text, &k.now); err != nil {
			return nil, fmt.Errorf("%s: %w", k.file, err)
		}
		if err := k.now.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", k.file, err)
		}
	}
	for _, e := range k.now.Endpoints {
		if _, err := k.key(endpointKey(e.ID)); err != nil {
			return nil, err
		}
	}
	_, err = k.key(fastKey)
	return k, err
}

func (k *kept) fromEnvironment(get func(string) string) error {
	base, name, key := get("OPENAI_BASE_URL"), get("OPENAI_MODEL"), get("OPENAI_API_KEY")
	if base == "" || name == "" {
		return nil
	}
	s := defaultSettings()
	s.Endpoints = []endpoint{{ID: "environment", Name: "OPENAI_BASE_URL", Base: base}}
	s.Models = []binding{{ID: "environment", Endpoint: "environment", Model: name}}
	return k.put(changedSettings{settings: s, NewKeys: map[string]string{"environment": key}})
}

// get returns the settings. Their lists must not be changed.
func (k *kept) get() settings {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

// key reads a key, which is masked everywhere from then on.
func (k *kept) key(name string) (string, error) {
	key, err := k.store.Key(context.Background(), name)
	if err != nil {
		return "", err
	}
	if value := key.Reveal(); value != "" {
		// One that is too short to be told from other text is no secret to keep.
		_ = k.mask.Add(secret.Secret{Name: "key", Value: value, Sites: []string{"*"}})
	}
	return key.Reveal(), nil
}

// put changes the settings and keys.
func (k *kept) put(c changedSettings) error {
	if err := c.check(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, value := range k.newKeys(c) {
		if err := k.store.Set(name, keys.New(value)); err != nil {
			return err
		}
	}
	c.Current = k.now.Current // it is chosen in the panel's head
	return k.write(c.settings)
}

// newKeys are the keys to write: those that came, and none for an endpoint that
// is gone or leads elsewhere now. A key goes to whom it was entered for.
func (k *kept) newKeys(c changedSettings) map[string]string {
	write := map[string]string{}
	for _, e := range k.now.Endpoints {
		if to, ok := c.endpoint(e.ID); !ok || origin(to.Base) != origin(e.Base) {
			write[endpointKey(e.ID)] = ""
		}
	}
	if origin(k.now.Advanced.Fast.Base) != origin(c.Advanced.Fast.Base) {
		write[fastKey] = ""
	}
	for id, value := range c.NewKeys {
		switch _, ok := c.endpoint(id); {
		case ok:
			write[endpointKey(id)] = value
		case id == fastKey:
			write[fastKey] = value
		}
	}
	return write
}

// write writes the file as a whole.
func (k *kept) write(s settings) error {
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	half := k.file + ".new"
	if err := os.WriteFile(half, append(text, '\n'), 0o600); err != nil {
		return err
	}
	if err := os.Rename(half, k.file); err != nil {
		return err
	}
	k.now = s
	return nil
}

// choose notes which model is in use.
func (k *kept) choose(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.now
	s.Current = id
	return k.write(s)
}

// speak notes the language of a panel, which the agent follows where no setting
// says otherwise.
func (k *kept) speak(l lang.Language) error {
	if !slices.Contains(lang.Languages(), l) {
		return fmt.Errorf("the language %q is none that the agent speaks", l)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.spoken = l
	return nil
}

// language is that of the agent.
func (k *kept) language() lang.Language {
	k.mu.Lock()
	defer k.mu.Unlock()
	return cmp.Or(lang.Language(k.now.Advanced.Language), k.spoken, lang.English)
}

// shown is what a panel may see.
func (k *kept) shown() (shownSettings, error) {
	s := shownSettings{settings: k.get(), Keys: map[string]string{}, Known: model.Known().All()}
	k.mu.Lock()
	s.Spoken = k.spoken
	k.mu.Unlock()
	names := map[string]string{fastKey: fastKey}
	for _, e := range s.Endpoints {
		names[e.ID] = endpointKey(e.ID)
	}
	for id, name := range names {
		value, err := k.key(name)
		if err != nil {
			return s, err
		}
		if value != "" {
			s.Keys[id] = hint(value)
		}
	}
	sites, err := k.sites.Sites()
	s.Sites = maps.Clone(sites)
	if s.Sites == nil {
		s.Sites = map[string]event.Answer{}
	}
	return s, err
}

// hint tells a person which key it is: its last characters, where what is left out
// is more than enough to keep it secret.
func hint(key string) string {
	const shown, least = 4, 20
	if len(key) < least {
		return "…"
	}
	return "…" + key[len(key)-shown:]
}
