package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// crew keeps worker processes running: one that dies is replaced. Each has a
// folder for everything temporary. A worker that is killed cannot end its Chrome
// or remove anything; Chrome ends by itself then, because its pipe closes, and the
// crew waits for that, sees to it, and removes the folder.
type crew struct {
	root        string
	environment []string
	arguments   []string
	stderr      io.Writer
	// patience is how long a worker may take to end in good order.
	patience time.Duration
	log      *slog.Logger
}

// keep runs a worker in a slot, again and again, until ctx ends and the last one
// has ended in good order or was killed.
func (c *crew) keep(ctx context.Context, slot int) error {
	pause := firstPause
	for life := 1; ; life++ {
		name := fmt.Sprintf("%d-%d", slot, life)
		began := time.Now()
		err := c.live(ctx, name)
		if ctx.Err() != nil {
			return err
		}
		c.log.Warn("a worker has ended", "worker", name, "error", err)
		// One that cannot work at all is not started a hundred times a second.
		if pause = min(2*pause, 10*time.Second); time.Since(began) > 10*time.Second {
			pause = firstPause
		}
		if sleep(ctx, pause) != nil {
			return nil
		}
	}
}

// live runs one worker until it ends. When ctx ends it is told to, by the end of
// its stdin, which it would see if this process died, too.
func (c *crew) live(ctx context.Context, name string) (err error) {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	folder := filepath.Join(c.root, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if runtime.GOOS != "windows" && len(folder) > longestFolder {
		c.log.Warn("the path of the temporary folder is long; a browser whose worker is killed may leave a folder in /tmp", "path", folder)
	}
	defer func() { err = errors.Join(err, cleanUp(folder)) }()
	cmd := exec.Command(self, append(c.arguments, "-name", name)...)
	cmd.Env = append(c.environment[:len(c.environment):len(c.environment)], folderVariable+"="+folder, "TMPDIR="+folder, "TMP="+folder, "TEMP="+folder)
	cmd.Stderr = c.stderr
	apart(cmd)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
		return err
	case <-ctx.Done():
	}
	_ = stdin.Close()
	late := time.NewTimer(c.patience)
	defer late.Stop()
	select {
	case err = <-ended:
	case <-late.C:
		_ = cmd.Process.Kill()
		err = errors.Join(errors.New("it did not end and was killed"), <-ended)
	}
	return err
}

// longestFolder is how long the path of TMPDIR may be, in bytes, for Chrome's
// sockets to fit below it: transport/chrome uses /tmp otherwise, where nobody
// would look after a worker was killed.
const longestFolder = 107 - 45 - len("/holdfast-chrome-4294967295/t")

// cleanUp removes what a worker has left, when nothing of it runs any more.
func cleanUp(folder string) error {
	const wait, look = 5 * time.Second, 20 * time.Millisecond
	var err error
	for deadline := time.Now().Add(wait); ; time.Sleep(look) {
		left, looking := mentioning(folder)
		late := time.Now().After(deadline)
		if len(left) == 0 || late {
			err = looking
			for _, p := range left {
				err = errors.Join(err, fmt.Errorf("process %d outlived its worker and was killed", p))
				kill(p)
			}
			break
		}
	}
	return errors.Join(err, removeAll(folder))
}

// removeAll removes a folder. What a process wrote in its last moment can make a
// first attempt fail.
func removeAll(folder string) error {
	const wait, look = 5 * time.Second, 20 * time.Millisecond
	for deadline := time.Now().Add(wait); ; time.Sleep(look) {
		err := os.RemoveAll(folder)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// shortFolder makes a temporary folder with a short path (see longestFolder).
func shortFolder() (string, error) {
	for i := 0; ; i++ {
		folder := filepath.Join(os.TempDir(), fmt.Sprintf("f%d", i))
		if err := os.Mkdir(folder, 0o700); err == nil || !errors.Is(err, os.ErrExist) {
			return folder, err
		}
	}
}
