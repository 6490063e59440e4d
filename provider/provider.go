package provider

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

// Provider implements browser.Provider over a transport.
type Provider struct {
	host   transport.Host
	config config
	conn   *cdp.Conn      // of the browser session; nil over a tab host
	target *cdp.Targets   // nil over a tab host
	tabs   transport.Tabs // target, or the host itself
	ledger *ledger
	// downloads are of all tabs.
	downloads *downloads
	sites     *sites
	fetch     *fetches   // on the browser session; nil where there is none or no need
	keeper    siteKeeper // the host, where it holds pages to the lists by itself
	takeovers takeovers
	pictures  pictures
	// numbers are shared by all pages: a ref of one means nothing on another.
	numbers numbers

	mu        sync.Mutex
	pages     map[browser.TabID]*page
	attaching map[browser.TabID]chan struct{} // closed when the attempt has ended
	own       map[browser.TabID]bool          // tabs that Open opened
	left      []leftBooks                     // of tabs that nobody is attached to, oldest first
	closed    bool

	closing sync.Once
	err     error         // of Close
	stop    chan struct{} // closed by Close: ends the loops
	loops   sync.WaitGroup
}

var _ browser.Provider = (*Provider)(nil)

// New reaches the browser of a host and takes ownership of the host: Close
// closes it, also when New fails. [WithSharedHost] leaves it to the program.
// ctx bounds New only.
func New(ctx context.Context, host transport.Host, options ...Option) (*Provider, error) {
	p := &Provider{
		host: host, config: defaults(), pictures: newPictures(),
		pages:     map[browser.TabID]*page{},
		attaching: map[browser.TabID]chan struct{}{},
		own:       map[browser.TabID]bool{},
		stop:      make(chan struct{}),
	}
	if host == nil {
		return nil, invalid("provider.New: no host")
	}
	var wrong []error
	for _, o := range options {
		if err := o.apply(&p.config); err != nil {
			wrong = append(wrong, err)
		}
	}
	var err error
	if p.sites, err = newSites(p.config); err != nil {
		wrong = append(wrong, err)
	}
	err = errors.Join(wrong...)
	if p.config.secrets != nil {
		p.config.log = slog.New(maskedLog{p.config.log.Handler(), p})
	}
	if err == nil {
		err = p.connect(ctx)
	}
	if err != nil {
		if !p.config.shared {
			host.Close()
		}
		if len(wrong) > 0 {
			return nil, &browser.Error{Code: browser.CodeInvalidArgument, Message: plain(err), Err: err}
		}
		return nil, failed("reaching the browser", err)
	}
	return p, nil
}

// connect finds out what kind of host it is and starts the loops.
func (p *Provider) connect(ctx context.Context) error {
	var events <-chan transport.Event
	stream, err := p.host.Stream(ctx, "")
	switch {
	case err == nil:
		p.conn = cdp.NewConn(stream)
		p.target, err = cdp.NewTargets(ctx, p.conn)
		if err != nil {
			p.conn.Close()
			return err
		}
		p.tabs, events = p.target, p.target.Events()
	case errors.Is(err, transport.ErrUnsupported):
		tabs, ok := p.host.(transport.Tabs)
		if !ok {
			return err
		}
		p.tabs = tabs
		if !p.config.shared {
			events = p.host.Events()
		}
		if err := p.settleWithHost(ctx); err != nil {
			return err
		}
	default:
		return err
	}
	p.ledger = newLedger(events, p.adopt, p.regained, p.Takeover)
	p.ledger.withheld = p.withheld
	p.loops.Go(p.ledger.loop)
	var root *cdp.Session
	if p.target != nil {
		root = p.conn.Session("")
	}
	p.downloads, err = newDownloads(ctx, p, root)
	if err != nil {
		p.ledger.close()
		if p.target != nil {
			p.target.Close()
			p.conn.Close()
		}
		return err
	}
	if root != nil {
		p.loops.Go(p.downloads.loop)
	}
	if root != nil && p.fetching() {
		p.fetch = newFetches(p, nil, root)
		if err := root.Call(ctx, "Fetch.enable", p.patterns(), nil); err != nil {
			p.ledger.close()
			p.target.Close()
			p.conn.Close() // ends both loops
			<-p.fetch.ended
			p.loops.Wait()
			return err
		}
	}
	if p.target != nil && !p.config.shared {
		// Somebody has to read them. That the host is down its connection says,
		// too.
		p.loops.Go(func() {
			for {
				select {
				case e, ok := <-p.host.Events():
					if !ok {
						return
					}
					if e.Kind == transport.Takeover {
						p.Takeover(browser.TabID(e.Tab.ID), e.Active)
					}
				case <-p.stop:
					return
				}
			}
		})
	}
	return nil
}

// Open opens a new tab and goes to the address.
func (p *Provider) Open(ctx context.Context, r browser.OpenRequest) (browser.Page, error) {
	pg, err := p.open(ctx, r)
	return p.show(pg, err)
}

// show gives a page to the program: one that tells no secrets.
func (p *Provider) show(pg *page, err error) (browser.Page, error) {
	switch {
	case err != nil:
		return nil, p.maskError(err)
	case p.config.secrets != nil:
		return &pg.masked, nil
	}
	return pg, nil
}

func (p *Provider) open(ctx context.Context, r browser.OpenRequest) (*page, error) {
	if r.URL != "" {
		address, err := p.sites.check(r.URL)
		if err != nil {
			return nil, err
		}
		r.URL = address
	}
	if err := checkUntil(r.Until); err != nil {
		return nil, err
	}
	if err := p.usable(); err != nil {
		return nil, err
	}
	if err := p.front(ctx, "open"); err != nil {
		return nil, err
	}
	tab, err := p.tabs.Open(ctx, transport.OpenTab{Background: r.Background})
	if err != nil {
		return nil, failed("opening a tab", err)
	}
	id := browser.TabID(tab.ID)
	p.mu.Lock()
	p.own[id] = true
	p.mu.Unlock()
	pg, err := p.page(ctx, id)
	if err == nil && r.URL != "" && r.URL != blank {
		before := pg.now()
		_, err = pg.Navigate(ctx, browser.NavigateRequest{URL: r.URL, Until: r.Until})
		pg.untell(before) // nobody sees that receipt
	}
	if err != nil {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
		defer cancel()
		if closing := p.CloseTab(limited, id); closing != nil {
			p.config.log.Warn("provider: a tab that could not be opened is left", "tab", id, "error", closing)
		}
		return nil, err
	}
	if !r.Background {
		p.ledger.activate(id)
	}
	return pg, nil
}

// closeLimit bounds the closing of tabs where nobody waits for it.
const closeLimit = 2 * time.Second

// Page returns the page of a tab.
func (p *Provider) Page(ctx context.Context, id browser.TabID) (browser.Page, error) {
	pg, err := p.page(ctx, id)
	return p.show(pg, err)
}

// page attaches to a tab once, whoever asks first.
func (p *Provider) page(ctx context.Context, id browser.TabID) (*page, error) {
	for {
		if err := p.usable(); err != nil {
			return nil, err
		}
		p.mu.Lock()
		if pg := p.pages[id]; pg != nil {
			select {
			case <-pg.done: // nobody has taken it out yet
				p.mu.Unlock()
				p.drop(pg)
				continue
			default:
				p.mu.Unlock()
				return pg, nil
			}
		}
		wait, busy := p.attaching[id]
		if !busy {
			wait = make(chan struct{})
			p.attaching[id] = wait
		}
		p.mu.Unlock()
		if busy {
			select {
			case <-wait:
				continue
			case <-ctx.Done():
				return nil, failed("attaching to a tab", ctx.Err())
			}
		}
		pg, err := p.attach(ctx, id)
		p.mu.Lock()
		delete(p.attaching, id)
		close(wait)
		if err == nil && p.closed {
			err = failed("attaching to a tab", transport.ErrClosed)
			go pg.detach(context.Background())
		}
		if err == nil {
			p.pages[id] = pg
			p.loops.Go(func() { p.forget(pg) })
		}
		p.mu.Unlock()
		if err != nil {
			return nil, failed("attaching to a tab", err)
		}
		p.ledger.use(id)
		return pg, nil
	}
}

// forget takes a page out when its tab is gone, or its session.
func (p *Provider) forget(pg *page) {
	<-pg.done
	p.drop(pg)
	p.takeovers.forget(pg.id)
	if !pg.closing.Load() && !p.ledger.isClosing(pg.id) {
		p.sweep(pg.id)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.own, pg.id)
	p.left = slices.DeleteFunc(p.left, func(k leftBooks) bool { return k.tab == pg.id })
}

// adopt attaches to a tab that a page of ours opened, whether the program will
// use it or not: a dialog that opens in it before anybody listens can never be
// answered, and blocks the page that opened it too, for they share a process.
func (p *Provider) adopt(t browser.Tab) {
	if p.known(t.Opener) == nil {
		return
	}
	p.loops.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), adoptLimit)
		defer cancel()
		if _, err := p.page(ctx, t.ID); err != nil {
			// Many close at once; who wants to use it will see the error.
			p.config.log.Debug("provider: a new tab was not attached to", "tab", t.ID, "error", err)
		}
	})
}

// adoptLimit bounds the attaching to a tab that nobody asked for.
const adoptLimit = 2 * time.Second

// attach opens a protocol session to the tab.
func (p *Provider) attach(ctx context.Context, id browser.TabID) (*page, error) {
	if p.target != nil {
		session, err := p.target.Attach(ctx, transport.TabID(id))
		if err != nil {
			return nil, err
		}
		return p.newPage(ctx, id, session, func(ctx context.Context) {
			p.target.Detach(ctx, session) // a session that is gone is what we want
		})
	}
	stream, err := p.host.Stream(ctx, transport.TabID(id))
	if err != nil {
		return nil, err
	}
	conn := cdp.NewConn(stream)
	return p.newPage(ctx, id, conn.Session(""), func(context.Context) { conn.Close() })
}

// usable says whether the provider can still be used.
func (p *Provider) usable() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return failed("using the provider", transport.ErrClosed)
	}
	if p.conn != nil {
		if err := p.conn.Err(); err != nil {
			return failed("using the provider", err)
		}
	}
	return nil
}

// Tabs lists the tabs.
func (p *Provider) Tabs(ctx context.Context) ([]browser.Tab, error) {
	if err := p.usable(); err != nil {
		return nil, err
	}
	list, err := p.tabs.List(ctx)
	if err != nil {
		return nil, failed("listing the tabs", err)
	}
	active := p.ledger.front()
	tabs := make([]browser.Tab, len(list))
	for i, t := range list {
		tabs[i] = tabOf(t)
		tabs[i].Active = tabs[i].ID == active
	}
	masked, _ := maskResult(p, &tabs, nil)
	return *masked, nil
}

func tabOf(t transport.Tab) browser.Tab {
	return browser.Tab{ID: browser.TabID(t.ID), Opener: browser.TabID(t.Opener), URL: t.URL, Title: t.Title}
}

// Activate brings a tab to the front.
func (p *Provider) Activate(ctx context.Context, id browser.TabID) error {
	if err := p.usable(); err != nil {
		return err
	}
	if err := p.front(ctx, "activate"); err != nil {
		return err
	}
	if err := p.tabs.Activate(ctx, transport.TabID(id)); err != nil {
		return failed("bringing the tab to the front", err)
	}
	p.ledger.activate(id)
	return nil
}

// CloseTab closes a tab.
func (p *Provider) CloseTab(ctx context.Context, id browser.TabID) error {
	if err := p.usable(); err != nil {
		return err
	}
	if t := p.takeovers.of(id); t.active {
		return takenOver("close", id, t)
	}
	p.ledger.closing(id)
	p.mu.Lock()
	if pg := p.pages[id]; pg != nil {
		pg.closing.Store(true) // the ledger forgets it with the tab
	}
	p.mu.Unlock()
	if err := p.tabs.CloseTab(ctx, transport.TabID(id)); err != nil {
		return failed("closing the tab", err)
	}
	p.mu.Lock()
	pg := p.pages[id]
	delete(p.own, id) // Close must not close it again
	p.mu.Unlock()
	if pg != nil {
		select {
		case <-pg.done:
		case <-ctx.Done():
			return failed("closing the tab", ctx.Err())
		}
	}
	return nil
}

// Close ends the pages that the provider opened, its connection and, unless it
// is shared, the host.
func (p *Provider) Close() error {
	p.closing.Do(func() {
		p.mu.Lock()
		p.closed = true
		var own []browser.TabID
		for id := range p.own {
			own = append(own, id)
		}
		pages := make([]*page, 0, len(p.pages))
		for _, pg := range p.pages {
			pages = append(pages, pg)
		}
		p.mu.Unlock()
		if p.conn == nil || p.conn.Err() == nil {
			p.closeTabs(own) // the browser may live on without us
		}
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		if p.target == nil || p.config.shared {
			for _, pg := range pages {
				pg.detach(ctx)
			}
		}
		close(p.stop)
		if p.keeper != nil && p.config.shared {
			p.releaseSites(ctx)
		}
		if p.fetch != nil {
			p.fetch.release(ctx, p.conn.Session(""))
		}
		if p.target != nil {
			p.target.Close()
			p.conn.Close()
		}
		if p.fetch != nil {
			<-p.fetch.ended
		}
		if !p.config.shared {
			p.err = p.host.Close()
		}
		p.ledger.close()
		for _, pg := range pages {
			<-pg.done
		}
		p.loops.Wait()
	})
	return p.err
}

// closeTabs closes tabs side by side, within a limit.
func (p *Provider) closeTabs(ids []browser.TabID) {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			if err := p.tabs.CloseTab(ctx, transport.TabID(id)); err != nil && !errors.Is(err, transport.ErrNotFound) {
				p.config.log.Warn("provider: a tab could not be closed", "tab", id, "error", err)
			}
		})
	}
	wg.Wait()
}
