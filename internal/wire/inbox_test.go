package wire

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/holdfast-go/holdfast/transport"
)

func TestInbox(t *testing.T) {
	read := func(b *Inbox) string {
		m, err := b.Read()
		if err != nil {
			return err.Error()
		}
		return string(m)
	}
	closed := &transport.Error{Kind: transport.KindClosed, Detail: "closed"}
	lost := &transport.Error{Kind: transport.KindLost, Detail: "lost"}
	for _, c := range []struct {
		name  string
		ends  []error
		first bool // of the last end
		reads []string
	}{
		{"what came before the end is read", []error{lost}, true, []string{"one", "two", lost.Error(), lost.Error()}},
		{"not after a close", []error{closed}, true, []string{closed.Error()}},
		{"the first end counts", []error{lost, errors.New("later")}, false, []string{"one", "two", lost.Error()}},
		{"a close comes after another end", []error{lost, closed}, false, []string{closed.Error()}},
		{"nothing comes after a close", []error{closed, lost}, false, []string{closed.Error()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewInbox(0)
			b.Push([]byte("one"))
			b.Push([]byte("two"))
			first := false
			for _, err := range c.ends {
				first = b.End(err)
			}
			if first != c.first || !b.Push([]byte("late")) {
				t.Errorf("first %v", first)
			}
			for _, want := range c.reads {
				if got := read(b); got != want {
					t.Errorf("read %q, want %q", got, want)
				}
			}
		})
	}
}

func TestInboxIsBounded(t *testing.T) {
	b := NewInbox(5)
	for _, c := range []struct {
		message string
		fits    bool
	}{{"a large one alone", true}, {"x", false}} {
		if b.Push([]byte(c.message)) != c.fits {
			t.Errorf("%q fits: %v", c.message, !c.fits)
		}
	}
	if _, err := b.Read(); err != nil || !b.Push([]byte("12345")) || b.Push([]byte("6")) {
		t.Errorf("what was read takes no room: %v", err)
	}
}

// TestInboxWakes: a reader that waits gets what comes, and the end.
func TestInboxWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewInbox(0)
		got := make(chan string, 1)
		next := func() {
			m, err := b.Read()
			if err != nil {
				m = []byte(err.Error())
			}
			got <- string(m)
		}
		go next()
		synctest.Wait()
		b.Push([]byte("news"))
		if m := <-got; m != "news" {
			t.Errorf("read %q", m)
		}
		go next()
		synctest.Wait()
		b.End(errors.New("over"))
		if m := <-got; m != "over" {
			t.Errorf("read %q", m)
		}
	})
}
