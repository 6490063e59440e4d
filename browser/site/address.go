package site

import (
	"errors"
	"strconv"
	"strings"
)

// Blank is the address of an empty document, the one that needs no site.
const Blank = "about:blank"

// Address is an address taken apart, all spellings undone.
type Address struct {
	// Scheme is in lower case: http, https, file, data…
	Scheme string
	// Host is the host as rules compare it, in ASCII and lower case, without a
	// dot at the end: a domain (xn-- where it is international), an IPv4 address
	// of four decimal parts, or an IPv6 address in brackets. It is empty for
	// schemes other than http, https, ws and wss.
	Host string
	// Port is the port that a request goes to, the scheme's own where the
	// address names none; 0 where there is no host.
	Port uint16
	// Credentials reports that a user name or a password was in the address.
	Credentials bool

	dot  bool   // the host was written with a dot at its end
	rest string // path, query and fragment, or all behind the scheme
}

// errors of Parse.
var (
	errEmpty  = errors.New("site: the address is empty")
	errScheme = errors.New("site: the address has no scheme, such as https://")
	errHost   = errors.New("site: the address has no host, or none that browsers accept")
	errPort   = errors.New("site: the port of the address is none")
)

// defaultPorts are of the schemes whose addresses have a host that a request
// goes to.
var defaultPorts = map[string]uint16{"http": 80, "ws": 80, "https": 443, "wss": 443}

// Parse takes an address apart. An address that browsers do not accept is an
// error, which never repeats the address.
func Parse(address string) (Address, error) {
	s := strings.TrimFunc(address, func(r rune) bool { return r <= ' ' })
	s = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, s)
	if s == "" {
		return Address{}, errEmpty
	}
	scheme, rest, ok := cutScheme(s)
	if !ok {
		return Address{}, errScheme
	}
	a := Address{Scheme: scheme}
	port, network := defaultPorts[scheme]
	if !network {
		a.rest, a.Credentials = withoutUser(rest)
		return a, nil
	}
	rest = strings.TrimLeft(rest, `/\`)
	authority := rest
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		authority, rest = rest[:i], rest[i:]
	} else {
		rest = ""
	}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		a.Credentials = strings.Trim(authority[:i], ":") != ""
		authority = authority[i+1:]
	}
	host, digits, err := cutPort(authority)
	if err != nil {
		return Address{}, err
	}
	if a.Host, a.dot, err = canonicalHost(host); err != nil {
		return Address{}, err
	}
	if a.Port, err = parsePort(digits, port); err != nil {
		return Address{}, err
	}
	switch {
	case rest == "" || rest[0] == '?' || rest[0] == '#':
		rest = "/" + rest
	case rest[0] == '\\':
		rest = "/" + rest[1:]
	}
	a.rest = rest
	return a, nil
}

// cutScheme takes off the scheme.
func cutScheme(s string) (scheme, rest string, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(s[:i]), s[i+1:], true
		default:
			return "", "", false
		}
	}
	return "", "", false
}

// withoutUser takes user name and password out of what is behind a scheme that
// means nothing to us.
func withoutUser(rest string) (without string, had bool) {
	before, after, ok := strings.Cut(rest, "//")
	if !ok {
		return rest, false
	}
	end := strings.IndexAny(after, `/\?#`)
	if end < 0 {
		end = len(after)
	}
	at := strings.LastIndexByte(after[:end], '@')
	if at < 0 {
		return rest, false
	}
	return before + "//" + after[at+1:], true
}

// cutPort takes the port off a host; the colons of an IPv6 address are in
// brackets.
func cutPort(authority string) (host, port string, err error) {
	from := 0
	if strings.HasPrefix(authority, "[") {
		if from = strings.IndexByte(authority, ']'); from < 0 {
			return "", "", errHost
		}
	}
	i := strings.IndexByte(authority[from:], ':')
	if i < 0 {
		return authority, "", nil
	}
	return authority[:from+i], authority[from+i+1:], nil
}

// parsePort reads a port; no digits are the default.
func parsePort(digits string, otherwise uint16) (uint16, error) {
	if digits == "" {
		return otherwise, nil
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, errPort
		}
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0, errPort
	}
	return uint16(n), nil
}

// String gives the address back without user name and password, its host and
// port in their one spelling and the rest as it was written. Parse gives the
// same for it.
func (a Address) String() string {
	if a.Host == "" {
		return a.Scheme + ":" + a.rest
	}
	return a.origin(a.dot) + a.rest
}

// Site gives scheme, host and port in one spelling, the port only where it is
// not the scheme's own: what permissions and secrets are bound to. It is empty
// for an address without a host. Different names of one registrable domain are
// different sites.
func (a Address) Site() string {
	if a.Host == "" {
		return ""
	}
	return a.origin(false)
}

func (a Address) origin(dot bool) string {
	s := a.Scheme + "://" + a.Host
	if dot {
		s += "."
	}
	if a.Port != defaultPorts[a.Scheme] {
		s += ":" + strconv.Itoa(int(a.Port))
	}
	return s
}

// Of gives the site of an address, as [Address.Site], or "" when it has none or
// cannot be read.
func Of(address string) string {
	a, err := Parse(address)
	if err != nil {
		return ""
	}
	return a.Site()
}

// blank reports whether it is the empty document's address.
func (a Address) blank() bool {
	path, _, _ := strings.Cut(a.rest, "#")
	path, _, _ = strings.Cut(path, "?")
	return a.Scheme == "about" && path == "blank"
}
