// Package site judges addresses: what an address names once all its spellings
// are undone, and whether the lists of a program allow it. It is pure: nothing
// is resolved, asked or remembered.
//
//	list, err := site.New([]string{"*.example.com", "localhost:8080"}, []string{"ads.example.com"})
//	// ...
//	v := list.Check("https://EXAMPLE.com.:443/a")
//	// v.Allowed, v.Rule "*.example.com", v.Address "https://example.com./a"
//
// # Spellings
//
// [Parse] reads an address as browsers do (WHATWG URL standard): blanks and
// control characters around it and tabs and line breaks within it do not count,
// a backslash is a slash, the number of slashes after http: does not matter, and
// everything before the last @ of the authority is user name and password. Of a
// host, percent-encoding is undone, then it is mapped as international domain
// names are (case, wide letters, ideographic dots, invisible characters), and
// what then ends in a number is an IPv4 address in any of its forms: decimal,
// octal, hexadecimal, with fewer parts, with a dot behind it. An IPv6 address is
// in brackets, has one short form, and no zone: browsers take none in addresses.
// A default port is no port.
//
// # Rules
//
// A rule names sites: a host, a port and a scheme, of which the last two may be
// left out and then match any:
//
//	example.com            this host, any port, http and https
//	*.example.com          this host and every one below it
//	localhost:8080         this port only; allowed over http, blocked over both
//	example.com:443        this port only; allowed over https, blocked over both
//	https://example.com    this scheme only, any port; https://example.com:8443
//	127.0.0.1, [::1]:8080  addresses, in any spelling
//	*                      every host; also *:8443 and https://*
//
// Rules have no paths: scripts of a page reach every path of its site, and what
// a path means is up to the server, so that a rule with one would promise what
// it cannot hold. They are about names: a host that is not on a block list may
// well have the same IP address as one that is.
//
// The block list goes before the allow list, and an empty allow list allows
// every site. What a rule leaves open is read widely by the block list and
// narrowly by the allow list. So a port without a scheme is allowed with one
// scheme: https for 443, http for all others, which are where programs under
// development listen. And where two ways to write a host are not the same host for a browser
// but lead to the same place, blocking takes them for one and allowing does not:
// an IPv6 address that holds an IPv4 address (::ffff:127.0.0.1) is blocked by
// the rule 127.0.0.1, and allowed only by one of its own.
//
// # Schemes
//
// Only http, https and about:blank may be gone to, and no address with a user
// name or a password: it makes a wrong host look right, and what is in an
// address ends up in logs. This holds with no list at all, for the nil *[List],
// too.
package site
