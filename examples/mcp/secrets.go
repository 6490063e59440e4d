package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/holdfast-go/holdfast/browser/secret"
)

// secrets are what the model may fill in by name.
type secrets struct {
	store *secret.Store
	names []string
}

// readSecrets reads a file of secrets: a JSON list of objects with name, value
// and sites. Its errors tell nothing of what the file holds but names.
func readSecrets(file string) (*secrets, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []struct {
		Name  string   `json:"name"`
		Value string   `json:"value"`
		Sites []string `json:"sites"`
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	err = d.Decode(&list)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows")
		}
	}
	switch {
	case err != nil: // whose words may hold a piece of a value
		return nil, fmt.Errorf(`%s is not a JSON list of {"name": …, "value": …, "sites": […]}`, file)
	case len(list) == 0:
		return nil, fmt.Errorf("%s holds no secret", file)
	}
	s := &secrets{}
	if s.store, err = secret.New(); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, one := range list {
		if known[one.Name] {
			return nil, fmt.Errorf("%s has two secrets of the name %q", file, one.Name)
		}
		known[one.Name] = true
		if err := s.store.Add(secret.Secret{Name: one.Name, Value: one.Value, Sites: one.Sites}); err != nil {
			return nil, err
		}
		s.names = append(s.names, one.Name)
	}
	return s, nil
}

// note tells the model which secrets there are, and no more than their names.
func (s *secrets) note() string {
	if s == nil {
		return ""
	}
	placeholders := make([]string, len(s.names))
	for i, name := range s.names {
		placeholders[i] = secret.Placeholder(name)
	}
	return " Secrets that webpage_fill takes in the place of their values, each on its own sites: " + strings.Join(placeholders, ", ") +
		". You never see the values; where a page shows one, you read its placeholder."
}
