package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "sizing:", err)
		stop()
		os.Exit(1)
	}
}

// settings are what the flags say.
type settings struct {
	kind    string
	saved   string
	pages   []string // names of those that are measured; all, when empty
	copies  int
	counts  []int
	times   int
	crowd   plan
	profile profiles
}

const usageText = "usage: sizing pages|chrome|steps|crowd|replays [flags]"

// run does what the command line says.
func run(ctx context.Context, args []string, out, complaints io.Writer) error {
	if len(args) == 0 {
		return errors.New(usageText)
	}
	s := settings{profile: profiles{on: true}}
	flags := flag.NewFlagSet("sizing "+args[0], flag.ContinueOnError)
	flags.SetOutput(complaints)
	var counts, pages string
	kindFlag := func(name string) { flags.StringVar(&s.kind, "kind", name, "which page: form, list or article") }
	countsFlag := func(list, what string) { flags.StringVar(&counts, "n", list, what) }
	switch args[0] {
	case "pages":
		flags.StringVar(&s.saved, "saved", "", "folder of further pages, NAME.html")
		flags.StringVar(&pages, "kinds", "", "which pages: form, list, article and names of saved ones (default: all)")
		flags.IntVar(&s.copies, "copies", 8, "how many tabs show each page")
	case "chrome":
		kindFlag("list")
		countsFlag("1,4,16,48", "how many pages")
	case "steps":
		kindFlag("")
		flags.IntVar(&s.times, "times", 40, "how often each step is done")
	case "crowd":
		kindFlag("list")
		countsFlag("", "how many pages share the provider of the one that is watched (default: 1, 10, 100 … and all)")
		flags.IntVar(&s.crowd.total, "pages", 1000, "how many pages there are in all")
		flags.Float64Var(&s.crowd.rate, "rate", 400, "steps a second of all pages but the one that is watched")
		flags.Float64Var(&s.crowd.watched, "watched", 20, "steps a second of the one that is watched")
		flags.DurationVar(&s.crowd.delay, "delay", 2*time.Millisecond, "how long the browser takes for each answer")
		flags.DurationVar(&s.crowd.warm, "warm", time.Second, "how long it runs before it is measured")
		flags.DurationVar(&s.crowd.long, "for", 10*time.Second, "how long it is measured")
		flags.StringVar(&s.profile.mutexFile, "mutexprofile", "", "file for the profile of lock contention, of the last measurement")
		flags.StringVar(&s.profile.blockFile, "blockprofile", "", "file for the profile of all waiting, of the last measurement; slows it down")
		flags.StringVar(&s.crowd.heap, "heapprofile", "", "file for the profile of the heap with all pages in it")
	case "replays":
		kindFlag("form")
		countsFlag("1,10,100", "how many providers")
	default:
		return errors.New(usageText)
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q? %s", flags.Arg(0), usageText)
	}
	var err error
	if s.counts, err = numbers(counts); err != nil {
		return err
	}
	if pages != "" {
		s.pages = strings.Split(pages, ",")
	}
	return s.measure(ctx, args[0], out)
}

// numbers reads a list of counts.
func numbers(list string) ([]int, error) {
	var all []int
	for one := range strings.SplitSeq(list, ",") {
		if one == "" {
			continue
		}
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a number of pages", one)
		}
		all = append(all, n)
	}
	return all, nil
}

// measure makes a table.
func (s *settings) measure(ctx context.Context, what string, out io.Writer) (err error) {
	all := kinds()
	chosen := slices.DeleteFunc(slices.Clone(all), func(k kind) bool { return s.kind != "" && k.name != s.kind })
	if len(chosen) == 0 {
		return fmt.Errorf("there is no page %q", s.kind)
	}
	site, err := serve(all, s.saved)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.close()) }()
	fmt.Fprintf(out, "%s %s/%s, %d processors\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	switch what {
	case "pages":
		paths, err := s.paths(all)
		if err != nil {
			return err
		}
		return pagesTable(ctx, out, site, paths, s.copies)
	case "chrome":
		return chromeTable(ctx, out, site, chosen[0], s.counts)
	case "steps":
		return stepsTable(ctx, out, site, chosen, s.times)
	}
	url := site.url("127.0.0.1", chosen[0].name)
	host, err := launch(ctx)
	if err != nil {
		return err
	}
	script, recording, err := record(ctx, host, url)
	if err != nil {
		return err
	}
	if what == "replays" {
		return replaysTable(ctx, out, chosen[0], recording, url, s.counts)
	}
	return s.crowdTable(ctx, out, chosen[0], script, url)
}

// paths are the pages of the site that are wanted.
func (s *settings) paths(all []kind) ([]string, error) {
	wanted := func(name string) bool { return len(s.pages) == 0 || slices.Contains(s.pages, name) }
	var paths []string
	for _, k := range all {
		if wanted(k.name) {
			paths = append(paths, k.name)
		}
	}
	if s.saved == "" {
		return paths, nil
	}
	files, err := filepath.Glob(filepath.Join(s.saved, "*.html"))
	for _, file := range files {
		if wanted(strings.TrimSuffix(filepath.Base(file), ".html")) {
			paths = append(paths, "saved/"+filepath.Base(file))
		}
	}
	return paths, err
}
