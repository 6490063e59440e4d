package provider

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
)

// WithDownloads lets pages download into a folder, which is made if need be. A
// file gets a safe form of the name that the page suggests, and a number where
// there is one of that name. Results tell where it is.
//
// Without it downloads are refused: by a browser that nobody else uses, before a
// byte is written; in any other browser those of the provider's pages are
// cancelled as they begin, and a small one may be faster, which the result then
// says.
//
// The browser has one folder for all its tabs (of one browser context): what a
// person downloads in the same browser while the provider is open goes there,
// too.
func WithDownloads(dir string) Option {
	return option(func(c *config) error {
		if dir == "" {
			return fmt.Errorf("provider: WithDownloads: no folder")
		}
		absolute, err := filepath.Abs(dir)
		if err != nil {
			return fmt.Errorf("provider: WithDownloads: %w", err)
		}
		c.downloads = absolute
		return nil
	})
}

// downloads are the files that the browser has begun to download, those of the
// last time. Events of the browser and of the pages speak of one by its guid.
type downloads struct {
	dir    string // where they go; empty when they are refused
	cancel bool   // refused by cancelling, not by the browser itself
	ledger *ledger
	ours   func(browser.TabID) bool

	events *cdp.Listener // of the browser; nil where pages tell
	root   *cdp.Session
	sync   chan chan struct{}
	ended  chan struct{}

	mu      sync.Mutex
	changed chan struct{}
	known   map[string]*download
	order   []string
	count   atomic.Int64 // of all so far; changed under mu
}

type download struct {
	browser.Download
	number int
	tab    browser.TabID // whose page began it; empty when that is not known
	told   browser.DownloadState
}

// keptDownloads is how many are remembered.
const keptDownloads = 500

// largeDownload is a size above which a receipt does not wait for the end.
const largeDownload = 8 << 20

// private is a host whose browser nobody but the program uses.
type private interface{ Private() bool }

// newDownloads says to the browser what becomes of downloads. root is nil over a
// tab host, where each page says it.
func newDownloads(ctx context.Context, p *Provider, root *cdp.Session) (*downloads, error) {
	d := &downloads{
		dir: p.config.downloads, ledger: p.ledger, root: root,
		sync: make(chan chan struct{}), ended: make(chan struct{}), changed: make(chan struct{}),
		known: map[string]*download{},
	}
	d.ours = func(id browser.TabID) bool { return p.known(id) != nil || p.known(p.ledger.openerOf(id)) != nil }
	if h, ok := p.host.(private); d.dir == "" && !(ok && h.Private()) {
		d.cancel = !p.noDownloads()
	}
	if d.dir != "" {
		if err := os.MkdirAll(d.dir, 0o700); err != nil {
			return nil, &browser.Error{Code: browser.CodeInvalidArgument, Message: "the folder for downloads cannot be made: " + plain(err), Err: err}
		}
	}
	if root == nil {
		close(d.ended)
		return d, nil
	}
	d.events = root.Listen("Browser.downloadWillBegin", "Browser.downloadProgress")
	if err := root.Call(ctx, "Browser.setDownloadBehavior", d.behaviour(), nil); err != nil {
		var refused *cdp.Error
		if !errors.As(err, &refused) {
			d.events.Close()
			return nil, err
		}
		p.config.log.Warn("provider: the browser does not say what becomes of downloads", "error", err)
	}
	return d, nil
}

type downloadBehaviour struct {
	Behaviour string `json:"behavior"`
	Path      string `json:"downloadPath,omitempty"`
	Events    bool   `json:"eventsEnabled,omitempty"`
}

// behaviour is what the browser is told. Files are named by guid first: a name
// that a page suggests could be that of another file.
func (d *downloads) behaviour() downloadBehaviour {
	switch {
	case d.dir != "":
		return downloadBehaviour{"allowAndName", d.dir, true}
	case d.cancel:
		return downloadBehaviour{"default", "", true}
	}
	return downloadBehaviour{"deny", "", true}
}

// equip sets up a page of a tab host.
func (d *downloads) equip(ctx context.Context, s *cdp.Session) error {
	if d.root != nil {
		return nil
	}
	var refused *cdp.Error
	err := s.Call(ctx, "Browser.setDownloadBehavior", d.behaviour(), nil)
	if errors.As(err, &refused) {
		b := d.behaviour()
		if b.Events = false; d.dir != "" {
			b.Behaviour = "allow" // the browser names the file
		}
		err = s.Call(ctx, "Page.setDownloadBehavior", b, nil)
	}
	if errors.As(err, &refused) {
		return nil // it says what it does with them by what it tells
	}
	return err
}

// loop reads the browser's events until the connection ends.
func (d *downloads) loop() {
	defer close(d.ended)
	for {
		select {
		case e, ok := <-d.events.C():
			if !ok {
				return
			}
			d.learn(e, "")
		case caughtUp := <-d.sync:
			for drained := false; !drained; {
				select {
				case e, ok := <-d.events.C():
					if !ok {
						close(caughtUp)
						return
					}
					d.learn(e, "")
				default:
					drained = true
				}
			}
			close(caughtUp)
		}
	}
}

// catchUp returns when all has been learnt that the browser said before the last
// reply that the caller got.
func (d *downloads) catchUp(ctx context.Context) {
	caughtUp := make(chan struct{})
	select {
	case d.sync <- caughtUp:
		<-caughtUp
	case <-d.ended:
	case <-ctx.Done():
	}
}

// learn takes an event of the browser, or of the page of a tab.
func (d *downloads) learn(e cdp.Event, tab browser.TabID) {
	switch e.Method {
	case "Browser.downloadWillBegin", "Page.downloadWillBegin":
		if v, ok := decode[downloadBegin](e); ok {
			d.begin(v, tab)
		}
	case "Browser.downloadProgress", "Page.downloadProgress":
		if v, ok := decode[downloadProgress](e); ok {
			d.progress(v)
		}
	}
}

// begin notes a download. A frame that is a tab's main frame has its id.
func (d *downloads) begin(v downloadBegin, tab browser.TabID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.known[v.GUID]
	if one == nil {
		number := int(d.count.Add(1))
		one = &download{Download: browser.Download{URL: v.URL, Name: safeName(v.Name), State: browser.DownloadRunning}, number: number}
		if d.dir == "" && !d.cancel {
			one.State = browser.DownloadRefused
		}
		d.known[v.GUID] = one
		d.order = append(d.order, v.GUID)
		if len(d.order) > keptDownloads {
			delete(d.known, d.order[0])
			d.order = d.order[1:]
		}
	}
	if one.tab == "" {
		if id := browser.TabID(v.FrameID); tab == "" && d.ours(id) {
			tab = id
		}
		one.tab = tab
		if tab != "" && d.cancel && d.root != nil && !one.State.Final() {
			d.root.Send(context.Background(), "Browser.cancelDownload", map[string]string{"guid": v.GUID}).Abandon()
		}
	}
	d.tell()
}

// progress notes how far one has come.
func (d *downloads) progress(v downloadProgress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.known[v.GUID]
	if one == nil || one.State.Final() {
		return
	}
	one.Size = int64(v.Received)
	one.Total = int64(v.Total)
	switch v.State {
	case "completed":
		one.Path = d.keep(v, one.Name)
		one.State = browser.DownloadDone
	case "canceled":
		one.State = browser.DownloadCanceled
		if d.dir == "" {
			one.State = browser.DownloadRefused
		}
	}
	d.tell()
}

// keep gives a finished file its name and returns where it is.
func (d *downloads) keep(v downloadProgress, name string) string {
	if d.dir == "" {
		return v.Path // the browser's own folder
	}
	from := v.Path
	if from == "" {
		from = filepath.Join(d.dir, filepath.Base(v.GUID))
	}
	if _, err := os.Stat(from); err != nil {
		// On another machine, or named by the browser.
		if _, err := os.Stat(filepath.Join(d.dir, name)); err == nil {
			return filepath.Join(d.dir, name)
		}
		return v.Path
	}
	if filepath.Base(from) != filepath.Base(v.GUID) {
		return from // named by the browser
	}
	to, err := reserve(d.dir, name)
	if err != nil {
		return from
	}
	if err := os.Rename(from, to); err != nil {
		_ = os.Remove(to) // the empty place holder
		return from
	}
	return to
}

// tell wakes who waits. It needs d.mu.
func (d *downloads) tell() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// belongs reports whether a download is of a page, or of a tab that it opened.
func (d *downloads) belongs(one *download, page browser.TabID) bool {
	return one.tab != "" && (one.tab == page || d.ledger.openerOf(one.tab) == page)
}

// began is how many have begun so far.
func (d *downloads) began() int { return int(d.count.Load()) }

// none reports whether nothing was ever downloaded, as with most programs: every
// call of every page asks.
func (d *downloads) none() bool { return d.count.Load() == 0 }

// since reports whether a page began one after so many.
func (d *downloads) since(page browser.TabID, number int) bool {
	if d.began() == number {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, one := range d.known {
		if one.number > number && d.belongs(one, page) {
			return true
		}
	}
	return false
}

// hold waits for the ends of those that a page began after so many, except large
// ones, for a while.
func (d *downloads) hold(ctx context.Context, page browser.TabID, number int, limit time.Duration) {
	if d.began() == number {
		return
	}
	ctx, cancel := limited(ctx, limit)
	defer cancel()
	for {
		d.mu.Lock()
		open := false
		for _, one := range d.known {
			open = open || one.number > number && !one.State.Final() && one.Total <= largeDownload && d.belongs(one, page)
		}
		changed := d.changed
		d.mu.Unlock()
		if !open {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		case <-d.ended:
			if d.root != nil {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

// take returns what is news about the downloads of a page: that one began, and
// how it ended.
func (d *downloads) take(page browser.TabID) []browser.Download {
	if d.none() {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var news []browser.Download
	for _, id := range d.order {
		one := d.known[id]
		if one.told != one.State && d.belongs(one, page) {
			one.told = one.State
			news = append(news, one.Download)
		}
	}
	return news
}

// untell lets those that a page began after so many be told again.
func (d *downloads) untell(page browser.TabID, number int) {
	if d.began() == number {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, one := range d.known {
		if one.number > number && d.belongs(one, page) {
			one.told = ""
		}
	}
}
