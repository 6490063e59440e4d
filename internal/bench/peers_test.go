package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

var peers = flag.String("peers", "", "a folder where npm has installed what the library is compared with")

// A reader opens pages and reads them, by whatever way its users have.
type reader interface {
	open(ctx context.Context, address string) error
	snapshot(ctx context.Context) (string, error)
}

// contender is a reader with what was measured, as logarithms summed over pages.
type contender struct {
	name string
	reader
	ms, times, tokens, refs float64
}

// BenchmarkPeers compares what a look at a page takes and costs: the library, and
// with -peers its MCP server and others, all over one browser and the saved
// pages:
//
//	npm i --prefix /tmp/peers @playwright/mcp@0.0.83 chrome-devtools-mcp@1.11.0 agent-browser@0.41.2
//	go test -run xxx -bench Peers -benchtime 1x -timeout 20m -peers /tmp/peers
//
// The time is that of a call as an agent makes it (Go, MCP over stdio, a
// command), the tokens are those of the whole reply. They take turns, so that a
// busy machine slows all alike. Figures are geometric means over the pages.
func BenchmarkPeers(b *testing.B) {
	host := testbrowser.Launch(b, chrome.WithPort())
	p, err := provider.New(b.Context(), host, provider.WithSharedHost())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.Close() })
	field := []*contender{{name: "holdfast, in Go", reader: &library{provider: p}}}
	pages := testpage.Saved(b)
	if *peers != "" {
		field = append(field, others(b, host.Address())...)
	} else {
		pages = pages[:1] // there is nothing to compare, only to see that it works
	}
	for b.Loop() {
		for _, saved := range pages {
			compare(b, saved, field)
		}
	}
	fmt.Print("\n| | ms | times | tokens | refs |\n|---|---|---|---|---|\n")
	n := float64(len(pages) * b.N)
	for _, c := range field {
		fmt.Printf("| %s | %.1f | %.1f | %.0f | %.0f |\n",
			c.name, math.Exp(c.ms/n), math.Exp(c.times/n), math.Exp(c.tokens/n), math.Exp(c.refs/n))
	}
	b.ReportMetric(math.Exp(field[0].ms/n), "ms/snapshot")
}

// others starts those that are compared, over the browser at an address.
func others(b *testing.B, at string) []*contender {
	b.Helper()
	bin := filepath.Join(*peers, "node_modules", ".bin")
	server := filepath.Join(b.TempDir(), "holdfast-mcp")
	build := exec.Command("go", "build", "-o", server, ".")
	build.Dir = "../../examples/mcp"
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	_, port, err := net.SplitHostPort(at)
	if err != nil {
		b.Fatal(err)
	}
	playwright, devtools := filepath.Join(bin, "playwright-mcp"), filepath.Join(bin, "chrome-devtools-mcp")
	whole := &command{tb: b, program: filepath.Join(bin, "agent-browser"), port: port}
	return []*contender{
		{name: "holdfast, over MCP", reader: serve(b, "webpage_open", "webpage_snapshot", server, "--browser-url", "http://"+at)},
		{name: "Playwright MCP", reader: serve(b, "browser_navigate", "browser_snapshot", playwright, "--cdp-endpoint", "http://"+at)},
		{name: "chrome-devtools-mcp", reader: serve(b, "new_page", "take_snapshot", devtools, "--browserUrl", "http://"+at, "--no-usage-statistics")},
		{name: "agent-browser", reader: whole},
		{name: "agent-browser, interactive only", reader: &command{tb: b, program: whole.program, port: port, flags: []string{"-i"}}},
	}
}

// ref is what the readers write beside what can be named: e12, ref=e12 or
// ref=f3e12, uid=1_12.
var ref = regexp.MustCompile(`\bref=\w+|\buid=\d+_\d+|\be\d+\b`)

// compare has everyone look at a page, by turns.
func compare(b *testing.B, saved testpage.SavedPage, field []*contender) {
	b.Helper()
	times := make([][]float64, len(field))
	for round := range 6 {
		for i, c := range field {
			if round == 0 {
				if err := c.open(b.Context(), saved.URL); err != nil {
					b.Fatalf("%s, %s: %v", c.name, saved.Name, err)
				}
			}
			var text string
			took := took(b, func() (err error) {
				text, err = c.snapshot(b.Context())
				return err
			})
			if round == 0 { // the first look is another matter
				c.tokens += math.Log(float64(tokens(b, text)))
				c.refs += math.Log(float64(len(ref.FindAllString(text, -1))))
				continue
			}
			times[i] = append(times[i], took)
		}
	}
	for i, c := range field {
		c.ms += math.Log(median(times[i]) * 1e3)
		c.times += math.Log(median(times[i]) / median(times[0]))
	}
}

// library is what a Go program does.
type library struct {
	provider browser.Provider
	page     browser.Page
}

func (l *library) open(ctx context.Context, address string) (err error) {
	l.page, err = l.provider.Open(ctx, browser.OpenRequest{URL: address})
	return err
}

func (l *library) snapshot(ctx context.Context) (string, error) {
	snap, err := l.page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return "", err
	}
	return snap.String(), nil
}

// client is what an MCP client does, as far as this needs it.
type client struct {
	in       io.Writer
	out      *bufio.Reader
	id       int
	openTool string
	lookTool string
	// page is for servers that want to be told which page is meant.
	page map[string]any
}

// serve starts an MCP server; it ends with its input.
func serve(b *testing.B, openTool, lookTool, program string, arguments ...string) *client {
	b.Helper()
	c := exec.Command(program, arguments...)
	c.Env = append(os.Environ(), "CI=1")
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		_ = c.Wait() // how it ends is its own affair
	})
	m := &client{in: in, out: bufio.NewReaderSize(out, 1<<20), openTool: openTool, lookTool: lookTool, page: map[string]any{}}
	params := map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]string{"name": "bench", "version": "1"}}
	if _, err := m.call("initialize", params); err != nil {
		b.Fatal(program, err)
	}
	if err := m.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		b.Fatal(err)
	}
	return m
}

func (c *client) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.in.Write(append(text, '\n'))
	return err
}

// call makes a call and returns the text of its answer.
func (c *client) call(method string, params any) (string, error) {
	c.id++
	if err := c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}); err != nil {
		return "", err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return "", err
		}
		var answer struct {
			ID     int
			Error  *struct{ Message string }
			Result struct {
				IsError bool
				Content []struct{ Text string }
			}
		}
		if json.Unmarshal(line, &answer) != nil || answer.ID != c.id {
			continue // a notification, or a request of the server's
		}
		var text strings.Builder
		for _, part := range answer.Result.Content {
			text.WriteString(part.Text)
		}
		switch {
		case answer.Error != nil:
			return "", fmt.Errorf("%s: %s", method, answer.Error.Message)
		case answer.Result.IsError:
			return "", fmt.Errorf("%s: %s", method, text.String())
		}
		return text.String(), nil
	}
}

// selected is how one server tells the number of the page that it opened.
var selected = regexp.MustCompile(`(?m)^(\d+): .*\[selected\]$`)

func (c *client) open(_ context.Context, address string) error {
	said, err := c.call("tools/call", map[string]any{"name": c.openTool, "arguments": map[string]string{"url": address}})
	if err != nil && strings.Contains(err.Error(), "timeout") {
		// Some page is never loaded to its end for this server. It is there.
		said, err = c.call("tools/call", map[string]any{"name": "list_pages", "arguments": map[string]any{}})
	}
	if number := selected.FindStringSubmatch(said); number != nil {
		c.page = map[string]any{"pageId": json.Number(number[1])}
	}
	return err
}

func (c *client) snapshot(context.Context) (string, error) {
	return c.call("tools/call", map[string]any{"name": c.lookTool, "arguments": c.page})
}

// command is a program that is called for each step, with a daemon behind it.
type command struct {
	tb      testing.TB
	program string
	port    string
	flags   []string
	begun   bool
}

func (c *command) run(ctx context.Context, arguments ...string) (string, error) {
	r := exec.CommandContext(ctx, c.program, append([]string{"--session", "bench", "--cdp", c.port}, arguments...)...)
	out, err := r.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w: %s", arguments, err, out)
	}
	return string(out), nil
}

func (c *command) open(ctx context.Context, address string) error {
	if !c.begun {
		c.begun = true
		c.tb.Cleanup(func() { _, _ = c.run(context.Background(), "close") }) // its daemon
	}
	_, err := c.run(ctx, "open", address)
	return err
}

func (c *command) snapshot(ctx context.Context) (string, error) {
	return c.run(ctx, append([]string{"snapshot"}, c.flags...)...)
}
