package tools

import (
	"fmt"
	"slices"
)

// Without takes tools out of the catalogue, by name: they are neither listed
// nor can they be called. A tool that holds a capability which the program does
// not give, such as webpage_execute beside provider.WithoutExecute, is better
// not offered at all. A name that no tool has is an error: a program that means
// to take something away must not be left with it by a slip of the pen.
func Without(names ...string) Option {
	return option(func(c *Catalogue) error {
		for _, name := range names {
			if !slices.ContainsFunc(table(), func(s *spec) bool { return s.Name == name }) {
				return fmt.Errorf("tools: Without: there is no tool %q", name)
			}
			c.specs = slices.DeleteFunc(c.specs, func(s *spec) bool { return s.Name == name })
			delete(c.byName, name)
		}
		return nil
	})
}
