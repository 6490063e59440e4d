package outline_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/boundary"
)

func TestBoundary(t *testing.T) {
	boundary.Check(t, "github.com/holdfast-go/holdfast/outline", []string{"github.com/holdfast-go/holdfast/refs"})
}
