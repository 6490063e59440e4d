// Command perception is what a program can do that drives its browser with
// another library already and wants holdfast's eyes: outlines, refs that are
// checked right before a click, and pictures with the same numbers.
//
//	go run . [-with chromedp|rod] [-connect HOST:PORT] [-click "button Pay"] [-png FILE] URL
//
// Of holdfast it uses outline/dom, outline, refs and marks, and nothing that
// speaks to a browser: commands go over the other library's own connection.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

type settings struct {
	with, connect, click, png, url string
}

func main() {
	var s settings
	flag.StringVar(&s.with, "with", "chromedp", "the library that drives the browser: chromedp or rod")
	flag.StringVar(&s.connect, "connect", "", "DevTools port of a running browser, as in 127.0.0.1:9222 (default: one is started)")
	flag.StringVar(&s.click, "click", "", "role and name of what is clicked, as the outline prints them without quotes")
	flag.StringVar(&s.png, "png", "", "file for a picture with marks")
	flag.Parse()
	s.url = flag.Arg(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := run(ctx, os.Stdout, s); err != nil {
		fmt.Fprintln(os.Stderr, "perception:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, s settings) error {
	switch {
	case s.url == "":
		return errors.New("give the address of a page")
	case s.with == "chromedp":
		return withChromedp(ctx, s, func(b Browser) error { return tour(ctx, out, b, s) })
	case s.with == "rod":
		return withRod(ctx, s, func(b Browser) error { return tour(ctx, out, b, s) })
	default:
		return fmt.Errorf("-with is chromedp or rod, not %q", s.with)
	}
}

// tour prints the page, clicks what was asked for and prints what it is then.
func tour(ctx context.Context, out io.Writer, b Browser, s settings) error {
	page, err := NewPage(b)
	if err != nil {
		return err
	}
	o, text, err := page.Look(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, text)
	if s.click != "" {
		role, name, _ := strings.Cut(s.click, " ")
		match, near := o.Lookup(role, name)
		if len(match) != 1 {
			return fmt.Errorf("%d rows are a %s %q; like it are %d", len(match), role, name, len(near))
		}
		if err := page.Click(ctx, match[0].Ref); err != nil {
			return fmt.Errorf("clicking %v: %w", match[0].Ref, err)
		}
		fmt.Fprintf(out, "clicked %s\n\n", match[0].Text)
		if _, text, err = page.Look(ctx); err != nil {
			return err
		}
		fmt.Fprintln(out, text)
	}
	if s.png == "" {
		return nil
	}
	picture, legend, err := page.Picture(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, legend)
	return os.WriteFile(s.png, picture, 0o644)
}

// withChromedp opens the page with chromedp and lends it.
func withChromedp(ctx context.Context, s settings, use func(Browser) error) error {
	allocate, stop := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], sandbox())...)
	if s.connect != "" {
		stop()
		allocate, stop = remote.NewAllocator(ctx, "http://"+s.connect)
	}
	defer stop()
	tab, end := chromedp.NewContext(allocate)
	defer end()
	b, err := newChromedp(tab)
	if err != nil {
		return err
	}
	if _, err := chromedp.Run(tab, chromedp.Navigate(s.url)); err != nil {
		return err
	}
	return errors.Join(use(b), chromedp.Cancel(tab))
}

// sandbox turns Chrome's sandbox off for root, under whom it does not start.
func sandbox() chromedp.ExecAllocatorOption {
	return chromedp.Flag("no-sandbox", os.Geteuid() == 0)
}

// withRod opens the page with rod and lends it.
func withRod(ctx context.Context, s settings, use func(Browser) error) error {
	var address string
	var err error
	if s.connect != "" {
		if address, err = launcher.ResolveURL(s.connect); err != nil {
			return err
		}
	} else {
		path, found := launcher.LookPath()
		if !found {
			return errors.New("no Chrome or Chromium is installed")
		}
		// Without leakless rod unpacks no helper program.
		l := launcher.New().Context(ctx).Leakless(false).Bin(path).NoSandbox(os.Geteuid() == 0)
		defer l.Cleanup()
		defer l.Kill()
		if address, err = l.Launch(); err != nil {
			return err
		}
	}
	b := rod.New().Context(ctx).ControlURL(address)
	if err := b.Connect(); err != nil {
		return err
	}
	page, err := b.Page(proto.TargetCreateTarget{URL: s.url})
	if err != nil {
		return err
	}
	err = page.WaitLoad()
	if err == nil {
		err = use(newRod(page))
	}
	return errors.Join(err, page.Close())
}
