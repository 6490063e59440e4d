package openai

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// secrets are the strings that no error may hold. They are kept behind a
// pointer, so that printing a client does not print them.
type secrets struct{ list []string }

// shortest is the length of the shortest string that is a secret. Shorter ones
// guard nothing, and taking them out would make texts unreadable.
const shortest = 4

func newSecrets(key string, header http.Header, urls ...*url.URL) *secrets {
	s := &secrets{}
	s.add(key)
	for _, values := range header {
		for _, v := range values {
			s.add(v)
			if _, token, ok := strings.Cut(v, " "); ok {
				s.add(token) // Bearer …
			}
		}
	}
	for _, u := range urls {
		if u == nil {
			continue
		}
		if password, ok := u.User.Password(); ok {
			s.add(password)
			s.add(url.QueryEscape(password))
		}
		for _, values := range u.Query() {
			for _, v := range values {
				s.add(v)
				s.add(url.QueryEscape(v))
			}
		}
	}
	// A secret may hold another one; the longer goes first.
	slices.SortFunc(s.list, func(a, b string) int { return len(b) - len(a) })
	return s
}

func (s *secrets) add(secret string) {
	if len(secret) >= shortest {
		s.list = append(s.list, secret)
	}
}

// clean takes the secrets out of a text.
func (s *secrets) clean(text string) string {
	for _, secret := range s.list {
		text = strings.ReplaceAll(text, secret, "***")
	}
	return text
}

// holds reports whether a text has a secret in it.
func (s *secrets) holds(text string) bool {
	return slices.ContainsFunc(s.list, func(secret string) bool { return strings.Contains(text, secret) })
}
