package site

import (
	"encoding/hex"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// domains maps international names as browsers do: UTS 46 without the
// deviations of old, without the rules of registries (hyphens, underscores,
// lengths).
var domains = idna.New(
	idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
	idna.CheckHyphens(false), idna.CheckJoiners(true), idna.BidiRule(), idna.VerifyDNSLength(false),
)

// canonicalHost gives the one spelling of a host, and whether a dot was at its
// end.
func canonicalHost(host string) (canonical string, dot bool, err error) {
	if strings.HasPrefix(host, "[") {
		if !strings.HasSuffix(host, "]") {
			return "", false, errHost
		}
		canonical, err = ipv6(host[1 : len(host)-1])
		return canonical, false, err
	}
	host = unescape(host)
	if !utf8.ValidString(host) {
		return "", false, errHost
	}
	if canonical, err = toASCII(host); err != nil {
		return "", false, err
	}
	if canonical == "" || strings.ContainsFunc(canonical, forbidden) {
		return "", false, errHost
	}
	name := strings.TrimSuffix(canonical, ".")
	if endsInNumber(name) {
		canonical, err = ipv4(name)
		return canonical, false, err
	}
	if name == "" || strings.HasSuffix(name, ".") {
		return "", false, errHost // no name resolves with an empty part at its end
	}
	return name, name != canonical, nil
}

// toASCII maps a domain. Plain names skip the tables, as in browsers, which
// accept what those would refuse.
func toASCII(host string) (string, error) {
	host = lower(host)
	if !international(host) {
		return host, nil
	}
	ascii, err := domains.ToASCII(host)
	if err != nil {
		return "", errHost
	}
	// A second time gives the same, or it was no name that stays what it is.
	if again, err := domains.ToASCII(ascii); err != nil || again != ascii {
		return "", errHost
	}
	return ascii, nil
}

// lower is strings.ToLower of ASCII alone: the tables do the rest.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func international(host string) bool {
	for _, c := range []byte(host) {
		if c >= utf8.RuneSelf {
			return true
		}
	}
	return strings.HasPrefix(host, "xn--") || strings.Contains(host, ".xn--")
}

// forbidden are the characters that no domain holds. Browsers would let a star
// pass, which no name has and rules mean something by.
func forbidden(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune(`#/:<>?@[\]^|%*`, r)
}

// unescape undoes percent-encoding; a percent sign that encodes nothing stays,
// and makes the host one that no browser accepts.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				b.WriteByte(c[0])
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// endsInNumber reports whether a browser takes a host for an IPv4 address: by
// its last part alone.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := ipv4Part(last)
	return ok
}

// ipv4 reads an IPv4 address of one to four parts, each decimal, octal (0 in
// front) or hexadecimal (0x in front); the last fills what the others leave.
func ipv4(name string) (string, error) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return "", errHost
	}
	var sum uint64
	for i, part := range parts {
		n, ok := ipv4Part(part)
		last := i == len(parts)-1
		switch {
		case !ok, !last && n > 0xff, last && n >= 1<<(8*(5-len(parts))):
			return "", errHost
		case last:
			sum += n
		default:
			sum += n << (8 * (3 - i))
		}
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}).String(), nil
}

// ipv4Part reads one part.
func ipv4Part(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" {
		return 0, true // 0x alone is zero
	}
	n, err := strconv.ParseUint(s, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 1 << 40, true // a number, and too large for any part
	}
	return n, err == nil
}

// ipv6 gives an IPv6 address its one spelling, in brackets and without dots in
// it. Zones are of no browser's addresses.
func ipv6(s string) (string, error) {
	ip, err := netip.ParseAddr(s)
	if err != nil || !ip.Is6() || ip.Zone() != "" {
		return "", errHost
	}
	if ip.Is4In6() {
		b := ip.As16()
		return "[::ffff:" + strconv.FormatUint(uint64(b[12])<<8|uint64(b[13]), 16) + ":" +
			strconv.FormatUint(uint64(b[14])<<8|uint64(b[15]), 16) + "]", nil
	}
	return "[" + ip.String() + "]", nil
}

// wellKnown is the prefix under which translators reach IPv4 (RFC 6052).
var wellKnown = netip.MustParsePrefix("64:ff9b::/96")

// within returns the IPv4 address that an IPv6 host holds and leads to: mapped,
// compatible (deprecated, and still taken by some systems) or translated.
func within(host string) (string, bool) {
	if !strings.HasPrefix(host, "[") {
		return "", false
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil {
		return "", false
	}
	b := ip.As16()
	low := [4]byte(b[12:])
	zero := [12]byte(b[:12]) == [12]byte{}
	switch {
	case ip.Is4In6(), wellKnown.Contains(ip), zero && low[0] != 0:
		return netip.AddrFrom4(low).String(), true
	}
	return "", false
}
