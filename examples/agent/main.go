// Command agent gives a language model a browser and a task, and shows what it
// does.
//
//	go run ./examples/agent
//
// Without a model it shows the library: a scripted model orders a mug in the
// built-in shop, is sent on by the validator once because it forgot to place the
// order, and then does it again with a scripted fast path that takes two of the
// steps.
//
// With a model (any OpenAI-compatible endpoint) it does the task that it is
// given:
//
//	export OPENAI_BASE_URL=https://api.example.com/v1 OPENAI_API_KEY=… OPENAI_MODEL=…
//	go run ./examples/agent --url https://example.com --task "What is this site for?"
//
// It asks before it uses a site, fills in a password, runs a script, uploads a
// file or does what may buy something: answer with once, always or deny, or the
// first letter. Whatever else is typed is told to the agent. Ctrl-C stops the
// run; --resume goes on with it, also after a crash. SYSTEMONE_BASE_URL,
// SYSTEMONE_API_KEY and SYSTEMONE_MODEL name a fast path.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// settings are what the command line and the environment say.
type settings struct {
	task, url, dir string
	record         string // the file of the recording; empty: none
	language       lang.Language
	resume         bool
	get            func(name string) string // os.Getenv
	lines          <-chan string
	out            io.Writer
}

const usage = `agent gives a language model a browser and a task, and shows what it does.

Without a model it plays a script in a built-in shop. OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL name a model,
SYSTEMONE_BASE_URL, SYSTEMONE_API_KEY and SYSTEMONE_MODEL a fast path.

`

func main() {
	var s settings
	flag.StringVar(&s.task, "task", "", "what is to be done (default: the order in the built-in shop)")
	flag.StringVar(&s.url, "url", "", "where to begin; the agent needs no permission for this site")
	flag.StringVar(&s.dir, "dir", "", "where conversations and permissions are kept (default: the user's configuration)")
	flag.StringVar(&s.record, "record", "", "file for an animated GIF of what was done (default: no recording)")
	flag.BoolVar(&s.resume, "resume", false, "go on with the conversation that was stopped last")
	language := flag.String("language", lang.Auto, "language of what is shown: en, zh or auto")
	headful := flag.Bool("headful", false, "show the browser's window")
	executable := flag.String("executable", "", "path of Chrome or Chromium (default: look for one)")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	s.get, s.out, s.lines = os.Getenv, os.Stdout, typed(os.Stdin)
	s.language = lang.Resolve(*language, os.Getenv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	options := []chrome.Option{chrome.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, nil)))}
	if *headful {
		options = append(options, chrome.WithHeadful())
	}
	if *executable != "" {
		options = append(options, chrome.WithExecutable(*executable))
	}
	done, err := run(ctx, s, options)
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", text(err))
	}
	if err != nil || !done {
		os.Exit(1)
	}
}

// text gives code, message and hint of an error.
func text(err error) string {
	if e := browser.AsError(err); e != nil {
		return e.Text()
	}
	return err.Error()
}

// run does the tasks and reports whether they were done.
func run(ctx context.Context, s settings, options []chrome.Option) (done bool, err error) {
	e, err := endpointOf(s.get)
	if err != nil {
		return false, err
	}
	if e == nil && (s.task != "" || s.url != "" || s.resume) {
		return false, errors.New("a task of your own needs a model: set OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL")
	}
	if s.dir == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return false, fmt.Errorf("there is no place for conversations: %w; name one with --dir", err)
		}
		s.dir = filepath.Join(config, "holdfast-agent")
	}
	// The browser outlives the stop of a run, which may have to read a page still.
	p, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx, options...) })
	if err != nil {
		return false, err
	}
	done, err = recorded(p, s.record, func(p browser.Provider) (bool, error) {
		if e == nil {
			return s.demonstrate(ctx, p)
		}
		return s.real(ctx, p, e)
	})
	return done, errors.Join(err, p.Close())
}

// real does the task with a model that there is.
func (s settings) real(ctx context.Context, p browser.Provider, e *endpoint) (bool, error) {
	client, err := e.client()
	if err != nil {
		return false, err
	}
	defer client.Close()
	one := session{
		browser: p, model: client, info: e.info(), language: s.language, dir: s.dir, task: s.task, resume: s.resume,
		show: lang.NewTranscript(s.out, lang.New(s.language)), lines: s.lines,
	}
	if one.fast, err = fastPathOf(s.get); err != nil {
		return false, err
	}
	address := s.url
	if address == "" && s.task == "" && !s.resume {
		shop, stop, err := serve()
		if err != nil {
			return false, err
		}
		defer stop()
		one.task, one.allowed = fmt.Sprintf(shopTask, shop), []string{hostOf(shop)}
	} else if address != "" {
		one.allowed = []string{hostOf(address)}
		one.task = s.task + "\n\nBegin at " + address
	}
	result, err := one.run(ctx)
	return err == nil && result.State == event.Done, err
}
