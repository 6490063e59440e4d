package provider

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

var _ browser.Diagnoser = (*Provider)(nil)

// checkLimit bounds each check of a diagnosis.
const checkLimit = 10 * time.Second

// probePage is what a diagnosis looks at and acts on: its buttons say by the
// title that they were pressed. The inner one is in a frame of another origin.
const probePage = `<!doctype html><title>diagnosis</title>
<button onclick="document.title = event.isTrusted ? 'pressed' : 'faked'">Press me</button>
<iframe title="inner" src="data:text/html,<button>Inner</button>" width="300" height="60"></iframe>`

// product is the browser in what it calls itself before pages.
var product = regexp.MustCompile(`[A-Za-z]*Chrome/[0-9.]+`)

// examination is a diagnosis in the making.
type examination struct {
	*browser.Diagnosis
	failed bool // a check that the next ones depend on
}

// check makes one check. What it depends on has passed, or it is skipped.
func (x *examination) check(ctx context.Context, name, advice string, needed bool, do func(context.Context) (string, error)) {
	if x.failed {
		x.Checks = append(x.Checks, browser.Check{Name: name, State: browser.CheckSkipped, Detail: "depends on what failed"})
		return
	}
	limit, cancel := limited(ctx, checkLimit)
	defer cancel()
	start := time.Now()
	detail, err := do(limit)
	c := browser.Check{Name: name, State: browser.CheckOK, Took: time.Since(start), Detail: detail}
	if err != nil {
		c.State, c.Detail, c.Advice = browser.CheckFailed, err.Error(), advice
		if e := browser.AsError(err); e != nil && e.Hint != "" {
			c.Advice = e.Hint + " " + advice
		}
		x.OK = false
		x.failed = needed
	}
	x.Checks = append(x.Checks, c)
}

// Diagnose tries what agents depend on, on a tab of its own.
func (p *Provider) Diagnose(ctx context.Context) (*browser.Diagnosis, error) {
	start := time.Now()
	x := &examination{Diagnosis: &browser.Diagnosis{OK: true}}
	x.check(ctx, "endpoint", "Is the browser running? Start or reach it anew.", true, func(ctx context.Context) (string, error) {
		return p.examineEndpoint(ctx, x)
	})
	var pg *page
	x.check(ctx, "tab", "The browser opens or attaches to no tab: a policy of it, or a person who holds it, may be in the way.", true, func(ctx context.Context) (string, error) {
		var err error
		pg, err = p.open(ctx, browser.OpenRequest{Background: true})
		return "opened in the background and attached to", err
	})
	if pg != nil {
		defer func() {
			closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
			defer cancel()
			if err := p.CloseTab(closing, pg.id); err != nil {
				p.config.log.Warn("provider: the tab of a diagnosis is left", "tab", pg.id, "error", err)
			}
		}()
	}
	x.examinePage(ctx, pg)
	x.Elapsed = time.Since(start)
	if ctx.Err() != nil {
		return nil, failed("diagnosing", ctx.Err())
	}
	diagnosis, _ := maskResult(p, x.Diagnosis, nil)
	return diagnosis, nil
}

// examineEndpoint asks the browser what it is.
func (p *Provider) examineEndpoint(ctx context.Context, x *examination) (string, error) {
	if err := p.usable(); err != nil {
		return "", err
	}
	if p.target == nil {
		tabs, err := p.tabs.List(ctx)
		return fmt.Sprintf("a host of tabs without a browser session; %d tabs", len(tabs)), failed("listing the tabs", err)
	}
	var version struct {
		Product  string `json:"product"`
		Protocol string `json:"protocolVersion"`
	}
	if err := p.conn.Session("").Call(ctx, "Browser.getVersion", nil, &version); err != nil {
		return "", failed("asking for the version", err)
	}
	x.Browser, x.Protocol = version.Product, version.Protocol
	return version.Product, nil
}

// examinePage makes the checks that need a page; without one they are skipped.
func (x *examination) examinePage(ctx context.Context, pg *page) {
	x.check(ctx, "evaluate", "Scripts do not run in the page; a debugger may have paused it.", true, func(ctx context.Context) (string, error) {
		pg.mu.Lock()
		frame := pg.state.frame
		pg.mu.Unlock()
		if err := pg.call(ctx, "Page.setDocumentContent", map[string]string{"frameId": frame, "html": probePage}, nil); err != nil {
			return "", failed("writing the page", err)
		}
		var reply evaluated
		if err := pg.call(ctx, "Runtime.evaluate", map[string]string{"expression": "6 * 7"}, &reply); err != nil {
			return "", failed("evaluating", err)
		}
		if string(reply.Result.Value) != "42" {
			return "", fmt.Errorf("6 * 7 gave %q", reply.Result.Value)
		}
		if x.Browser == "" { // the host has nobody else to ask
			if err := pg.call(ctx, "Runtime.evaluate", map[string]string{"expression": "navigator.userAgent"}, &reply); err != nil {
				return "", failed("asking the page for its browser", err)
			}
			x.Browser = product.FindString(string(reply.Result.Value))
		}
		return "", nil
	})
	x.check(ctx, "isolated world", "Without worlds of their own scripts cannot be kept from the page.", true, func(ctx context.Context) (string, error) {
		seen, err := pg.readViewport(ctx)
		return "the page is laid out in " + seen.viewport().String(), failed("asking in a world", err)
	})
	var snap *browser.Snapshot
	x.check(ctx, "reader", "The page cannot be read; try the other reader (ax).", true, func(ctx context.Context) (string, error) {
		var err error
		if snap, err = pg.Snapshot(ctx, browser.SnapshotRequest{}); err != nil {
			return "", err
		}
		_, err = snap.Ref("button", "Press me")
		return fmt.Sprintf("%d refs", snap.Refs), err
	})
	x.check(ctx, "frames", "Frames of other sites cannot be read: the host may not carry their sessions.", false, func(ctx context.Context) (string, error) {
		// The frame's document may come a moment later.
		if err := pg.inner(ctx); err != nil {
			return "", err
		}
		return "a frame of another origin is read", nil
	})
	x.check(ctx, "screenshot", "Windows that are hidden or minimised give no pictures: show the window, or read pages with snapshots.", false, func(ctx context.Context) (string, error) {
		shot, err := pg.Screenshot(ctx, browser.ScreenshotRequest{})
		how := "in the background"
		if errors.Is(err, browser.ErrTimeout) {
			// Tabs that are not shown may give none.
			how = "only in front"
			shot, err = pg.pictureInFront(ctx)
		}
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d×%d, %s", shot.Width, shot.Height, how), nil
	})
	x.check(ctx, "input", "Clicks do not arrive: something else may hold the input of the browser.", false, func(ctx context.Context) (string, error) {
		ref, err := snap.Ref("button", "Press me")
		if err != nil {
			return "", err
		}
		if _, err := pg.Click(ctx, browser.ClickRequest{Ref: ref}); err != nil {
			return "", err
		}
		var reply evaluated
		if err := pg.call(ctx, "Runtime.evaluate", map[string]string{"expression": "document.title"}, &reply); err != nil {
			return "", failed("reading the title", err)
		}
		if got := string(reply.Result.Value); got != `"pressed"` {
			return "", fmt.Errorf("the page did not see a trusted click: its title is %s", outline.Clean(got))
		}
		return "a trusted click", nil
	})
}

// pictureInFront brings the tab to the front for a picture, and the one that was
// there back.
func (p *page) pictureInFront(ctx context.Context) (*browser.Screenshot, error) {
	before := p.owner.ledger.front()
	if err := p.owner.Activate(ctx, p.id); err != nil {
		return nil, err
	}
	shot, err := p.Screenshot(ctx, browser.ScreenshotRequest{})
	if before != "" {
		if back := p.owner.Activate(ctx, before); back != nil && err == nil {
			err = back
		}
	}
	return shot, err
}

// inner waits until a snapshot shows the button in the frame of the probe page.
func (p *page) inner(ctx context.Context) error {
	for {
		snap, err := p.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			return err
		}
		if _, err = snap.Ref("button", "Inner"); err == nil {
			return nil
		}
		if p.pause(ctx, settled) != nil {
			return fmt.Errorf("the frame's row says: %s", strings.TrimSpace(frameRow(snap.String())))
		}
	}
}

// frameRow is the row of the frame in an outline.
func frameRow(outline string) string {
	for line := range strings.Lines(outline) {
		if strings.Contains(line, "iframe") {
			return line
		}
	}
	return "there is none"
}
