package electron_test

import (
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/transporttest"
)

// The host is one like all others.
func TestConformance(t *testing.T) {
	site := transporttest.Site(t)
	transporttest.Run(t, func(t *testing.T) transporttest.Fixture {
		host := launch(t)
		return transporttest.Fixture{
			Host: host, TabKind: true, OneStream: true, NoticesKill: true, Site: site,
			Kill: func() {
				if p, err := os.FindProcess(host.PID()); err == nil {
					_ = p.Kill()
				}
			},
		}
	})
}
