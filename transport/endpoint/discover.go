package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// version is the part of /json/version that matters.
type version struct {
	Browser  string `json:"Browser"`
	Protocol string `json:"Protocol-Version"`
	Socket   string `json:"webSocketDebuggerUrl"`
}

// target is an entry of /json/list.
type target struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	URL    string `json:"url"`
	Title  string `json:"title"` // with HTML entities in it
	Socket string `json:"webSocketDebuggerUrl"`
}

// discover finds out what is at the base: the browser's socket, or nil when
// there are only those of pages.
func (c *client) discover(ctx context.Context, base *url.URL) (*url.URL, error) {
	a, err := c.do(ctx, http.MethodGet, base.JoinPath("/json/version"))
	if err != nil {
		return nil, err
	}
	var v version
	bad := json.Unmarshal(a.body, &v)
	switch {
	case a.html():
		return nil, c.notChrome("it answers with a web page", nil)
	case a.status == http.StatusOK && bad != nil:
		return nil, c.notChrome("its answer is not JSON", bad)
	case strings.HasPrefix(v.Browser, "node.js"):
		return nil, c.notChrome("it is the inspector of "+v.Browser, nil)
	case a.status == http.StatusOK && v.Socket != "":
		return c.socket(base, v.Socket)
	}
	// Some embedders have no version, or do not name the browser's socket.
	if _, err := c.list(ctx, base); err != nil {
		if te, ok := errors.AsType[*transport.Error](err); ok && te.Kind != transport.KindNotChrome {
			return nil, err
		}
		return nil, c.notChrome("/json/version names no browser and /json/list no pages", err)
	}
	return nil, nil
}

// list returns the entries of /json/list, as they come.
func (c *client) list(ctx context.Context, base *url.URL) ([]target, error) {
	a, err := c.do(ctx, http.MethodGet, base.JoinPath("/json/list"))
	if err != nil {
		return nil, err
	}
	if a.status != http.StatusOK {
		return nil, c.notChrome("/json/list answers "+http.StatusText(a.status), nil)
	}
	var targets []target
	if err := json.Unmarshal(a.body, &targets); err != nil {
		return nil, c.notChrome("/json/list is not a list", err)
	}
	return targets, nil
}

// socket checks an address that the endpoint names, and leads it to where the
// endpoint was reached: Chrome names itself by the Host header or by
// 127.0.0.1, both of which may be something else on the way through a tunnel
// or a container.
func (c *client) socket(base *url.URL, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "ws" && u.Scheme != "wss") || u.Host == "" {
		return nil, c.notChrome("it names a socket that is none", nil)
	}
	if u.Hostname() == base.Hostname() || isLocal(u.Hostname()) {
		u.Host = base.Host
		u.Scheme = "ws"
		if base.Scheme == "https" {
			u.Scheme = "wss"
		}
		return u, nil
	}
	if !c.remote {
		return nil, &transport.Error{
			Kind: transport.KindForbidden, Op: "discover",
			Detail: c.at + " sends us to " + u.Host + ", which is somewhere else",
			Hint:   "allow it with WithRemote if that is meant",
		}
	}
	return u, nil
}
