// Package keys holds the keys of endpoints, apart from settings and conversations,
// so that nothing that is exported, synced or logged can hold one.
//
// A [Key] does not print, log or encode itself. Whoever asks an endpoint takes it
// from a [Store] at the moment of the request, by the name that settings hold in
// its place: agent/system1 does.
package keys

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// hidden is what a key prints as.
const hidden = "[key]"

// Key is the key of an endpoint. It does not print, log or encode itself; only
// [Key.Reveal] gives it.
type Key struct {
	// value is a function because fmt prints the unexported fields of a struct
	// that holds a key without asking the key.
	value func() string
}

// New makes a key; blanks around it do not count.
func New(value string) Key {
	value = strings.TrimSpace(value)
	if value == "" {
		return Key{}
	}
	return Key{func() string { return value }}
}

// Reveal gives the key itself.
func (k Key) Reveal() string {
	if k.value == nil {
		return ""
	}
	return k.value()
}

// Empty reports whether there is none.
func (k Key) Empty() bool { return k.value == nil }

// String hides the key.
func (k Key) String() string { return hidden }

// Format hides the key under every verb.
func (k Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue hides the key.
func (k Key) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the key from JSON and every other encoding.
func (k Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Scrub takes the key out of a text that came from elsewhere.
func (k Key) Scrub(s string) string {
	if k.Empty() {
		return s
	}
	return strings.ReplaceAll(s, k.Reveal(), hidden)
}
