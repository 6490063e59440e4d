package secret

import (
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/holdfast-go/holdfast/browser/site"
)

// MinLength is the fewest characters (blanks and invisible ones not counted)
// that a secret may have. Shorter ones could not be told from other text when
// they are masked.
const MinLength = 4

// Secret is a value that only pages of some sites get.
type Secret struct {
	// Name is what agents call it: letters, digits, dots, dashes and
	// underscores, at most 64.
	Name string
	// Value is what is typed.
	Value string
	// Sites are the rules of the sites that may get it, in the form of
	// [site.New]: example.com, *.example.com, https://example.com:8443. The rule
	// * is every site. There must be one.
	Sites []string
}

// Store holds secrets. The nil *Store holds none. It is safe for concurrent use.
type Store struct {
	mu      sync.RWMutex
	entries []entry // in the order in which they were added
	needles []needle
}

type entry struct {
	name, value string
	sites       *site.List
	rules       []string
}

// New makes a store. Its errors name the secret, never its value.
func New(secrets ...Secret) (*Store, error) {
	s := &Store{}
	for _, x := range secrets {
		if err := s.Add(x); err != nil {
			return nil, err
		}
	}
	return s, nil
}

var validName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// Add adds a secret, or gives one another value and other sites. A value that
// was replaced stays masked: a page may still show it.
func (s *Store) Add(x Secret) error {
	if !validName.MatchString(x.Name) {
		return fmt.Errorf("secret: the name %q is not 1 to 64 letters, digits, dots, dashes and underscores", x.Name)
	}
	if len([]rune(fold(x.Value).text)) < MinLength {
		return fmt.Errorf("secret: the value of %s has fewer than %d characters, so it could not be masked", x.Name, MinLength)
	}
	if len(x.Sites) == 0 {
		return fmt.Errorf("secret: %s is bound to no site; give the rules of those that may get it", x.Name)
	}
	sites, err := site.New(x.Sites, nil)
	if err != nil {
		return fmt.Errorf("secret: the sites of %s: %w", x.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	added := entry{x.Name, x.Value, sites, slices.Clone(x.Sites)}
	if at := slices.IndexFunc(s.entries, func(e entry) bool { return e.name == x.Name }); at >= 0 {
		s.entries[at] = added
	} else {
		s.entries = append(s.entries, added)
	}
	s.needles = merge(s.needles, needles(x.Name, x.Value))
	return nil
}

// Empty reports whether there is no secret.
func (s *Store) Empty() bool {
	if s == nil {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.entries) == 0
}

// Names lists the secrets that a document at an address may get, in the order
// in which they were added.
func (s *Store) Names(address string) []string {
	if s == nil {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var names []string
	for _, e := range s.entries {
		if e.allows(address) {
			names = append(names, e.name)
		}
	}
	return names
}

// allows reports whether the document at an address may get the secret. An
// address without a site (about:blank, data:) may not, whatever the rules.
func (e *entry) allows(address string) bool {
	v := e.sites.Check(address)
	return v.Allowed && v.Rule != ""
}
