package chrome

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/transport"
)

// pipes returns our end of a pipe pair, and Chrome's ends of it.
func pipes(t *testing.T) (p *pipe, reads, writes *os.File) {
	t.Helper()
	reads, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, writes, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p = newPipe(from, to)
	t.Cleanup(func() { _ = errors.Join(p.Close(), reads.Close(), writes.Close()) })
	return p, reads, writes
}

func TestPipeMessages(t *testing.T) {
	p, reads, writes := pipes(t)
	big := strings.Repeat("x", 3*pipeBuffer)
	go func() {
		_, err := writes.WriteString("{}\x00" + big + "\x00cut short")
		if err := errors.Join(err, writes.Close()); err != nil {
			t.Error(err)
		}
	}()
	for _, want := range []string{"{}", big} {
		got, err := p.Read()
		if err != nil || string(got) != want {
			t.Fatalf("read %d bytes, %v; want %d", len(got), err, len(want))
		}
	}
	// Half a message is none.
	if got, err := p.Read(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("read %q, %v", got, err)
	}
	if err := p.Write([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 10)
	if n, err := reads.Read(got); err != nil || string(got[:n]) != "{}\x00" {
		t.Errorf("wrote %q, %v", got[:n], err)
	}
	if err := reads.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Write([]byte("{}")); !errors.Is(err, transport.ErrLost) {
		t.Errorf("writing to nobody: %v", err)
	}
}

// A Chrome that reads nothing holds up a Write until Close, not longer.
func TestCloseEndsStuckPipe(t *testing.T) {
	p, _, _ := pipes(t)
	ended := make(chan error, 2)
	go func() { ended <- p.Write(make([]byte, 10*pipeBuffer)) }()
	go func() {
		_, err := p.Read()
		ended <- err
	}()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, transport.ErrClosed) {
			t.Errorf("got %v", err)
		}
	}
	if err := p.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}
