package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	sites "github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// settings are the command line.
type settings struct {
	browserURL, wsEndpoint  string
	executable, userDataDir string
	headful                 bool
	changes                 int
	dialogs                 string
	downloads               string
	uploads                 []string
	recordings              string // folder; empty for none
	allow, block            []string
	strict                  bool
	secrets                 *secrets // nil for none
	noExecute               bool
	caps                    []string // groups of tools; none is all
	approve                 string   // what a person is asked for; empty is nothing
	http                    string   // address to listen on; empty is stdio
	token                   string
}

// policies are what --dialogs takes.
var policies = map[string]provider.DialogPolicy{
	"dismiss": provider.DismissDialogs, "accept": provider.AcceptDialogs, "ask": provider.AskDialogs,
}

// mostChanges is the most that provider.WithReceiptDiff takes.
const mostChanges = 40

// parseSettings reads the command line; it writes usage to out on a mistake.
func parseSettings(args []string, out io.Writer) (settings, error) {
	var s settings
	f := flag.NewFlagSet("mcp", flag.ContinueOnError)
	f.SetOutput(out)
	f.StringVar(&s.browserURL, "browser-url", "", "use the browser that runs with this DevTools `address`, such as http://127.0.0.1:9222")
	f.StringVar(&s.wsEndpoint, "ws-endpoint", "", "use the browser with this DevTools WebSocket `address`, such as ws://127.0.0.1:9222/devtools/browser/…")
	f.StringVar(&s.executable, "executable", "", "start this `program` instead of the Chrome or Chromium that is found")
	f.StringVar(&s.userDataDir, "user-data-dir", "", "start the browser with this profile `folder` and keep it; default: a temporary one")
	f.BoolVar(&s.headful, "headful", false, "start the browser with a window")
	f.IntVar(&s.changes, "changes", 0, "tell after every action what it changed on the page, in at most so many `lines` (up to 40)")
	f.StringVar(&s.dialogs, "dialogs", "ask", "`what` to do with JavaScript dialogs: ask (the model answers them with webpage_dialog), dismiss or accept")
	f.StringVar(&s.downloads, "downloads", "", "let pages download into this `folder`; default: downloads are refused")
	f.StringVar(&s.recordings, "recordings", "", "let webpage_record write recordings into this `folder`; default: they only come back as pictures")
	f.Func("upload-folder", "let files be uploaded from this `folder` (may be given several times; default: none)", func(folder string) error {
		s.uploads = append(s.uploads, folder)
		return nil
	})
	f.Func("allow", "let pages go to this `site` only: example.com, *.example.com, https://example.com, localhost:8080 (may be given several times; default: all sites)", func(rule string) error {
		s.allow = append(s.allow, rule)
		return nil
	})
	f.Func("block", "keep pages from this `site`, which goes before --allow (may be given several times)", func(rule string) error {
		s.block = append(s.block, rule)
		return nil
	})
	f.BoolVar(&s.strict, "strict", false, "hold pictures, scripts and all other requests to --allow and --block, too, not only pages and frames")
	file := f.String("secrets", "", "let the model fill in the secrets of this JSON `file` by their names; it never sees the values")
	f.BoolVar(&s.noExecute, "no-execute", false, "offer no webpage_execute: the model cannot run code in pages")
	caps := f.String("caps", "", "offer only these `groups` of tools: "+strings.Join(groups, ", ")+", with commas between them; default: all")
	f.StringVar(&s.approve, "approve", "off", "`what` the person at the client is asked for, by elicitation: off, sensitive (passwords, scripts, uploads, purchases), all (new sites, too)")
	f.StringVar(&s.http, "http", "", "listen on this loopback `address`, such as 127.0.0.1:8931, for any number of clients, instead of speaking over stdin and stdout")
	f.StringVar(&s.token, "http-token", "", "the `token` that clients of --http send; default: one is made and logged")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	if f.NArg() > 0 {
		return s, fmt.Errorf("there is no argument %q; see --help", f.Arg(0))
	}
	if _, known := policies[s.dialogs]; !known {
		return s, fmt.Errorf("--dialogs takes ask, dismiss or accept, not %q", s.dialogs)
	}
	if _, err := sites.New(s.allow, s.block); err != nil {
		return s, fmt.Errorf("--allow, --block: %w", err)
	}
	if *caps != "" {
		var err error
		if s.caps, err = parseGroups(*caps); err != nil {
			return s, err
		}
	}
	if _, known := asking[s.approve]; !known && s.approve != "off" {
		return s, fmt.Errorf("--approve takes off, sensitive or all, not %q", s.approve)
	}
	if s.token != "" && s.http == "" {
		return s, errors.New("--http-token needs --http")
	}
	running := s.browserURL != "" || s.wsEndpoint != ""
	switch {
	case s.changes < 0 || s.changes > mostChanges:
		return s, fmt.Errorf("--changes takes 0 to %d lines, not %d", mostChanges, s.changes)
	case s.browserURL != "" && s.wsEndpoint != "":
		return s, errors.New("--browser-url and --ws-endpoint name two browsers; give one of them")
	case s.strict && len(s.allow)+len(s.block) == 0:
		return s, errors.New("--strict needs --allow or --block")
	case running && (s.executable != "" || s.userDataDir != "" || s.headful):
		return s, errors.New("--executable, --user-data-dir and --headful are for a browser that is started, not for one that runs")
	}
	if *file != "" {
		var err error
		if s.secrets, err = readSecrets(*file); err != nil {
			return s, fmt.Errorf("--secrets: %w", err)
		}
	}
	return s, nil
}

// tools are the options of a catalogue.
func (s settings) tools() ([]tools.Option, error) {
	away := without(s.caps)
	if s.noExecute && !slices.Contains(away, "webpage_execute") {
		away = append(away, "webpage_execute")
	}
	options := []tools.Option{tools.Without(away...)}
	if s.recordings != "" {
		options = append(options, tools.WithRecordings(s.recordings))
	}
	if ask, ok := asking[s.approve]; ok {
		p, err := policy.New(policy.ApproverFunc(elicit), policy.WithSettings(ask()))
		if err != nil {
			return nil, err
		}
		options = append(options, tools.WithGuard(p.Guard))
	}
	return options, nil
}

// start starts or reaches the browser.
func (s settings) start(ctx context.Context, log *slog.Logger) (browser.Provider, error) {
	options := []provider.Option{
		provider.WithLogger(log), provider.WithReceiptDiff(s.changes), provider.WithDialogs(policies[s.dialogs]),
		provider.WithUploadFolders(s.uploads...),
	}
	if s.downloads != "" {
		options = append(options, provider.WithDownloads(s.downloads))
	}
	if len(s.allow) > 0 {
		options = append(options, provider.WithAllowedSites(s.allow...))
	}
	if len(s.block) > 0 {
		options = append(options, provider.WithBlockedSites(s.block...))
	}
	if s.strict {
		options = append(options, provider.WithStrictSites())
	}
	if s.secrets != nil {
		options = append(options, provider.WithSecrets(s.secrets.store))
	}
	if s.noExecute {
		options = append(options, provider.WithoutExecute())
	}
	p, err := provider.Start(ctx, func(ctx context.Context) (transport.Host, error) { return s.host(ctx, log) }, options...)
	if err != nil {
		return nil, err // not a nil *Provider in the interface
	}
	return p, nil
}

func (s settings) host(ctx context.Context, log *slog.Logger) (transport.Host, error) {
	if at := s.browserURL + s.wsEndpoint; at != "" {
		return endpoint.Dial(ctx, at)
	}
	options := []chrome.Option{chrome.WithLogger(log)}
	if s.executable != "" {
		options = append(options, chrome.WithExecutable(s.executable))
	}
	if s.userDataDir != "" {
		options = append(options, chrome.WithUserDataDir(s.userDataDir))
	}
	if s.headful {
		options = append(options, chrome.WithHeadful())
	}
	return chrome.Launch(ctx, options...)
}
