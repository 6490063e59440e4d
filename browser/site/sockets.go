package site

import (
	"slices"
	"strconv"
	"strings"
)

// SocketSources gives where web sockets of a document may go, as sources of a
// content security policy (connect-src), for a browser that holds requests to
// the lists otherwise, but not sockets. It allows less than [List.CheckDocument]
// where a policy cannot say the same:
//
//   - a policy names what is allowed and has no exceptions. With a block list, the
//     rules of the allow list count that have nothing in common with a rule of the
//     block list, and the document's own server ('self');
//   - a policy has no IPv6 addresses.
//
// Only schemes, hosts and ports are in them: nothing ends a directive.
func (l *List) SocketSources() []string {
	if l.Empty() {
		return []string{"ws:", "wss:"}
	}
	sources := []string{"'self'"} // a document that is there was allowed
	for _, r := range l.allow {
		if !slices.ContainsFunc(l.block, r.overlaps) {
			sources = append(sources, r.socketSources()...)
		}
	}
	slices.Sort(sources)
	return slices.Compact(sources)
}

// overlaps reports whether two rules may match the same host.
func (r rule) overlaps(other rule) bool {
	a, b := r.place(), other.place()
	return a == "" || b == "" || a == b || r.below && strings.HasSuffix(b, "."+a) || other.below && strings.HasSuffix(a, "."+b)
}

// place is the host of a rule, an IPv4 address in its own form whatever holds it.
func (r rule) place() string {
	if inner, ok := within(r.host); ok {
		return inner
	}
	return r.host
}

// socketSources says what a rule allows. A source of ws allows wss there, too.
func (r rule) socketSources() []string {
	if strings.HasPrefix(r.host, "[") {
		return nil
	}
	secure := r.scheme == "https" || r.scheme == "" && r.ported && r.port == defaultPorts["https"]
	schemes := []string{"ws", "wss"}
	switch {
	case secure:
		schemes = schemes[1:]
	case r.scheme == "http", r.ported:
		schemes = schemes[:1]
	}
	hosts := []string{r.host}
	if r.below {
		hosts = append(hosts, "*."+r.host)
	}
	port := ":*"
	if r.ported {
		port = ":" + strconv.Itoa(int(r.port))
	}
	var sources []string
	for _, scheme := range schemes {
		for _, host := range hosts {
			switch {
			case host == "" && !r.ported:
				sources = append(sources, scheme+":")
			case host == "":
				sources = append(sources, scheme+"://*"+port)
			default:
				sources = append(sources, scheme+"://"+host+port)
			}
		}
	}
	return sources
}
