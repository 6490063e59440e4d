// Package holdfast is the map of a library that lets an agent see and operate
// web pages. A holdfast is what seaweed grips a moving rock with.
//
// Its one promise: a ref that the agent was shown either acts on that very
// thing or says why not; it never acts on something else. A page may draw its
// list anew between a look and a click, and the click still finds the same item
// or is refused.
//
//	host, err := chrome.Launch(ctx) // transport/chrome
//	if err != nil {
//		return err
//	}
//	b, err := provider.New(ctx, host) // takes ownership of host
//	if err != nil {
//		return err
//	}
//	defer b.Close()
//	page, err := b.Open(ctx, browser.OpenRequest{URL: "https://example.com"})
//	// ...
//	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
//	// ...
//	link, err := snap.Ref("link", "Learn more")
//	// ...
//	receipt, err := page.Click(ctx, browser.ClickRequest{Ref: link})
//
// # Where things are
//
// A package imports only from the floors below it. The agent and the wire never
// meet directly: they know each other through package browser.
//
//	examples/quickstart  see, search, fill, click: what "make demo" runs
//	examples/mcp         the tools over the Model Context Protocol; its own module
//	agent                a model with a task: plan, tools, check; goes on after a crash
//	agent/tools          the catalogue of webpage_* tools for models
//	provider             pages over any transport: gate, input, settling, receipts
//	browser              the contract: Provider, Page, requests, results, errors
//	outline/dom          the reader: from a live page to an outline, over any Caller
//	cdp                  the DevTools protocol: commands, sessions, events, tabs
//	transport/chrome     starts Chrome or Chromium and speaks over its pipe
//	transport/endpoint   connects to a browser that listens on a port
//	transport/electron   windows of an Electron application
//	transport            the contract of hosts and message streams
//	outline              pure: rows, folding, budget, text of an outline
//	refs                 pure: who has which number, and what it still names
//
// Whoever needs only a part takes only that: refs and outline do no I/O,
// outline/dom reads pages over the connection of another library, and an agent
// over package browser runs on any provider.
//
// The README has two programs to begin with, docs/embedding.md whole ones for
// each of these uses.
package holdfast
