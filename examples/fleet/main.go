// Command fleet does jobs on web pages with many workers, each a process with a
// Chrome of its own, over a NATS JetStream queue: one that is built in, or a
// cluster.
//
//	go run . run -workers 4 jobs.jsonl
//
// See README.md for what a job is, and what happens when something dies.
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
	"syscall"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usageText = `usage:
  fleet run [flags] JOBS     do the jobs of a file (- is stdin), one JSON object each
  fleet work [flags]         one worker, for a queue that runs elsewhere
  fleet serve [flags]        a queue server in a process of its own

fleet COMMAND -h tells the flags.
`

// run is main with its world as parameters; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr *os.File) int {
	commands := map[string]func(context.Context, []string, world) error{"run": runCommand, "work": workCommand, "serve": serveCommand}
	if len(args) == 0 || commands[args[0]] == nil {
		fmt.Fprint(stderr, usageText)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	w := world{stdin: stdin, stdout: stdout, stderr: stderr, get: os.Getenv}
	err := commands[args[0]](ctx, args[1:], w)
	var bad *usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &bad):
		fmt.Fprintln(stderr, "fleet:", err)
		return 2
	case err != nil:
		fmt.Fprintln(stderr, "fleet:", err)
		return 1
	}
	return 0
}

// world is what a command has of the process.
type world struct {
	stdin          io.Reader
	stdout, stderr *os.File
	get            func(string) string
}

// usageError is a command line that makes no sense.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// parse reads flags; what is not one may come up to most times.
func parse(flags *flag.FlagSet, args []string, w world, most int) error {
	flags.SetOutput(w.stderr)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return &usageError{err.Error()}
	case flags.NArg() > most:
		return &usageError{fmt.Sprintf("what is %q for?", flags.Arg(most))}
	}
	return nil
}

// logger writes lines.
func logger(out io.Writer, verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level}))
}
