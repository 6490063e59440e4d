package record_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }
