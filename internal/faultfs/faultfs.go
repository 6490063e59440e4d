// Package faultfs is a file system in memory that fails where a test wants it
// to: at an operation, in the middle of a write, for good as after a crash, or
// for want of room.
package faultfs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/holdfast-go/holdfast/internal/atomicfile"
)

// ErrCrash is what every operation gives after the crash.
var ErrCrash = errors.New("faultfs: crashed")

// ErrFull is what a write gives that the quota has no room for.
var ErrFull = errors.New("faultfs: no space left")

// FS is the file system. The zero FS is empty and never fails.
type FS struct {
	// Quota is the most bytes that all files may have together; 0: any number.
	Quota int
	// CrashAfter is how many steps are done before the crash: every byte that is
	// written and every other operation is one. Negative or 0: never.
	CrashAfter int

	mu      sync.Mutex
	files   map[string]*content
	steps   int
	temps   int
	crashed bool
}

// content is a file: what reads see, and what is on the disk for sure.
type content struct{ data, synced []byte }

var _ atomicfile.FS = (*FS)(nil)

// Steps returns how many steps were done.
func (f *FS) Steps() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.steps
}

// step counts a step and reports whether the crash is there. mu is held.
func (f *FS) step() error {
	if f.crashed || f.CrashAfter > 0 && f.steps >= f.CrashAfter {
		f.crashed = true
		return ErrCrash
	}
	f.steps++
	return nil
}

// Reboot is the file system after the crash: what was not synced is gone. Renames
// are as they were done, the hardest case for content that was not synced.
func (f *FS) Reboot() *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	after := &FS{files: map[string]*content{}, temps: f.temps}
	for name, c := range f.files {
		after.files[name] = &content{slices.Clone(c.synced), slices.Clone(c.synced)}
	}
	return after
}

// Put writes a file as it is, without a step.
func (f *FS) Put(path string, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files == nil {
		f.files = map[string]*content{}
	}
	f.files[filepath.Clean(path)] = &content{slices.Clone(data), slices.Clone(data)}
}

// Names lists the files.
func (f *FS) Names() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.files))
}

// MkdirAll does nothing: folders are where files are.
func (f *FS) MkdirAll(string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.step()
}

// CreateTemp makes an empty file.
func (f *FS) CreateTemp(dir, pattern string) (atomicfile.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(); err != nil {
		return nil, err
	}
	f.temps++
	before, after, _ := strings.Cut(pattern, "*")
	name := filepath.Join(dir, fmt.Sprintf("%s%d%s", before, f.temps, after))
	if f.files == nil {
		f.files = map[string]*content{}
	}
	f.files[name] = &content{}
	return &file{f, name, f.files[name]}, nil
}

// Rename replaces a file by another.
func (f *FS) Rename(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(); err != nil {
		return err
	}
	c := f.files[filepath.Clean(from)]
	if c == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	delete(f.files, filepath.Clean(from))
	f.files[filepath.Clean(to)] = c
	return nil
}

// Remove removes a file.
func (f *FS) Remove(path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(); err != nil {
		return err
	}
	if f.files[filepath.Clean(path)] == nil {
		return &fs.PathError{Op: "remove", Path: path, Err: fs.ErrNotExist}
	}
	delete(f.files, filepath.Clean(path))
	return nil
}

// ReadFile reads a file.
func (f *FS) ReadFile(path string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(); err != nil {
		return nil, err
	}
	c := f.files[filepath.Clean(path)]
	if c == nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return slices.Clone(c.data), nil
}

// ReadDir lists the files of a folder.
func (f *FS) ReadDir(dir string) ([]fs.DirEntry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(); err != nil {
		return nil, err
	}
	listed := fstest.MapFS{}
	for name, c := range f.files {
		if filepath.Dir(name) == filepath.Clean(dir) {
			listed[filepath.Base(name)] = &fstest.MapFile{Data: c.data}
		}
	}
	if len(listed) == 0 {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: fs.ErrNotExist}
	}
	return listed.ReadDir(".")
}

// SyncDir does nothing: renames are on the disk at once.
func (f *FS) SyncDir(string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.step()
}

type file struct {
	system *FS
	name   string
	to     *content
}

func (w *file) Name() string { return w.name }

func (w *file) Write(data []byte) (int, error) {
	w.system.mu.Lock()
	defer w.system.mu.Unlock()
	used := 0
	for _, c := range w.system.files {
		used += len(c.data)
	}
	for i, b := range data {
		if w.system.Quota > 0 && used+i >= w.system.Quota {
			return i, ErrFull
		}
		if err := w.system.step(); err != nil {
			return i, err
		}
		w.to.data = append(w.to.data, b)
	}
	return len(data), nil
}

func (w *file) Sync() error {
	w.system.mu.Lock()
	defer w.system.mu.Unlock()
	if err := w.system.step(); err != nil {
		return err
	}
	w.to.synced = slices.Clone(w.to.data)
	return nil
}

func (w *file) Close() error {
	w.system.mu.Lock()
	defer w.system.mu.Unlock()
	return w.system.step()
}
