// Package endpoint connects to a Chrome that already runs, over its DevTools
// port.
//
//	host, err := endpoint.Dial(ctx, "http://127.0.0.1:9222")
//
// The host never ends the browser: [Host.Close] closes the sockets that it
// opened and nothing else.
//
// An endpoint that names a browser socket is a browser host. One that offers
// sockets of its pages only (a restricted or embedded Chromium, or an address
// that is a page's own socket) is a tab host: its Stream(ctx, "") answers
// transport.KindUnsupported, and its tabs are driven over HTTP by [Host]'s
// implementation of transport.Tabs.
//
// Whoever reaches a DevTools port owns the browser with all its log-ins, and
// the port has no password. So addresses that are not loopback are refused,
// also those that a server or a name points to, unless [WithRemote] is given.
package endpoint
