//go:build !unix

package endpoint

import "strings"

// isReset reports whether the other side cut the connection.
func isReset(err error) bool { return strings.Contains(err.Error(), "forcibly closed") }
