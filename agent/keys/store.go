package keys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/holdfast-go/holdfast/internal/atomicfile"
)

// Store gives keys by their names. It is safe for concurrent use.
type Store interface {
	// Key returns the key of a name; an empty one when there is none.
	Key(ctx context.Context, name string) (Key, error)
}

// Fixed is a store that has one key for every name, such as one from the
// environment.
func Fixed(value string) Store { return fixed{New(value)} }

type fixed struct{ key Key }

func (f fixed) Key(context.Context, string) (Key, error) { return f.key, nil }

// File is a [Store] in a file of its own, which only its owner may read.
type File struct {
	path string
	mu   sync.Mutex
}

var _ Store = (*File)(nil)

// NewFile makes a store in a file, which is made with the first key.
func NewFile(path string) *File { return &File{path: path} }

// Key reads the key of a name.
func (f *File) Key(_ context.Context, name string) (Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.read()
	return New(all[name]), err
}

// Set keeps a key under a name, or forgets the name when the key is empty.
func (f *File) Set(name string, k Key) error {
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
		return errors.New("keys: the keys cannot be encoded")
	}
	if err := atomicfile.Write(atomicfile.OS{}, f.path, text); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	return nil
}

func (f *File) read() (map[string]string, error) {
	all := map[string]string{}
	text, err := os.ReadFile(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	if json.Unmarshal(text, &all) != nil || all == nil {
		// The text of a JSON error may quote what it read.
		return nil, fmt.Errorf("keys: %s is damaged", f.path)
	}
	return all, nil
}
