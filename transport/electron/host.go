package electron

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// announcement begins the line that says where the window host listens.
const announcement = "HOLDFAST_ELECTRON "

// version is the one of the wire that both sides speak.
const version = 1

// Host is a running window host. It is safe for concurrent use. It drives its
// tabs itself: there is no browser session, and a tab has one stream at a time.
type Host struct {
	config         *config
	folder         *folder
	token          string
	stdout, stderr *child.Output
	news           *wire.News
	life           *child.Life

	mu       sync.Mutex
	link     *link // nil until it is there
	versions versions
	settled  bool // it must not come any more
}

var (
	_ transport.Host = (*Host)(nil)
	_ transport.Tabs = (*Host)(nil)
)

// versions are those of the program that runs the window host.
type versions struct {
	Electron string `json:"electron"`
	Chrome   string `json:"chrome"`
}

// Versions returns those of the program that runs the window host, for diagnosis.
func (h *Host) Versions() (electron, chrome string) { return h.versions.Electron, h.versions.Chrome }

// Events gives tabs that open, change and close, people who take tabs over
// (DevTools), tabs whose protocol connection is there again after that, what the
// lists of sites kept back, and Down.
func (h *Host) Events() <-chan transport.Event { return h.news.C() }

// PID returns the process id of the program, for diagnosis.
func (h *Host) PID() int { return h.life.PID() }

// UserDataDir returns the profile folder.
func (h *Host) UserDataDir() string { return h.folder.profile }

// Close ends the program and returns when all of its processes and the temporary
// folder are gone. With [WithUserDataDir] it may first end in good order, for at
// most five seconds.
func (h *Host) Close() error { return h.life.Close() }

// open waits for the announcement, connects and says the token.
func (h *Host) open(ctx context.Context) error {
	var line string
	select {
	case line = <-h.stdout.Found():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var where struct {
		Port    int `json:"port"`
		Version int `json:"version"`
	}
	if err := json.Unmarshal([]byte(line), &where); err != nil || where.Port <= 0 || where.Port > 65535 {
		return fmt.Errorf("it announced no port, but %q", excerpt(line))
	}
	if where.Version != version {
		return fmt.Errorf("its window host speaks version %d of the wire, this package %d: use the host script that belongs to it", where.Version, version)
	}
	l, hello, err := dial(ctx, where.Port, h.token)
	if err != nil {
		return err
	}
	l.hear, l.lost = h.hear, h.life.Lost
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.settled {
		_ = l.conn.Close()
		return errors.New("it ended meanwhile")
	}
	h.link, h.versions = l, hello
	l.begin()
	return nil
}

// excerpt is the beginning of a text that may be anything.
func excerpt(s string) string {
	const most = 200
	return strings.ToValidUTF8(s[:min(len(s), most)], "")
}

// connection is the link, or nil before it is there.
func (h *Host) connection() *link {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.link
}

// ways are how the life of the program is seen and ended.
func (h *Host) ways() child.Ways {
	w := child.Ways{Name: "the window host", Fail: h.fail, Settle: h.settle, Crash: h.crash, Down: func(err error) {
		h.news.Tell(transport.Event{Kind: transport.Down, Err: err})
	}}
	if h.config.Profile != "" { // which it may write first
		w.Quit = func(ctx context.Context) error {
			if _, err := h.connection().call(ctx, request{Op: "quit"}, nil); err != nil && ctx.Err() != nil {
				return err
			}
			return nil // the answer may be cut off with the connection
		}
	}
	return w
}

// fail ends the streams.
func (h *Host) fail(err error) {
	if l := h.connection(); l != nil {
		l.fail(err)
	}
}

// settle waits for the goroutines of the connection and removes the folder.
func (h *Host) settle() error {
	h.mu.Lock()
	h.settled = true
	l := h.link
	h.mu.Unlock()
	if l != nil {
		l.fail(h.life.Down()) // it may have come after the end
		l.wait()
	}
	return h.folder.Remove()
}

// crash is the error of a program that ended by itself, or whose connection was
// cut.
func (h *Host) crash(status, cause error) error {
	printed := h.printed()
	e := &transport.Error{
		Kind: transport.KindLost, Op: "wait", Detail: "the window host has ended",
		Hint: hint(printed), Err: child.Ended(status, printed),
	}
	if te, ok := errors.AsType[*transport.Error](cause); ok && te.Op == "read" {
		e.Detail += ": " + te.Detail // what was wrong with the connection
		if te.Err != nil {
			e.Detail += ": " + te.Err.Error()
		}
	}
	return e
}

// printed is what may say why the program ended: what it complained of, or else
// the last that it said.
func (h *Host) printed() string {
	if text := h.stderr.Last(); text != "" {
		return text
	}
	if text := h.stdout.Last(); !strings.HasPrefix(text, announcement) {
		return text
	}
	return "" // which went well
}

// hint says what to do about output that is known.
func hint(printed string) string {
	for _, h := range []struct{ sign, hint string }{
		{"error while loading shared libraries", "a library that Electron needs is missing; install it with the system's package manager"},
		{"Missing X server or $DISPLAY", "there is no display; run under xvfb-run"},
		{"Running as root without --no-sandbox", "do not run as root, or pass --no-sandbox with WithFlags"},
		{"is owned by root and has mode 4755", "the kernel or the file system does not let Electron build its sandbox; correct the mode of chrome-sandbox, allow user namespaces, or pass --no-sandbox with WithFlags if all pages are trusted"},
		{"No usable sandbox", "the kernel does not let Electron build its sandbox; allow user namespaces, or pass --no-sandbox with WithFlags if all pages are trusted"},
		{"No space left on device", "the disk is full"},
	} {
		if strings.Contains(printed, h.sign) {
			return h.hint
		}
	}
	return ""
}
