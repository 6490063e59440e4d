// Package testnpm installs programs of others from npm, for tests against what
// we did not write.
package testnpm

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// unreachable are what npm says when the network fails, not the installation.
var unreachable = []string{"EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ENOTFOUND", "ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "E502", "E503", "E504"}

// Install installs a package at its version (name@1.2.3) and returns the folder
// that has its node_modules. It skips the test where that is not possible, and
// outside of CI, where every test run would fetch it. With HOLDFAST_REQUIRE_NPM,
// as in our CI, only a network that fails is a reason to skip it.
func Install(t *testing.T, pkg string) (folder string) {
	t.Helper()
	required := os.Getenv("HOLDFAST_REQUIRE_NPM") != ""
	npm, err := exec.LookPath("npm")
	switch {
	case err != nil && required:
		t.Fatal("HOLDFAST_REQUIRE_NPM is set and npm is not there")
	case err != nil:
		t.Skip("npm is not there")
	case os.Getenv("CI") == "" && !required:
		t.Skipf("CI=true runs this: it installs %s", pkg)
	}
	folder = t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, pkg)
	install.Dir = folder
	if out, err := install.CombinedOutput(); err != nil {
		offline := ctx.Err() != nil || slices.ContainsFunc(unreachable, func(code string) bool { return strings.Contains(string(out), code) })
		if required && !offline {
			t.Fatalf("npm installs nothing here: %v\n%s", err, out)
		}
		t.Skipf("npm installs nothing here: %v\n%s", err, out)
	}
	return folder
}
