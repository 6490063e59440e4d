// Package clean is a core as it should be.
package clean

import (
	"fmt"
	"net/url"
)

// Host returns the host of an address.
func Host(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("clean: %w", err)
	}
	return u.Host, nil
}
