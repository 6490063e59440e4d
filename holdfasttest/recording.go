package holdfasttest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// TB is what the helpers need of a test; *testing.T has it.
type TB interface {
	Helper()
	Name() string
	Context() context.Context
	Cleanup(func())
	Failed() bool
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Recording says where a test's recording is, and whether it is made anew.
type Recording struct {
	// File is the recording, in the folder of the test as a rule:
	// "testdata/checkout.gz".
	File string
	// Update records with a browser instead of playing the file. The file is
	// replaced when the test has passed, and stays as it was otherwise.
	Update bool
	// Launch starts the browser to record with; nil is chrome.Launch.
	Launch func(context.Context) (transport.Host, error)
	// Secrets are values that must not be in the file; in a replay, in the same
	// order, they may be others.
	Secrets []string
	// Record and Play are further options of package replay.
	Record []replay.RecordOption
	Play   []replay.OpenOption
}

// localhost matches what stands for a server of a test, whatever its port.
const localhost = `(?:127\.0\.0\.1|localhost|\[::1\]):[0-9]+`

// Host is a browser for one test: that of the recording or, when it is updated,
// a real one. It ends with the test, which fails when the program did not do what
// was recorded.
func Host(tb TB, r Recording) transport.Host {
	tb.Helper()
	if r.Update {
		return r.record(tb)
	}
	return r.play(tb)
}

// again says how the recording of a test is made.
func again(tb TB) string {
	name, _, _ := strings.Cut(tb.Name(), "/")
	return fmt.Sprintf("To record it, run go test -run '^%s$' on a machine with a browser, with the flag that sets Recording.Update.", name)
}

func (r Recording) record(tb TB) transport.Host {
	tb.Helper()
	scripts, err := newScripts()
	if err != nil {
		tb.Fatalf("holdfasttest: %v", err)
		return nil
	}
	launch := r.Launch
	if launch == nil {
		launch = func(ctx context.Context) (transport.Host, error) { return chrome.Launch(ctx) }
	}
	browser, err := launch(tb.Context())
	if err != nil {
		tb.Fatalf("holdfasttest: recording %s needs a browser: %v", r.File, err)
		return nil
	}
	fresh := r.File + ".new"
	options := append([]replay.RecordOption{scripts.option(), replay.WithSecrets(r.Secrets...)}, r.Record...)
	host, err := r.begin(browser, fresh, options)
	if err != nil {
		tb.Fatalf("holdfasttest: %v", errors.Join(err, browser.Close()))
		return nil
	}
	tb.Cleanup(func() {
		tb.Helper()
		err := errors.Join(host.Close(), host.Err())
		if err == nil && !tb.Failed() {
			// Git keeps no other permissions, and it holds what may be committed.
			err = errors.Join(os.Chmod(fresh, 0o644), os.Rename(fresh, r.File))
			if err == nil {
				tb.Logf("holdfasttest: recorded %s", r.File)
				return
			}
		}
		if err != nil {
			tb.Errorf("holdfasttest: recording %s: %v", r.File, err)
		} else {
			tb.Logf("holdfasttest: the test failed, so %s stays as it was", r.File)
		}
		if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
			tb.Errorf("holdfasttest: %v", err)
		}
	})
	return host
}

// begin makes the folder and begins the recording.
func (r Recording) begin(browser transport.Host, file string, options []replay.RecordOption) (replay.Recorder, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return replay.RecordFile(browser, file, options...)
}

func (r Recording) play(tb TB) transport.Host {
	tb.Helper()
	scripts, err := newScripts()
	if err != nil {
		tb.Fatalf("holdfasttest: %v", err)
		return nil
	}
	options := append([]replay.OpenOption{scripts.option(), replay.WithSecrets(r.Secrets...), replay.WithTokens(localhost)}, r.Play...)
	player, err := replay.OpenFile(r.File, options...)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		tb.Fatalf("holdfasttest: there is no recording %s. %s", r.File, again(tb))
		return nil
	case err != nil:
		tb.Fatalf("holdfasttest: %s: %v", r.File, err)
		return nil
	}
	tb.Cleanup(func() {
		tb.Helper()
		failed := tb.Failed()
		closed := player.Close()
		diverged := player.Diverged()
		switch left := player.Unsent(); {
		case diverged != nil:
			tb.Errorf("holdfasttest: the test is not what %s recorded.\n%v\nIs the change meant? %s", r.File, diverged, again(tb))
		case closed != nil:
			tb.Errorf("holdfasttest: %s: %v", r.File, closed)
		case len(left) > 0 && !failed: // one that failed did not come to its end
			tb.Errorf("holdfasttest: the test did less than %s recorded; what did not come:\n%s\nIs the change meant? %s", r.File, list(left, 8), again(tb))
		}
	})
	return player
}

// list writes the first of some lines.
func list(lines []string, most int) string {
	lines = slices.Clone(lines)
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most], fmt.Sprintf("and %d more", more))
	}
	return "  " + strings.Join(lines, "\n  ")
}
