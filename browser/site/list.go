package site

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Reason says why an address is not allowed.
type Reason string

// The reasons. They are a public contract, as codes are.
const (
	// Invalid: no browser accepts the address.
	Invalid Reason = "invalid"
	// Scheme: it is not of http or https.
	Scheme Reason = "scheme"
	// Credentials: there is a user name or a password in it.
	Credentials Reason = "credentials"
	// Blocked: a rule of the block list matches.
	Blocked Reason = "blocked"
	// NotListed: there is an allow list, and no rule of it matches.
	NotListed Reason = "not_listed"
)

// Verdict is what a list says about an address.
type Verdict struct {
	Allowed bool
	// Reason is why not; empty when it is allowed.
	Reason Reason
	// Rule is the rule that blocked or allowed it, as the program wrote it; empty
	// where none did.
	Rule string
	// Address is the address without user name and password, in the spelling of
	// [Address.String]; empty when it cannot be read.
	Address string
}

// List is an allow list and a block list. The nil *List has neither. It does
// not change and is safe for concurrent use.
type List struct {
	allow, block []rule
}

// New makes a list of rules, whose form the package comment tells.
func New(allow, block []string) (*List, error) {
	var l List
	var wrong []error
	for _, x := range []struct {
		from []string
		to   *[]rule
	}{{allow, &l.allow}, {block, &l.block}} {
		for _, text := range x.from {
			r, err := parseRule(text)
			if err != nil {
				wrong = append(wrong, err)
				continue
			}
			*x.to = append(*x.to, r)
		}
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return &l, nil
}

// Empty reports whether there are no rules, so that only the schemes and
// credentials are judged.
func (l *List) Empty() bool { return l == nil || len(l.allow) == 0 && len(l.block) == 0 }

// Check judges an address that somebody wants to go to.
func (l *List) Check(address string) Verdict {
	a, err := Parse(address)
	if err != nil {
		return Verdict{Reason: Invalid}
	}
	v := Verdict{Address: a.String()}
	switch {
	case a.blank():
		v.Allowed = true
		return v
	case a.Scheme != "http" && a.Scheme != "https":
		v.Reason = Scheme
		return v
	case a.Credentials:
		v.Reason = Credentials
		return v
	}
	return l.judge(a, v)
}

// CheckDocument judges an address that a document or a request of a page has.
// Beside what Check allows there are
//
//   - ws and wss, which are judged as http and https are;
//   - blob and filesystem, whose content a page has made: judged as the site in
//     them, and allowed where they name none;
//   - data, about and the browser's own page for failures: they are what a page
//     holds and load nothing themselves. What their documents load is judged on
//     its own.
func (l *List) CheckDocument(address string) Verdict {
	a, err := Parse(address)
	if err != nil {
		return Verdict{Reason: Invalid}
	}
	v := Verdict{Address: a.String()}
	switch a.Scheme {
	case "blob", "filesystem":
		inner, err := Parse(a.rest)
		if err != nil || inner.Host == "" {
			v.Allowed = !strings.HasPrefix(lower(strings.TrimSpace(a.rest)), "file:")
			if !v.Allowed {
				v.Reason = Scheme
			}
			return v
		}
		return l.judge(inner, v)
	case "data", "about", "chrome-error":
		v.Allowed = true
		return v
	case "ws", "wss":
		if a.Credentials {
			v.Reason = Credentials
			return v
		}
		a.Scheme = "http" + strings.TrimPrefix(a.Scheme, "ws")
		return l.judge(a, v)
	}
	return l.Check(address)
}

// judge asks the rules.
func (l *List) judge(a Address, v Verdict) Verdict {
	if l == nil {
		v.Allowed = true
		return v
	}
	if i := slices.IndexFunc(l.block, func(r rule) bool { return r.blocks(a) }); i >= 0 {
		v.Reason, v.Rule = Blocked, l.block[i].text
		return v
	}
	if len(l.allow) == 0 {
		v.Allowed = true
		return v
	}
	i := slices.IndexFunc(l.allow, func(r rule) bool { return r.allows(a) })
	if i < 0 {
		v.Reason = NotListed
		return v
	}
	v.Allowed, v.Rule = true, l.allow[i].text
	return v
}

// rule is one line of a list.
type rule struct {
	text   string // as it was written
	scheme string // empty: any
	host   string // empty: any
	below  bool   // hosts below it, too
	port   uint16
	ported bool // port counts
}

func (r rule) matches(a Address, host string) bool {
	switch {
	case r.scheme != "" && r.scheme != a.Scheme, r.ported && r.port != a.Port:
		return false
	case r.host == "" || r.host == host:
		return true
	}
	return r.below && strings.HasSuffix(host, "."+r.host)
}

// allows is matches for a port's own scheme, where the rule names none.
func (r rule) allows(a Address) bool {
	if r.ported && r.scheme == "" {
		r.scheme = "http"
		if r.port == defaultPorts["https"] {
			r.scheme = "https"
		}
	}
	return r.matches(a, a.Host)
}

// blocks is matches for all that leads to the same place.
func (r rule) blocks(a Address) bool {
	if r.matches(a, a.Host) {
		return true
	}
	inner, ok := within(a.Host)
	if ok && r.matches(a, inner) {
		return true
	}
	of, ok := within(r.host)
	if !ok {
		return false
	}
	r.host = of
	return r.matches(a, a.Host) || r.matches(a, inner)
}

// parseRule reads a rule.
func parseRule(text string) (rule, error) {
	r := rule{text: strings.TrimSpace(text)}
	wrong := func(format string, args ...any) (rule, error) {
		return rule{}, fmt.Errorf("site: the rule %q %s", text, fmt.Sprintf(format, args...))
	}
	rest := r.text
	if scheme, after, ok := strings.Cut(rest, "://"); ok {
		r.scheme, rest = lower(scheme), after
		if r.scheme != "http" && r.scheme != "https" {
			return wrong("has another scheme than http and https")
		}
	}
	rest = strings.TrimSuffix(rest, "/")
	switch {
	case rest == "":
		return wrong("names no host")
	case strings.ContainsAny(rest, `/\?#`):
		return wrong("has a path; rules name sites, with all their paths")
	case strings.Contains(rest, "@"):
		return wrong("has a user name; rules name sites")
	}
	if strings.Count(rest, ":") > 1 && !strings.HasPrefix(rest, "[") {
		rest = "[" + rest + "]" // an IPv6 address alone
	}
	host, digits, err := cutPort(rest)
	if err != nil {
		return wrong("names no host that browsers accept")
	}
	if host != rest {
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || n == 0 {
			return wrong("names no port")
		}
		r.port, r.ported = uint16(n), true
	}
	if host == "*" {
		return r, nil
	}
	if after, ok := strings.CutPrefix(host, "*."); ok {
		host, r.below = after, true
	}
	if strings.Contains(host, "*") {
		return wrong("has a * elsewhere than at the beginning of the host")
	}
	if r.host, _, err = canonicalHost(host); err != nil {
		return wrong("names no host that browsers accept")
	}
	if r.below && (strings.HasPrefix(r.host, "[") || endsInNumber(r.host)) {
		return wrong("has a * before an IP address")
	}
	return r, nil
}
