package site

import (
	"strings"
	"testing"
)

// What a policy allows is never more than the lists do, except that ws allows
// wss at the same place.
func TestSocketSources(t *testing.T) {
	for _, tc := range []struct {
		name         string
		allow, block []string
		want         string
	}{
		{"no list", nil, nil, "ws: wss:"},
		{"a host", []string{"example.com"}, nil, "ws://example.com:* wss://example.com:*"},
		{"hosts below", []string{"*.example.com"}, nil, "ws://*.example.com:* ws://example.com:* wss://*.example.com:* wss://example.com:*"},
		{"a port", []string{"localhost:8080"}, nil, "ws://localhost:8080"},
		{"the port of https", []string{"example.com:443"}, nil, "wss://example.com:443"},
		{"a scheme", []string{"https://example.com"}, nil, "wss://example.com:*"},
		{"http", []string{"http://example.com"}, nil, "ws://example.com:*"},
		{"every host", []string{"*"}, nil, "ws: wss:"},
		{"every host of a scheme", []string{"https://*"}, nil, "wss:"},
		{"every host at a port", []string{"*:8080"}, nil, "ws://*:8080"},
		{"an address", []string{"127.1", "[::1]"}, nil, "ws://127.0.0.1:* wss://127.0.0.1:*"},
		{"a block list has no exceptions", nil, []string{"evil.example"}, ""},
		{"a rule that a blocked one is in", []string{"*.example.com", "other.test"}, []string{"ads.example.com"}, "ws://other.test:* wss://other.test:*"},
		{"a rule within a blocked one", []string{"a.example.com", "b.test"}, []string{"*.example.com"}, "ws://b.test:* wss://b.test:*"},
		{"everything is blocked at a port", []string{"b.test"}, []string{"*:8080"}, ""},
		{"an address that holds another", []string{"127.0.0.1"}, []string{"[::ffff:127.0.0.1]"}, ""},
		{"another alphabet", []string{"bücher.example"}, nil, "ws://xn--bcher-kva.example:* wss://xn--bcher-kva.example:*"},
	} {
		l, err := New(tc.allow, tc.block)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(l.SocketSources(), " ")
		if want := strings.TrimSpace("'self' " + tc.want); got != want && got != tc.want {
			t.Errorf("%s: %q, want 'self' and %q", tc.name, got, tc.want)
		}
		if strings.ContainsAny(got, ";,\r\n") {
			t.Errorf("%s: %q is more than sources", tc.name, got)
		}
	}
	if got := (*List)(nil).SocketSources(); len(got) != 2 {
		t.Errorf("without lists: %q", got)
	}
}
