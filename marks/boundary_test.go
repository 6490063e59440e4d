package marks_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/boundary"
)

func TestBoundary(t *testing.T) {
	const module = "github.com/holdfast-go/holdfast/"
	boundary.Check(t, module+"marks", []string{module + "refs", module + "outline", "golang.org/x/image"})
}
