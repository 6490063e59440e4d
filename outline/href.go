package outline

import (
	"net/url"
	"strings"
)

// hrefLimit is the longest address that is printed, in bytes. Measured: longer
// ones are tracking links, and an agent follows a link by its ref.
const hrefLimit = 60

// shortHref returns what is printed behind the arrow: the path when the link
// stays on the site, the address otherwise, only the scheme of addresses that
// carry a program or a file.
func shortHref(href, origin string) string {
	scheme, rest, ok := strings.Cut(href, ":")
	if !ok {
		return cutHref(href)
	}
	switch strings.ToLower(scheme) {
	case "javascript", "data", "blob", "filesystem":
		return cleanHref(strings.ToLower(scheme)) + ":…"
	case "http", "https":
	default:
		return cutHref(href)
	}
	if origin != "" && len(href) >= len(origin) && href[:len(origin)] == origin {
		switch path := href[len(origin):]; {
		case path == "" || path == "/":
			return "/"
		case path[0] == '/' || path[0] == '?' || path[0] == '#':
			return cutHref(path)
		}
	}
	rest = strings.TrimPrefix(rest, "//")
	rest = strings.TrimPrefix(rest, "www.")
	return cutHref(strings.TrimSuffix(rest, "/"))
}

// cutHref trims the query first, because the path says more.
func cutHref(s string) string {
	s = cleanHref(s)
	if len(s) <= hrefLimit {
		return s
	}
	if i := strings.IndexByte(s, '?'); i > 0 && i < hrefLimit {
		return s[:i] + "?…"
	}
	head, _ := cut(s, hrefLimit)
	return head + "…"
}

// cleanHref takes out what would end or hide a part of the row. Addresses that
// the browser resolved have none of it, except behind unusual schemes.
func cleanHref(s string) string {
	s = Clean(s)
	if strings.ContainsAny(s, ` "`) {
		s = strings.NewReplacer(" ", "%20", `"`, "%22").Replace(s)
	}
	return s
}

// origin returns scheme and host of an address, "" when it has none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// withoutFragment returns the address up to its fragment.
func withoutFragment(address string) string {
	s, _, _ := strings.Cut(address, "#")
	return s
}
