// Package atomicfile replaces files as a whole: whoever reads one, after a crash
// at any moment too, finds the old content or the new one and nothing between.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// FS is what is needed of a file system; tests bring one that fails.
type FS interface {
	MkdirAll(dir string) error
	// CreateTemp makes a new file that only its owner may read; the last * of the
	// pattern becomes something unique.
	CreateTemp(dir, pattern string) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	ReadFile(path string) ([]byte, error)
	ReadDir(dir string) ([]fs.DirEntry, error)
	// SyncDir makes renames in a folder survive a crash.
	SyncDir(dir string) error
}

// File is a file that is written.
type File interface {
	io.Writer
	Sync() error
	Close() error
	Name() string
}

// TempPattern is how the temporary files of Write end; those of a crash may be
// removed.
const TempPattern = ".*.tmp"

// Write replaces a file, or makes it, with its folder. When it fails the old
// content is there.
func Write(system FS, path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := system.MkdirAll(dir); err != nil {
		return err
	}
	file, err := system.CreateTemp(dir, filepath.Base(path)+TempPattern)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		// Without it the rename may reach the disk before the content does.
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = system.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, system.Remove(file.Name()))
	}
	return system.SyncDir(dir)
}

// OS is the file system of the machine.
type OS struct{}

var _ FS = OS{}

// MkdirAll makes a folder that only its owner may enter, with those above it.
func (OS) MkdirAll(dir string) error { return os.MkdirAll(dir, 0o700) }

// CreateTemp is that of package os.
func (OS) CreateTemp(dir, pattern string) (File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err // not a File that holds a nil
	}
	return f, nil
}

// Rename is that of package os.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove is that of package os.
func (OS) Remove(path string) error { return os.Remove(path) }

// ReadFile is that of package os.
func (OS) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }

// ReadDir is that of package os.
func (OS) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

// SyncDir syncs a folder; on Windows there is nothing that would do it.
func (OS) SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
