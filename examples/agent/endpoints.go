package main

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/holdfast-go/holdfast/agent/keys"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/examples/quickstart/shop"
)

// endpoint is a model that the environment names.
type endpoint struct{ base, key, model string }

// endpointOf reads the environment; nil when it names none.
func endpointOf(get func(string) string) (*endpoint, error) {
	e := endpoint{get("OPENAI_BASE_URL"), get("OPENAI_API_KEY"), get("OPENAI_MODEL")}
	switch {
	case e == endpoint{}:
		return nil, nil
	case e.base == "" || e.model == "":
		return nil, errors.New("OPENAI_BASE_URL and OPENAI_MODEL must both be set, and OPENAI_API_KEY where the endpoint wants one")
	}
	return &e, nil
}

func (e *endpoint) client() (*openai.Client, error) {
	if e.key == "" {
		return openai.New(e.base, e.model)
	}
	return openai.New(e.base, e.model, openai.WithKey(e.key))
}

// info is what is known of the model; of others only the name is.
func (e *endpoint) info() model.Info {
	if info, ok := model.Known().Lookup(e.model); ok {
		return info
	}
	return model.Info{ID: e.model}
}

// fastPathOf reads the environment; nil when it names no fast path.
func fastPathOf(get func(string) string) (system1.Decider, error) {
	base := get("SYSTEMONE_BASE_URL")
	if base == "" {
		return nil, nil
	}
	return system1.NewClient(system1.Config{
		Base: base, Model: get("SYSTEMONE_MODEL"), Keys: keys.Fixed(get("SYSTEMONE_API_KEY")),
	})
}

// serve serves the shop on a free port of loopback.
func serve() (address string, stop func(), err error) { return listen(shop.Handler()) }

// listen serves a handler on a free port of loopback.
func listen(h http.Handler) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // it ends with Close
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}

// hostOf gives host and port of an address, as a rule of sites.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address // whoever checks the rule says what is wrong
	}
	return u.Host
}
