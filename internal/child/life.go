package child

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

const (
	// Drain bounds how long the output of a dead program is waited for, should a
	// process outside of its tree hold it open.
	Drain = time.Second
	// goodOrder is how long the program gets to end by itself when it is asked to.
	goodOrder = 5 * time.Second
)

// Ways are how the life of a program is seen and ended by its host.
type Ways struct {
	// Name is what errors call it: "Chrome", "the window host".
	Name string
	// Quit asks it to end in good order; nil where nobody needs that.
	Quit func(context.Context) error
	// Fail ends the streams with the error. It may be called twice, and before
	// there is a connection.
	Fail func(error)
	// Settle ends the streams, waits for their goroutines, and removes what the
	// launch has made. The program has ended.
	Settle func() error
	// Crash is the error of a program that ended by itself with a status; cause is
	// what was known before.
	Crash func(status, cause error) error
	// Down tells the owner of the host that nothing is left; err is nil after a
	// plain Close.
	Down func(err error)
}

// Life is a program from its start until nothing of it is left, whoever ends it.
// It is safe for concurrent use.
type Life struct {
	ways   Ways
	tree   *Tree
	exited chan struct{} // closed when the program has ended in any way
	ended  chan struct{} // closed when nothing is left

	mu       sync.Mutex
	opened   bool
	closing  bool  // this side ends it
	cause    error // of the end, when it was not a plain Close
	status   error // how the program ended
	err      error // what Close returns
	stopLife func() bool
}

// Begin takes over the tree and waits for its end.
func Begin(tree *Tree, ways Ways) *Life {
	l := &Life{ways: ways, tree: tree, exited: make(chan struct{}), ended: make(chan struct{})}
	go l.wait()
	return l
}

// PID is the process id of the program.
func (l *Life) PID() int { return l.tree.PID() }

// Open runs what waits for the program to answer, and returns nil when it did.
// Otherwise all is undone: cause is why it did not start, and closing what went
// wrong with that. Once it is open it ends with the lifetime.
func (l *Life) Open(ctx, lifetime context.Context, open func(context.Context) error) (cause, closing error) {
	if cause = l.open(ctx, open); cause == nil {
		l.live(lifetime)
		return nil, nil
	}
	early := l.exitedEarly(ctx)
	closing = l.Close()
	switch {
	case early:
		cause = l.early()
	case ctx.Err() != nil:
		cause = context.Cause(ctx)
	}
	return cause, closing
}

// open runs it until it is done or the program has ended. The connection notices
// the end too, but may do so much later.
func (l *Life) open(ctx context.Context, open func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-l.exited:
			cancel()
		case <-ctx.Done():
		}
	}()
	return open(ctx)
}

// exitedEarly reports whether the program has ended by itself. Its end can be
// seen on the connection a moment before.
func (l *Life) exitedEarly(ctx context.Context) bool {
	timer := time.NewTimer(Drain)
	defer timer.Stop()
	select {
	case <-l.exited:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// early is the cause of a start that failed because the program ended. It is
// read after the end.
func (l *Life) early() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.status == nil {
		return errors.New("it ended at once")
	}
	return fmt.Errorf("it ended at once: %w", l.status)
}

// live ties the life to a context.
func (l *Life) live(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		l.shutdown(&transport.Error{
			Kind: transport.KindClosed, Op: "close", Detail: "the lifetime context ended", Err: context.Cause(ctx),
		})
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opened, l.stopLife = true, stop
}

// Close ends the program and returns when nothing of it is left.
func (l *Life) Close() error {
	l.shutdown(nil)
	<-l.ended
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// shutdown begins the end, once.
func (l *Life) shutdown(cause error) {
	l.mu.Lock()
	if l.closing || l.cause != nil {
		l.mu.Unlock()
		return
	}
	l.closing, l.cause = true, cause
	opened := l.opened // otherwise there is nobody to ask
	l.mu.Unlock()
	if l.ways.Quit != nil && opened {
		l.goodOrder()
	}
	l.ways.Fail(l.Down())
	l.tree.Kill()
}

// goodOrder lets the program end by itself.
func (l *Life) goodOrder() {
	ctx, cancel := context.WithTimeout(context.Background(), goodOrder)
	defer cancel()
	if l.ways.Quit(ctx) != nil {
		return
	}
	select {
	case <-l.exited:
	case <-ctx.Done():
	}
}

// Lost takes in that the connection is cut, without which the program is of no
// use. It returns when the program is being ended.
func (l *Life) Lost(err error) {
	l.mu.Lock()
	first := !l.closing && l.cause == nil
	if first {
		l.cause = err
	}
	l.mu.Unlock()
	if !first {
		return
	}
	// As a rule it is the program that has ended, in a way that is worth telling.
	timer := time.NewTimer(Drain)
	defer timer.Stop()
	select {
	case <-l.exited:
	case <-timer.C:
	}
	l.tree.Kill()
}

// Down is the error of streams after the end, or nil before it.
func (l *Life) Down() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.cause != nil:
		return l.cause
	case l.closing:
		return &transport.Error{Kind: transport.KindClosed, Op: "stream", Detail: l.ways.Name + " was closed here"}
	}
	return nil
}

// wait waits for the program to end, whoever ended it, and cleans up.
func (l *Life) wait() {
	l.tree.Exited()
	l.mu.Lock()
	crashed := !l.closing
	if crashed && l.cause == nil {
		l.cause = &transport.Error{Kind: transport.KindLost, Op: "wait", Detail: l.ways.Name + " has ended"}
	}
	l.mu.Unlock()
	// Callers learn it now; what is left of the tree takes a moment.
	l.ways.Fail(l.Down())
	close(l.exited)
	status := l.tree.Finish()
	l.mu.Lock()
	l.status = status
	if crashed {
		l.cause = l.ways.Crash(status, l.cause)
	}
	l.mu.Unlock()
	err := l.ways.Settle()
	l.mu.Lock()
	l.err = err
	stop, cause := l.stopLife, l.cause
	l.mu.Unlock()
	if stop != nil {
		stop()
	}
	l.ways.Down(cause)
	close(l.ended)
}
