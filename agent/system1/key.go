package system1

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/internal/atomicfile"
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

// NewKey makes a key; blanks around it do not count.
func NewKey(value string) Key {
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

// scrub takes the key out of a text that came from elsewhere.
func (k Key) scrub(s string) string {
	if k.Empty() {
		return s
	}
	return strings.ReplaceAll(s, k.Reveal(), hidden)
}

// Keys is a store of keys, kept apart from settings and conversations so that
// nothing that is exported, synced or logged can hold one. It is safe for
// concurrent use.
type Keys interface {
	// Key returns the key of a name; an empty one when there is none.
	Key(ctx context.Context, name string) (Key, error)
}

// FixedKey is a store that has one key for every name, such as one from the
// environment.
func FixedKey(value string) Keys { return fixed{NewKey(value)} }

type fixed struct{ key Key }

func (f fixed) Key(context.Context, string) (Key, error) { return f.key, nil }

// FileKeys keeps keys in a file of their own, which only its owner may read.
type FileKeys struct {
	path string
	mu   sync.Mutex
}

// NewFileKeys makes a store in a file, which is made with the first key.
func NewFileKeys(path string) *FileKeys { return &FileKeys{path: path} }

// Key reads the key of a name.
func (f *FileKeys) Key(_ context.Context, name string) (Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.read()
	return NewKey(all[name]), err
}

// Set keeps a key under a name, or forgets the name when the key is empty.
func (f *FileKeys) Set(name string, k Key) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.read()
	if err != nil {
		return err
	}
	if k.Empty() {
		delete(all, name)
	} else {
		all[name] = k.Reveal()
	}
	text, err := json.Marshal(all)
	if err != nil {
		return errors.New("system1: the keys cannot be encoded")
	}
	if err := atomicfile.Write(atomicfile.OS{}, f.path, text); err != nil {
		return fmt.Errorf("system1: keys: %w", err)
	}
	return nil
}

func (f *FileKeys) read() (map[string]string, error) {
	all := map[string]string{}
	text, err := os.ReadFile(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, fmt.Errorf("system1: keys: %w", err)
	}
	if json.Unmarshal(text, &all) != nil || all == nil {
		// The text of a JSON error may quote what it read.
		return nil, fmt.Errorf("system1: keys: %s is damaged", f.path)
	}
	return all, nil
}
