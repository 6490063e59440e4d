package electron_test

import (
	"errors"
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/transport/electron"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// launch starts a window host over Electron or its double, which ends with the
// test.
func launch(t *testing.T, opts ...electron.Option) *electron.Host {
	t.Helper()
	host, err := electron.Launch(t.Context(), append([]electron.Option{electron.WithBinary(testelectron.Binary(t))}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Errorf("closing the host: %v", err)
		}
	})
	return host
}

// nothingLeft checks that a launch left neither process nor folder.
func nothingLeft(t *testing.T) {
	t.Helper()
	if err := errors.Join(
		leakcheck.Processes("HOLDFAST_LAUNCH="+os.TempDir()),
		leakcheck.Folders(os.TempDir(), "holdfast-*"),
	); err != nil {
		t.Error(err)
	}
}
