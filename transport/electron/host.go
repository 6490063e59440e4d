package electron

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// announcement begins the line that says where the window host listens.
const announcement = "HOLDFAST_ELECTRON "

// version is the one of the wire that both sides speak.
const version = 1

// goodOrder is how long the program gets to end by itself when its profile is
// kept.
const goodOrder = 5 * time.Second

// Host is a running window host. It is safe for concurrent use. It drives its
// tabs itself: there is no browser session, and a tab has one stream at a time.
type Host struct {
	config         *config
	folder         *folder
	token          string
	stdout, stderr *child.Output
	process        *child.Tree
	news           *wire.News
	exited         chan struct{} // closed when the program has ended in any way
	ended          chan struct{} // closed when nothing is left

	mu       sync.Mutex
	link     *link // nil until it is there
	versions Versions
	closing  bool  // this side ends it
	cause    error // of the end, when it was not a plain Close
	status   error // how the program ended
	err      error // what Close returns
	stopLife func() bool
}

var (
	_ transport.Host = (*Host)(nil)
	_ transport.Tabs = (*Host)(nil)
)

// Versions are those of the program that runs the window host.
type Versions struct {
	Electron string `json:"electron"`
	Chrome   string `json:"chrome"`
}

// Versions returns what runs the window host, for diagnosis.
func (h *Host) Versions() Versions { return h.versions }

// Events gives tabs that open, change and close, people who take tabs over
// (DevTools), tabs whose protocol connection is there again after that, what the
// lists of sites kept back, and Down.
func (h *Host) Events() <-chan transport.Event { return h.news.C() }

// PID returns the process id of the program, for diagnosis.
func (h *Host) PID() int { return h.process.PID() }

// UserDataDir returns the profile folder.
func (h *Host) UserDataDir() string { return h.folder.profile }

// Close ends the program and returns when all of its processes and the temporary
// folder are gone. With [WithUserDataDir] it may first end in good order, for at
// most five seconds.
func (h *Host) Close() error {
	h.shutdown(nil)
	<-h.ended
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// open waits for the announcement, connects and says the token.
func (h *Host) open(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The connection notices the end too, but may do so much later.
	go func() {
		select {
		case <-h.exited:
			cancel()
		case <-ctx.Done():
		}
	}()
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
	l.hear, l.lost = h.hear, h.lost
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing || h.cause != nil {
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

// exitedEarly reports whether the program has ended by itself. Its end can be
// seen on the connection a moment before.
func (h *Host) exitedEarly(ctx context.Context) bool {
	timer := time.NewTimer(drain)
	defer timer.Stop()
	select {
	case <-h.exited:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// early is the cause of a start that failed because the program ended. It is
// read after the end.
func (h *Host) early() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.status == nil {
		return errors.New("it ended at once")
	}
	return fmt.Errorf("it ended at once: %w", h.status)
}

// live ties the host to a context.
func (h *Host) live(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		h.shutdown(&transport.Error{
			Kind: transport.KindClosed, Op: "close", Detail: "the lifetime context ended", Err: context.Cause(ctx),
		})
	})
	h.mu.Lock()
	h.stopLife = stop
	h.mu.Unlock()
}

// shutdown begins the end, once.
func (h *Host) shutdown(cause error) {
	h.mu.Lock()
	if h.closing || h.cause != nil {
		h.mu.Unlock()
		return
	}
	h.closing, h.cause = true, cause
	l := h.link
	h.mu.Unlock()
	if l != nil {
		if h.config.profile != "" {
			h.goodOrder(l)
		}
		l.fail(h.down())
	}
	h.process.Kill()
}

// goodOrder lets the program write its profile before it is killed.
func (h *Host) goodOrder(l *link) {
	ctx, cancel := context.WithTimeout(context.Background(), goodOrder)
	defer cancel()
	if _, err := l.call(ctx, request{Op: "quit"}, nil); err != nil && ctx.Err() != nil {
		return
	}
	select {
	case <-h.exited:
	case <-ctx.Done():
	}
}

// lost takes in that the connection is cut. Without it the program is of no use,
// and ends by itself; it is not waited for.
func (h *Host) lost(err error) {
	h.mu.Lock()
	first := !h.closing && h.cause == nil
	if first {
		h.cause = err
	}
	h.mu.Unlock()
	if !first {
		return
	}
	// As a rule it is the program that has ended, in a way that is worth telling.
	timer := time.NewTimer(drain)
	defer timer.Stop()
	select {
	case <-h.exited:
	case <-timer.C:
	}
	h.process.Kill()
}

// down is the error of streams after the end, or nil before it.
func (h *Host) down() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.cause != nil:
		return h.cause
	case h.closing:
		return &transport.Error{Kind: transport.KindClosed, Op: "stream", Detail: "the window host was closed here"}
	}
	return nil
}

// wait waits for the program to end, whoever ended it, and cleans up.
func (h *Host) wait() {
	h.process.Exited()
	h.mu.Lock()
	crashed := !h.closing
	if crashed && h.cause == nil {
		h.cause = &transport.Error{Kind: transport.KindLost, Op: "wait", Detail: "the window host has ended"}
	}
	l := h.link
	h.mu.Unlock()
	if l != nil {
		// Callers learn it now; what is left of the tree takes a moment.
		l.fail(h.down())
	}
	close(h.exited)
	status := h.process.Finish()
	h.mu.Lock()
	h.status = status
	if crashed {
		h.cause = h.crash(status, h.cause)
	}
	l = h.link // it may have come after the end
	h.mu.Unlock()
	if l != nil {
		l.fail(h.down())
		l.wait()
	}
	err := h.folder.Remove()
	h.mu.Lock()
	h.err = err
	stop, cause := h.stopLife, h.cause
	h.mu.Unlock()
	if stop != nil {
		stop()
	}
	h.news.Tell(transport.Event{Kind: transport.Down, Err: cause})
	close(h.ended)
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
