package main

import (
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
)

// recorded does something with a browser and leaves an animated GIF of what was
// done to its pages, also when it failed or was stopped. Without a path it only
// does it.
func recorded(p browser.Provider, path string, do func(browser.Provider) (bool, error), options ...record.Option) (bool, error) {
	if path == "" {
		return do(p)
	}
	r, err := record.New(p, options...)
	if err != nil {
		return false, err
	}
	if err := r.Start(); err != nil {
		return false, err
	}
	done, err := do(r.Provider())
	r.Stop()
	if saved := r.SaveGIF(path, ""); !errors.Is(saved, record.ErrEmpty) {
		err = errors.Join(err, saved)
	}
	return done, err
}
