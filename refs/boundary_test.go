package refs_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/boundary"
)

// TestBoundary keeps refs a pure core: it is the ground that outline and marks
// stand on, and it is offered to programs that bring their own connection.
func TestBoundary(t *testing.T) {
	boundary.Check(t, "github.com/holdfast-go/holdfast/refs", nil)
}
