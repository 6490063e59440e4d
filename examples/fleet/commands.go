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
	"strings"
	"syscall"
	"time"

	"github.com/holdfast-go/holdfast/transport/chrome"
)

// urlVariable holds the address of the queue, with its token: a command line can
// be read by everyone on the machine.
const urlVariable = "FLEET_URL"

// queueFlags are the flags that say what queue is meant.
type queueFlags struct {
	url     string
	options QueueOptions
	verbose bool
}

func (q *queueFlags) add(f *flag.FlagSet) {
	f.StringVar(&q.url, "url", "", "the queue, nats://token@host:4222 (default: $"+urlVariable+")")
	f.StringVar(&q.options.Fleet, "fleet", "fleet", "name of the fleet: several can share a queue")
	f.DurationVar(&q.options.Lease, "lease", 15*time.Second, "how long a worker may say nothing before its job is handed to another; who makes the queue decides")
	f.Int64Var(&q.options.Files, "files", 0, "how many bytes the store of objects may hold (default: no bound)")
	f.IntVar(&q.options.Replicas, "replicas", 1, "how many servers of a cluster keep everything")
	f.BoolVar(&q.verbose, "v", false, "tell more")
}

func (q *queueFlags) check(w world) error {
	if q.url == "" {
		q.url = w.get(urlVariable)
	}
	if !idValid(q.options.Fleet) {
		return &usageError{fmt.Sprintf("-fleet %q: letters, digits, - and _ are a name", q.options.Fleet)}
	}
	if q.options.Lease < time.Second {
		return &usageError{"-lease: at least a second"}
	}
	return nil
}

// workFlags are the flags of a worker.
type workFlags struct {
	options    WorkerOptions
	memory     int64
	probe      time.Duration
	executable string
	flags      string
}

func (k *workFlags) add(f *flag.FlagSet) {
	f.DurationVar(&k.options.Limits.Step, "step", 30*time.Second, "how long a step may take")
	f.IntVar(&k.options.Limits.Tries, "tries", 5, "how many attempts a job has; those of workers that died count")
	f.IntVar(&k.options.Limits.Picture, "picture", 2<<20, "how many bytes a picture may have")
	f.IntVar(&k.options.Limits.Text, "text", 256<<10, "how many bytes a text may have")
	f.Int64Var(&k.memory, "memory", 2048, "MB that a worker and its browser may take to be given a job; half as much again ends the one that goes on; 0: no bound")
	f.DurationVar(&k.options.Drain, "drain", 20*time.Second, "how long a job may go on when the worker is to end, before it is given back")
	f.DurationVar(&k.probe, "probe", 5*time.Second, "how long a browser may take to show that it is well")
	f.StringVar(&k.executable, "executable", "", "path of Chrome or Chromium (default: look for one)")
	f.StringVar(&k.flags, "chrome-flags", "", "flags for Chrome, one a line")
}

// arguments are the flags for another process.
func (k *workFlags) arguments() []string {
	l := k.options.Limits
	return []string{
		"-step", l.Step.String(), "-tries", fmt.Sprint(l.Tries), "-picture", fmt.Sprint(l.Picture), "-text", fmt.Sprint(l.Text),
		"-memory", fmt.Sprint(k.memory), "-drain", k.options.Drain.String(), "-probe", k.probe.String(),
		"-executable", k.executable, "-chrome-flags", k.flags,
	}
}

func (k *workFlags) chrome() []chrome.Option {
	var options []chrome.Option
	if k.executable != "" {
		options = append(options, chrome.WithExecutable(k.executable))
	}
	if k.flags != "" {
		options = append(options, chrome.WithFlags(strings.Split(k.flags, "\n")...))
	}
	return options
}

func workCommand(ctx context.Context, args []string, w world) error {
	var q queueFlags
	var k workFlags
	f := flag.NewFlagSet("fleet work", flag.ContinueOnError)
	q.add(f)
	k.add(f)
	f.StringVar(&k.options.Name, "name", "", "name of the worker (default: host and process)")
	child := f.Bool("child", false, "end when stdin ends, as when the process that has started this one dies")
	if err := parse(f, args, w, 0); err != nil {
		return err
	}
	if err := q.check(w); err != nil {
		return err
	}
	if q.url == "" {
		return &usageError{"which queue? Set -url or $" + urlVariable}
	}
	if k.options.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			return err
		}
		k.options.Name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	k.options.Memory = k.memory << 20
	log := logger(w.stderr, q.verbose).With("worker", k.options.Name)
	drain, stop := context.WithCancel(ctx)
	defer stop()
	if *child {
		// What is logged goes to the coordinator. When that has died, the log must
		// not end this process before its browser is gone.
		signal.Ignore(syscall.SIGPIPE)
		parent := os.Getppid()
		defer func() { tidy(w.get(folderVariable), parent) }()
		go func() {
			_, _ = io.Copy(io.Discard, w.stdin)
			stop()
		}()
	}
	queue, err := openQueue(drain, q.url, k.options.Name, q.options, log)
	if err != nil {
		return err
	}
	defer queue.Close()
	worker := &Worker{
		queue: queue, options: k.options, usage: usage, log: log, agent: agentWorker{w.get},
		engine: &engine{options: k.chrome(), limit: k.probe, log: log},
	}
	return worker.Run(context.WithoutCancel(ctx), drain)
}

// folderVariable names the folder that a worker has for itself.
const folderVariable = "FLEET_FOLDER"

// tidy removes the folder of a worker whose coordinator has died and cannot do it.
// The last one removes the coordinator's, unless a queue is in it.
func tidy(folder string, parent int) {
	if folder == "" || os.Getppid() == parent {
		return
	}
	_ = removeAll(folder)
	_ = os.Remove(filepath.Dir(folder))
}

func serveCommand(ctx context.Context, args []string, w world) error {
	var o ServerOptions
	f := flag.NewFlagSet("fleet serve", flag.ContinueOnError)
	f.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "host:port; port 0 is a free one")
	f.StringVar(&o.Dir, "dir", "", "where everything is kept")
	f.StringVar(&o.Token, "token", "", "what clients must know (default: $FLEET_TOKEN, or a random one)")
	if err := parse(f, args, w, 0); err != nil {
		return err
	}
	if o.Dir == "" {
		return &usageError{"-dir is missing"}
	}
	if o.Token == "" {
		o.Token = w.get("FLEET_TOKEN")
	}
	server, url, err := startServer(o)
	if err != nil {
		return err
	}
	fmt.Fprintln(w.stdout, url)
	<-ctx.Done()
	stopServer(server)
	return nil
}

func runCommand(ctx context.Context, args []string, w world) (err error) {
	var q queueFlags
	var k workFlags
	var c Coordinator
	f := flag.NewFlagSet("fleet run", flag.ContinueOnError)
	q.add(f)
	k.add(f)
	f.IntVar(&c.workers, "workers", 2, "how many worker processes to start; 0: others have some")
	f.StringVar(&c.out, "out", "", "folder for the results, their texts and pictures (default: none are written)")
	dir := f.String("dir", "", "where the built-in queue is kept, to go on with it later (default: a temporary folder)")
	if err := parse(f, args, w, 1); err != nil {
		return err
	}
	if err := q.check(w); err != nil {
		return err
	}
	jobs, err := jobsOf(f.Arg(0), w)
	if err != nil {
		return err
	}
	c.screen = newScreen(w.stdout, w.stderr, w.get)
	log := logger(c.screen, q.verbose)
	root, err := shortFolder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, removeAll(root)) }()
	if q.url == "" {
		if *dir == "" {
			*dir = filepath.Join(root, "queue")
		}
		server, url, err := startServer(ServerOptions{Listen: "127.0.0.1:0", Dir: *dir})
		if err != nil {
			return err
		}
		defer stopServer(server)
		q.url = url
	}
	queue, err := openQueue(ctx, q.url, "coordinator", q.options, log)
	if err != nil {
		return err
	}
	defer queue.Close()
	c.queue, c.jobs, c.log = queue, jobs, log
	c.crew = &crew{
		root: root, log: log, patience: k.options.Drain + settleLimit, stderr: c.screen,
		environment: append(os.Environ(), urlVariable+"="+q.url),
		arguments:   append([]string{"work", "-child", "-fleet", q.options.Fleet}, k.arguments()...),
	}
	return c.Run(ctx)
}

// jobsOf reads the file of jobs.
func jobsOf(path string, w world) ([]*Job, error) {
	switch path {
	case "":
		return nil, &usageError{"which jobs? Name a file, or - for stdin"}
	case "-":
		return readJobs(w.stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readJobs(file)
}
