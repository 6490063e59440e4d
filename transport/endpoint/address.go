package endpoint

import (
	"net"
	"net/url"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// address is where [Dial] was told to go.
type address struct {
	secure bool   // https and wss
	host   string // a name or an IP address, without brackets
	port   string
	socket string // path and query of a socket, empty for discovery
	page   string // the target id, when the socket is a page's
}

const pagePath = "/devtools/page/"

// parseAddress reads what people write: host:port, an http address, a socket.
func parseAddress(text string) (address, error) {
	var a address
	if !strings.Contains(text, "://") {
		text = "http://" + text
		if u, err := url.Parse(text); err == nil && u.Port() == "" {
			return a, invalidAddress("it names no port; Chrome's customary one is 9222")
		}
	}
	u, err := url.Parse(text)
	if err != nil {
		// The error of url.Parse repeats the address, which may hold a token.
		return a, invalidAddress("it is not an address")
	}
	a.host, a.port = u.Hostname(), u.Port()
	switch {
	case a.host == "":
		return a, invalidAddress("it names no host")
	case u.User != nil:
		return a, invalidAddress("it holds a user name; send an Authorization header with WithHeader instead")
	case a.port == "0":
		return a, invalidAddress("port 0 is no port to connect to")
	}
	socket := false
	switch u.Scheme {
	case "http":
	case "https":
		a.secure = true
	case "ws":
		socket = true
	case "wss":
		a.secure, socket = true, true
	default:
		return a, invalidAddress("the scheme " + u.Scheme + " is none of http, https, ws, wss")
	}
	if a.port == "" {
		a.port = "80"
		if a.secure {
			a.port = "443"
		}
	}
	if !socket {
		if u.Path != "" && u.Path != "/" && !strings.HasPrefix(u.Path, "/json") {
			return a, invalidAddress("discovery begins at the root; leave the path out")
		}
		return a, nil
	}
	a.socket = u.RequestURI()
	if id, ok := strings.CutPrefix(u.Path, pagePath); ok {
		if id == "" || strings.Contains(id, "/") {
			return a, invalidAddress("the socket of a page ends with one target id")
		}
		a.page = id
	}
	return a, nil
}

// base returns the root of the endpoint for requests (scheme "http") or sockets
// ("ws"), reached at the host given: a name, or one of its addresses.
func (a address) base(scheme, host string) *url.URL {
	if a.secure {
		scheme += "s"
	}
	return &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, a.port)}
}

// String is for error messages. It leaves out the query, which may hold a token.
func (a address) String() string { return net.JoinHostPort(a.host, a.port) }

func invalidAddress(detail string) error {
	return &transport.Error{Kind: transport.KindInvalid, Op: "dial", Detail: "the address: " + detail}
}
