package secret

import (
	"fmt"
	"regexp"
	"strings"
)

// Placeholder is what stands for a secret in what agents write and read.
func Placeholder(name string) string { return "{{secret:" + name + "}}" }

var placeholder = regexp.MustCompile(`\{\{secret:([^{}]*)\}\}`)

// Problem says why a placeholder cannot be filled.
type Problem string

// The problems. They are a public contract.
const (
	// Unknown: there is no secret of that name.
	Unknown Problem = "unknown_secret"
	// WrongSite: the document that would get it is not of its sites.
	WrongSite Problem = "wrong_site"
)

// Error tells which secret was not given out and why. It holds no value.
type Error struct {
	Problem Problem
	// Name is what the placeholder named.
	Name string
	// Address is that of the document that would have got it.
	Address string
	// Sites are the rules of the secret, of WrongSite.
	Sites []string
}

// Error says it in a line.
func (e *Error) Error() string {
	if e.Problem == Unknown {
		return fmt.Sprintf("secret: there is no secret %q", e.Name)
	}
	return fmt.Sprintf("secret: %s is bound to %s, not to %q", e.Name, strings.Join(e.Sites, ", "), e.Address)
}

// In lists the names in the placeholders of a text.
func In(text string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// Reveal puts the values in the place of a text's placeholders, for the document
// at an address. It gives all or, with an *[Error], nothing.
func (s *Store) Reveal(text, address string) (string, error) {
	var failed error
	var store Store
	if s == nil {
		s = &store
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	revealed := placeholder.ReplaceAllStringFunc(text, func(match string) string {
		name := placeholder.FindStringSubmatch(match)[1]
		for i := range s.entries {
			e := &s.entries[i]
			switch {
			case e.name != name:
			case e.allows(address):
				return e.value
			default:
				failed = first(failed, &Error{Problem: WrongSite, Name: name, Address: address, Sites: e.rules})
				return match
			}
		}
		if failed == nil {
			failed = &Error{Problem: Unknown, Name: name, Address: address}
		}
		return match
	})
	if failed != nil {
		return "", failed
	}
	return revealed, nil
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
