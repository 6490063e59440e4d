package provider

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// The reasons of a BROWSER_FILE_BLOCKED error.
const (
	fileNoFolder = "no_folder" // the program allows no folder
	fileOutside  = "outside"   // not in a folder that it allows
	fileMissing  = "missing"   // no such file, or no regular one
)

// folder is a folder that files may be taken from.
type folder struct {
	named string // as the program named it, absolute
	real  string // without symbolic links
}

// WithUploadFolders names the folders that files may be uploaded from, with all
// that is in them. The default is none: every upload is refused. Symbolic links
// are followed first, in the folders' names and in the files': a link in a
// folder does not lead out of it. The folders are those of the machine that
// this program runs on; with a browser on another one the paths must be the
// same there.
func WithUploadFolders(folders ...string) Option {
	return option(func(c *config) error {
		for _, name := range folders {
			named, err := filepath.Abs(name)
			if err != nil {
				return fmt.Errorf("provider: WithUploadFolders: %w", err)
			}
			real, err := filepath.EvalSymlinks(named)
			if err != nil {
				return fmt.Errorf("provider: WithUploadFolders: %w", err)
			}
			if info, err := os.Stat(real); err != nil || !info.IsDir() {
				return fmt.Errorf("provider: WithUploadFolders: %s is no folder", name)
			}
			c.uploads = append(c.uploads, folder{named, real})
		}
		return nil
	})
}

// holds reports whether a path, which is clean and absolute, is in a folder.
func holds(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
	return ok && rest != ""
}

// allowed gives the real paths of files, all of which are in folders that the
// program allows. A path that is not absolute is one in such a folder.
func (c *config) allowed(files []string) ([]string, error) {
	paths := make([]string, len(files))
	for i, name := range files {
		path, err := c.allow(name)
		if err != nil {
			return nil, err
		}
		paths[i] = path
	}
	return paths, nil
}

func (c *config) allow(name string) (string, error) {
	if len(c.uploads) == 0 {
		e := blocked(name, fileNoFolder, "may not be uploaded: the program allows no folder to upload from (provider.WithUploadFolders)")
		e.Hint = "Tell the user; only the program can allow it."
		return "", e
	}
	missing := false
	for _, f := range c.uploads {
		path := filepath.Clean(name)
		if !filepath.IsAbs(path) {
			path = filepath.Join(f.real, path)
		}
		// Nothing is said about what is elsewhere, not even whether it is there.
		if !holds(f.named, path) && !holds(f.real, path) {
			continue
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			missing = true
			continue
		}
		if !c.within(real) {
			continue
		}
		if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
			missing = true
			continue
		}
		return real, nil
	}
	if missing {
		return "", blocked(name, fileMissing, "cannot be uploaded: there is no such file")
	}
	e := blocked(name, fileOutside, "may not be uploaded: it is not in a folder that the program allows")
	e.Hint = "Files come from " + c.folders() + "."
	return "", e
}

// within reports whether a path without symbolic links is in any folder.
func (c *config) within(path string) bool {
	for _, f := range c.uploads {
		if holds(f.real, path) {
			return true
		}
	}
	return false
}

func (c *config) folders() string {
	names := make([]string, len(c.uploads))
	for i, f := range c.uploads {
		names[i] = f.named
	}
	return strings.Join(names, ", ")
}

func blocked(name string, reason browser.Reason, why string) *browser.Error {
	return &browser.Error{Code: browser.CodeFileBlocked, Reason: reason, Message: "the file " + outline.Quote(name) + " " + why}
}
