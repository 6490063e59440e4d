package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/internal/atomicfile"
)

// Store remembers permissions of sites beyond a run. It is safe for concurrent
// use.
type Store interface {
	// Answer gives what is remembered of a site ([site.Of]): Always, Deny, or ""
	// for nothing.
	Answer(ctx context.Context, site string) (event.Answer, error)
	// Remember keeps an answer; "" forgets the site.
	Remember(ctx context.Context, site string, a event.Answer) error
}

// memory is a [Store] that lasts as long as the program. The zero memory is
// empty.
type memory struct {
	mu    sync.Mutex
	sites map[string]event.Answer
}

var _ Store = (*memory)(nil)

// Answer gives what is remembered.
func (m *memory) Answer(_ context.Context, site string) (event.Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sites[site], nil
}

// Remember keeps an answer.
func (m *memory) Remember(_ context.Context, site string, a event.Answer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sites == nil {
		m.sites = map[string]event.Answer{}
	}
	keep(m.sites, site, a)
	return nil
}

func keep(sites map[string]event.Answer, site string, a event.Answer) {
	if a == "" {
		delete(sites, site)
	} else {
		sites[site] = a
	}
}

// File is a [Store] in a file. It reads the file each time, so that a person or
// another program may change it.
type File struct {
	path   string
	system atomicfile.FS
	mu     sync.Mutex
}

var _ Store = (*File)(nil)

// NewFile makes a store in a file, which is made with the first answer.
func NewFile(path string) *File { return &File{path: path, system: atomicfile.OS{}} }

// Answer gives what is remembered. A damaged file is an error, and nothing is
// allowed by it.
func (f *File) Answer(_ context.Context, site string) (event.Answer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sites, err := f.read()
	return sites[site], err
}

// Remember keeps an answer.
func (f *File) Remember(_ context.Context, site string, a event.Answer) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	sites, err := f.read()
	if err != nil {
		return err
	}
	keep(sites, site, a)
	text, err := json.MarshalIndent(sites, "", "  ")
	if err == nil {
		err = atomicfile.Write(f.system, f.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("policy: permissions: %w", err)
	}
	return nil
}

// Sites lists what is remembered.
func (f *File) Sites() (map[string]event.Answer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read()
}

func (f *File) read() (map[string]event.Answer, error) {
	sites := map[string]event.Answer{}
	text, err := f.system.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return sites, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &sites)
	}
	if err != nil {
		return nil, fmt.Errorf("policy: permissions: %s: %w", f.path, err)
	}
	if sites == nil { // the file says null
		sites = map[string]event.Answer{}
	}
	return sites, nil
}
