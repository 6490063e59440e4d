//go:build unix

package endpoint

import (
	"errors"
	"syscall"
)

// isReset reports whether the other side cut the connection.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
