// Package dirty does everything that a core must not do.
package dirty

import (
	"log/slog"
	"os"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/holdfast-go/holdfast/internal/boundary/testdata/dirty/helper"
)

var began time.Time

func init() { began = time.Now() }

// Run is impure.
func Run() {
	go func() { println(cmp.Equal(1, 2)) }()
	slog.Info(helper.Name(), "pid", os.Getpid(), "since", began)
}
