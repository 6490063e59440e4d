package openai

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
)

// address is where chat completions may be: at one of two paths, of which the
// first is tried until the second answers.
type address struct {
	urls [2]string
	// second says that the second path is the right one.
	second atomic.Bool
}

const completions = "/chat/completions"

var version = regexp.MustCompile(`/v[0-9]+[a-z0-9]*$`)

// parseBase makes the two addresses of a base URL. One with a version is tried
// as it is and then without; one with another path (a gateway has its own) is
// tried as it is and then with /v1; a bare host has /v1 first, where nearly all
// endpoints are.
func parseBase(base string) (*address, *url.URL, error) {
	if base = strings.TrimSpace(base); base == "" {
		return nil, nil, errors.New("openai: there is no base URL; it looks like https://api.example.com/v1")
	}
	u, err := url.Parse(base)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, nil, errors.New("openai: the base URL is no http or https address such as https://api.example.com/v1") // it may hold a password
	}
	u.Fragment = ""
	u.RawPath = ""
	path := strings.TrimRight(u.Path, "/")
	path = strings.TrimRight(strings.TrimSuffix(path, completions), "/")
	with := func(path string) string {
		v := *u
		v.Path = path + completions
		return v.String()
	}
	var a address
	switch {
	case path == "":
		a.urls = [2]string{with("/v1"), with("")}
	case version.MatchString(path):
		a.urls = [2]string{with(path), with(version.ReplaceAllString(path, ""))}
	default:
		a.urls = [2]string{with(path), with(path + "/v1")}
	}
	return &a, u, nil
}

// order returns the addresses in the order in which to try them. Once the
// second one has answered, it is the only one.
func (a *address) order() []string {
	if a.second.Load() {
		return a.urls[1:]
	}
	return a.urls[:]
}

// answered remembers which address is the right one.
func (a *address) answered(url string) {
	if url == a.urls[1] {
		a.second.Store(true)
	}
}
