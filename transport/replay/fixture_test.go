package replay_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

var record = flag.Bool("record", false, "record testdata/orders.gz anew with a browser")

// fixture is a recording of format 1. It must play for as long as the library
// says that it knows this format.
const fixture = "testdata/orders.gz"

// anyPort makes recordings independent of the port of the test server.
const anyPort = `127\.0\.0\.1:[0-9]+`

func TestFixture(t *testing.T) {
	if *record {
		rec, err := replay.RecordFile(testbrowser.Launch(t), fixture)
		if err != nil {
			t.Fatal(err)
		}
		title, err := titleOf(t.Context(), rec, site(t))
		if err != nil || title != "Orders" {
			t.Errorf("got %q, %v", title, err)
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		// It is no secret, and Git keeps no other permissions.
		if err := os.Chmod(fixture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := replay.OpenFile(fixture, replay.WithTokens(anyPort))
	if err != nil {
		t.Fatal(err)
	}
	title, err := titleOf(t.Context(), p, "http://127.0.0.1:9")
	if err != nil || title != "Orders" {
		t.Errorf("got %q, %v", title, err)
	}
	if left := p.Unsent(); len(left) > 0 {
		t.Errorf("not sent: %q", left)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// titleOf is a program that opens a page and reads its title.
func titleOf(ctx context.Context, host transport.Host, url string) (string, error) {
	stream, err := host.Stream(ctx, "")
	if err != nil {
		return "", err
	}
	conn := cdp.NewConn(stream)
	defer conn.Close()
	targets, err := cdp.NewTargets(ctx, conn)
	if err != nil {
		return "", err
	}
	defer targets.Close()
	tab, err := targets.Open(ctx, transport.OpenTab{})
	if err != nil {
		return "", err
	}
	page, err := targets.Attach(ctx, tab.ID)
	if err != nil {
		return "", err
	}
	if err := page.Call(ctx, "Page.enable", nil, nil); err != nil {
		return "", err
	}
	loads := page.Listen("Page.loadEventFired")
	defer loads.Close()
	if err := page.Call(ctx, "Page.navigate", map[string]string{"url": url}, nil); err != nil {
		return "", err
	}
	select {
	case <-loads.C():
	case <-ctx.Done():
		return "", ctx.Err()
	}
	var reply struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
	}
	err = page.Call(ctx, "Runtime.evaluate", map[string]string{"expression": "document.title"}, &reply)
	return reply.Result.Value, err
}

// A program over a recording: no browser, no server.
func ExampleOpenFile() {
	host, err := replay.OpenFile("testdata/orders.gz", replay.WithTokens(`127\.0\.0\.1:[0-9]+`))
	if err != nil {
		fmt.Println(err)
		return
	}
	title, err := titleOf(context.Background(), host, "http://127.0.0.1:8080")
	fmt.Println(title, err)
	fmt.Println(host.Close())
	// Output:
	// Orders <nil>
	// <nil>
}

// A program that does something else than the recorded one is told what.
func ExamplePlayer() {
	host, err := replay.OpenFile("testdata/orders.gz")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = titleOf(context.Background(), host, "http://example.com")
	text := host.Close().Error()
	fmt.Println(text[:strings.Index(text, ", recorded were")])
	// Output:
	// replay: command 7 (Page.navigate) has the params {"url":"http://example.com"}
}

// What a library cannot know to be secret, its user can.
func TestWithRedact(t *testing.T) {
	hide := replay.WithRedact(func(message []byte) []byte {
		if strings.Contains(string(message), "forget") {
			return nil
		}
		return []byte(strings.ReplaceAll(string(message), "IBAN", "bank"))
	})
	file, err := recordEcho(t, func(s *cdp.Session) {
		raw(t, s, "A", `{"text":"my IBAN"}`)
		raw(t, s, "B", `{"text":"forget this"}`)
	}, hide)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(unzip(t, file)); strings.Contains(text, "IBAN") || strings.Contains(text, "forget") {
		t.Errorf("the file has %s", text)
	}
	p := play(t, file, hide)
	s := connect(t, p).Session("")
	if got := raw(t, s, "A", `{"text":"my IBAN"}`); got != `{"text":"my bank"}` {
		t.Errorf("got %s", got)
	}
	err = s.Call(t.Context(), "B", []byte(`{"text":"forget this"}`), nil)
	if err == nil || !strings.Contains(err.Error(), "not recorded") {
		t.Errorf("a reply that was left out: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
