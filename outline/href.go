package outline

import (
	"net/url"
	"strings"
)

// pathLimit is the longest path that is printed, in bytes. Measured on saved
// pages: addresses printed whole are 29 % of all tokens, and what an agent
// needs of them is where the link leads to. The name tells that for a link
// within the site, the host for one that leaves it; find knows the whole
// address.
const pathLimit = 24

// shortHref returns what is printed behind the arrow: the path when the link
// stays on the site and the path is short and says more than the name; the
// host when it leaves the site; only the scheme of addresses that carry a
// program or a file. It returns "" for nothing.
func (o *Outline) shortHref(href, name string) string {
	if relative(href) {
		return shortPath(href, name)
	}
	scheme, rest, ok := strings.Cut(href, ":")
	if strings.HasPrefix(href, "//") { // or only its scheme
		scheme, rest, ok = "http", href, true
	}
	if !ok {
		return cutHref(href)
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "javascript", "data", "blob", "filesystem":
		return scheme + ":…"
	case "http", "https":
	case "mailto", "tel", "sms":
		address, _, _ := strings.Cut(href, "?")
		return cutHref(address)
	default:
		return cutHref(href)
	}
	if o.origin != "" && strings.HasPrefix(href, o.origin) {
		switch path := href[len(o.origin):]; {
		case path == "":
			return "/"
		case path[0] == '/' || path[0] == '?' || path[0] == '#':
			return shortPath(path, name)
		}
	}
	host := hostOf(rest)
	if host == o.home && name != "" {
		return ""
	}
	return cutHref(host)
}

// relative reports whether a reader left the page's own origin out.
func relative(href string) bool {
	return href != "" && strings.IndexByte("/?#", href[0]) >= 0 && !strings.HasPrefix(href, "//")
}

// complete gives an address back its origin, when that is the document's.
func (o *Outline) complete(href string) string { return complete(href, o.origin) }

func complete(href, origin string) string {
	if origin != "" && strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "//") {
		return origin + href
	}
	return href
}

// address returns the whole address of a link.
func (o *Outline) address(href string) string {
	if strings.HasPrefix(href, "//") {
		scheme, _, _ := strings.Cut(o.origin, "//")
		return scheme + cleanHref(href)
	}
	if !relative(href) {
		return cleanHref(href)
	}
	base := o.origin
	switch href[0] {
	case '#':
		base, _, _ = strings.Cut(o.url, "#")
	case '?':
		base, _, _ = strings.Cut(o.url, "#")
		base, _, _ = strings.Cut(base, "?")
	}
	return base + cleanHref(href)
}

// hostOf returns the host of an address without its scheme.
func hostOf(rest string) string {
	host := strings.TrimPrefix(strings.TrimLeft(rest, "/"), "www.")
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	return host
}

// homeLinks is how many links must lead to one other host for it to be told
// once, in the header.
const homeLinks = 8

// findHome finds the other host that most links lead to: a site often spreads
// over two (www and shop), and its name at every link would be a tenth of the
// outline.
func (o *Outline) findHome() {
	counts := make(map[string]int)
	most := homeLinks - 1
	for i := range o.sides {
		href := o.texts.text(o.sides[i].href)
		scheme, rest, _ := strings.Cut(href, ":")
		switch {
		case strings.HasPrefix(href, "//"):
			rest = href
		case scheme != "http" && scheme != "https" || o.origin != "" && strings.HasPrefix(href, o.origin):
			continue
		}
		host := hostOf(rest)
		if counts[host]++; counts[host] > most {
			o.home, most = host, counts[host]
		}
	}
}

// shortPath drops the query, and all of a path that is long or that repeats
// the link's name, unless there is no name.
func shortPath(path, name string) string {
	query := strings.IndexByte(path, '?')
	if query > 0 {
		path = path[:query]
	}
	switch {
	case name == "":
		return cutHref(path)
	case len(path) > pathLimit || sameWords(path[strings.LastIndexByte(path, '/')+1:], name):
		return ""
	case query > 0:
		return cleanHref(path) + "?…"
	}
	return cleanHref(path)
}

// sameWords reports whether a part of a path is the name, but for case and
// punctuation.
func sameWords(part, name string) bool {
	part, _, _ = strings.Cut(part, ".htm")
	i, j, equal := 0, 0, 0
	for {
		for i < len(part) && !letter(part[i]) {
			i++
		}
		for j < len(name) && !letter(name[j]) {
			j++
		}
		if i == len(part) || j == len(name) {
			break
		}
		if part[i]|0x20 != name[j]|0x20 {
			return false
		}
		i, j, equal = i+1, j+1, equal+1
	}
	return equal > 0 && i == len(part) && j == len(name)
}

// letter reports whether c is a letter or digit of ASCII or a part of any
// other letter.
func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// cutHref bounds an address that is printed.
func cutHref(s string) string {
	s = cleanHref(s)
	if len(s) <= 2*pathLimit {
		return s
	}
	head, _ := cut(s, 2*pathLimit)
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
