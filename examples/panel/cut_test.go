package main

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// cutter stands between a panel's page and the program, and cuts every connection
// when it is told to.
type cutter struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
	work  sync.WaitGroup
}

// cutter gives the address under which the panel can be cut off.
func (b *bench) cutter() (*cutter, string) {
	b.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	c := &cutter{conns: map[net.Conn]bool{}}
	c.work.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", strings.TrimPrefix(b.base, "http://"))
			if err != nil {
				_ = near.Close() // the server has gone
				continue
			}
			c.hold(near, far)
			c.work.Go(func() { c.carry(near, far) })
			c.work.Go(func() { c.carry(far, near) })
		}
	})
	b.t.Cleanup(func() {
		_ = l.Close() // ends the loop
		c.cut()
		c.work.Wait()
	})
	return c, "http://" + l.Addr().String()
}

func (c *cutter) hold(conns ...net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range conns {
		c.conns[one] = true
	}
}

func (c *cutter) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from) // until it is cut
	_ = to.Close()
	_ = from.Close()
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.conns {
		_ = one.Close() // that is the cut
	}
	clear(c.conns)
}

// quick is a bench whose runs ask nothing and check nothing.
func quick(t *testing.T) *bench {
	t.Helper()
	b := newBench(t, blank{})
	w := &wire{b: b}
	defer w.cut()
	if r, err := w.put("quick", func(c *changedSettings) {
		c.Safety.AllSites, c.Advanced.Planner, c.Advanced.Checks = true, false, 0
	}); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	return b
}
