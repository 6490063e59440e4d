// Package helper looks harmless and leads to another package of ours.
package helper

import "github.com/holdfast-go/holdfast/internal/boundary/testdata/clean"

// Name is not constant.
func Name() string {
	h, err := clean.Host("https://a.example/")
	if err != nil {
		return ""
	}
	return h
}
