//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

// process is a command of the program in a process of its own.
type process struct {
	cmd    *exec.Cmd
	stdout io.ReadCloser
	mu     sync.Mutex
	output bytes.Buffer // of stderr
	ended  chan struct{}
	err    error
}

// Write keeps what the process says.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.Write(b)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.String()
}

// start starts a command; it is killed at the end of the test if it runs still.
func start(t *testing.T, environment []string, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
	p.cmd.Env = append(append(os.Environ(), asFleet+"=1"), environment...)
	p.cmd.Stderr = p
	var err error
	if p.stdout, err = p.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	lines := bufio.NewReader(p.stdout)
	first := make(chan string, 1)
	go func() {
		defer close(read)
		line, _ := lines.ReadString('\n')
		first <- line
		_, _ = p.Write([]byte(line))
		_, _ = io.Copy(p, lines)
	}()
	go func() {
		<-read
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.signal(t, syscall.SIGKILL)
		<-p.ended
		if t.Failed() {
			t.Logf("%s said:\n%s", args[0], p.said())
		}
	})
	p.stdout = io.NopCloser(strings.NewReader(<-first))
	return p
}

// signal sends a signal, to a process that may have ended.
func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil && err != os.ErrProcessDone {
		t.Error(err)
	}
}

// wait waits for the end.
func (p *process) wait(t *testing.T, limit time.Duration) error {
	t.Helper()
	select {
	case <-p.ended:
		return p.err
	case <-time.After(limit):
		p.signal(t, syscall.SIGQUIT) // it tells where it stands
		t.Fatalf("%v has not ended within %v", p.cmd.Args[1:2], limit)
		return nil
	}
}

// queueServer is a queue server in a process of its own, which can be killed and
// started again.
type queueServer struct {
	*process
	dir, listen, url string
}

func startQueue(t *testing.T) *queueServer {
	t.Helper()
	s := &queueServer{dir: t.TempDir(), listen: "127.0.0.1:0"}
	s.start(t)
	return s
}

func (s *queueServer) start(t *testing.T) {
	t.Helper()
	s.process = start(t, []string{"FLEET_TOKEN=secret"}, "serve", "-dir", s.dir, "-listen", s.listen)
	line, err := io.ReadAll(s.stdout)
	if err != nil || len(line) == 0 {
		t.Fatalf("the queue server did not start: %v\n%s", err, s.said())
	}
	s.url = strings.TrimSpace(string(line))
	_, s.listen, _ = strings.Cut(s.url, "@")
}

// shortTemp makes a folder with a short path for everything temporary of a run, so
// that Chrome's sockets fit below it (longestFolder).
func shortTemp(t *testing.T) string {
	t.Helper()
	for name := range strings.SplitSeq("abcdefghijklmnopqrstuvwxyz", "") {
		folder := filepath.Join(os.TempDir(), name)
		switch err := os.Mkdir(folder, 0o700); {
		case err == nil:
			t.Cleanup(func() {
				if err := os.RemoveAll(folder); err != nil {
					t.Error(err)
				}
			})
			return folder
		case !os.IsExist(err):
			t.Fatal(err)
		}
	}
	t.Fatal("too many folders")
	return ""
}

// coordinate starts a coordinator of jobs with a folder for what is temporary.
func coordinate(t *testing.T, url, out, temp string, jobs []*Job, flags ...string) *process {
	t.Helper()
	testbrowser.Host(t) // there is a browser, or the test is none
	var file bytes.Buffer
	for _, j := range jobs {
		if err := json.NewEncoder(&file).Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "jobs.jsonl")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"run", "-out", out, "-lease", "3s", "-step", "8s", "-memory", "4096",
		"-chrome-flags", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"}, flags...)
	return start(t, []string{urlVariable + "=" + url, "TMPDIR=" + temp}, append(args, path)...)
}
