package testelectron_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testelectron"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// arguments are those that Electron is started with. A real one refuses to start
// as root with its sandbox; the double does not look at it.
func arguments(profile, script string) []string {
	args := []string{"--user-data-dir=" + profile}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	return append(args, script)
}

// TestClaims asks an Electron for what the window host relies on: the double, or
// a real one, which must answer the same.
func TestClaims(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, testelectron.Binary(t), arguments(t.TempDir(), "testdata/claims.cjs")...)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v\n%s", err, &complaints)
	}
	claims := 0
	for line := range strings.Lines(string(out)) {
		claim, ok := strings.CutPrefix(strings.TrimSpace(line), "ok ")
		if !ok {
			t.Error(strings.TrimSpace(line))
			continue
		}
		claims++
		t.Log(claim)
	}
	if claims < 10 {
		t.Errorf("only %d claims were answered:\n%s%s", claims, out, &complaints)
	}
}

// TestKilled kills the program that stands for Electron: no browser survives it.
func TestKilled(t *testing.T) {
	profile := t.TempDir()
	cmd := exec.CommandContext(t.Context(), testelectron.Binary(t), arguments(profile, "testdata/idle.cjs")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "ready") {
		t.Errorf("it did not start: %q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // it was killed, and says so
	if err := leakcheck.Processes(profile); err != nil {
		t.Error(err)
	}
}

// TestApplication starts what stands for a packaged application: it runs itself,
// whatever script is among its arguments, unless its environment names a host.
func TestApplication(t *testing.T) {
	for _, tc := range []struct{ name, host, want string }{
		{"alone", "", "the application itself runs\n"},
		{"with a host", "testdata/greet.cjs", "the host runs\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), testelectron.Application(t), arguments(t.TempDir(), "testdata/idle.cjs")...)
			if tc.host != "" {
				path, err := filepath.Abs(tc.host)
				if err != nil {
					t.Fatal(err)
				}
				cmd.Env = append(os.Environ(), "HOLDFAST_ELECTRON_HOST="+path)
			}
			out, err := cmd.Output()
			if err != nil || string(out) != tc.want {
				t.Errorf("it said %q, %v", out, err)
			}
		})
	}
}
