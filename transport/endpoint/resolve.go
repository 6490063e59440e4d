package endpoint

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// resolve returns the addresses of a host, after the rule: loopback only,
// unless remote ones are allowed. One address that breaks the rule refuses the
// whole name.
func (c *config) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	addrs, err := lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	if c.remote {
		return addrs, nil
	}
	for _, a := range addrs {
		if !a.IsLoopback() {
			detail := a.String() + " is not a loopback address"
			if host != a.String() {
				detail = host + " is " + detail
			}
			return nil, &transport.Error{
				Kind: transport.KindForbidden, Op: "dial", Detail: detail,
				Hint: "a DevTools port has no password; use 127.0.0.1, an SSH tunnel, or WithRemote if the network is trusted",
			}
		}
	}
	return addrs, nil
}

// lookup asks the system's resolver. localhost is both loopback addresses,
// whatever that says: Chrome listens on one of them, most often 127.0.0.1.
func lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr.Unmap()}, nil
	}
	if name := strings.TrimSuffix(strings.ToLower(host), "."); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, &transport.Error{Kind: transport.KindUnreachable, Op: "dial", Detail: "the name " + host + " does not resolve", Err: err}
	}
	for i, a := range addrs {
		addrs[i] = a.Unmap()
	}
	return addrs, nil
}

// dialContext opens every connection of the package: it resolves, applies the
// rule, and dials what it has checked, so that a name cannot change its mind in
// between.
func (c *config) dialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	addrs, err := c.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	var first error
	for _, a := range addrs {
		var d net.Dialer
		conn, err := d.DialContext(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}
