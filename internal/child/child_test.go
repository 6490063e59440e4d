package child

import (
	"strings"
	"testing"
)

func TestSandboxRefused(t *testing.T) {
	for _, test := range []struct {
		goos string
		euid int
		want bool
	}{{"linux", 0, true}, {"linux", 1000, false}, {"darwin", 0, false}, {"windows", -1, false}} {
		if got := SandboxRefused(test.goos, test.euid); got != test.want {
			t.Errorf("%s as %d: %v", test.goos, test.euid, got)
		}
	}
}

func TestOutput(t *testing.T) {
	o := NewOutput()
	o.Watch("DevTools listening on ")
	for _, chunk := range []string{"warning: x\nDevTools lis", "tening on ws://127.0.0.1:5/x", " \nDevTools listening on ws://second/\n"} {
		if n, err := o.Write([]byte(chunk)); n != len(chunk) || err != nil {
			t.Fatalf("wrote %d, %v", n, err)
		}
	}
	if got := <-o.Found(); got != "ws://127.0.0.1:5/x" {
		t.Errorf("found %q", got)
	}
	long := NewOutput()
	for range 2000 {
		if _, err := long.Write([]byte("[1:2:ERROR:dbus/bus.cc:405] no bus\nline of output\n")); err != nil {
			t.Fatal(err)
		}
	}
	if len(long.kept) > keptOutput {
		t.Errorf("keeps %d bytes", len(long.kept))
	}
	if got := long.Last(); strings.Count(got, "\n") != shownLines-1 || strings.Contains(got, "dbus") {
		t.Errorf("shows %q", got)
	}
}

// A program that prints without end of line takes no memory for it, and the line
// behind it is found.
func TestOutputIsBounded(t *testing.T) {
	o := NewOutput()
	o.Watch("READY ")
	garbage := []byte(strings.Repeat("x", 100<<10))
	for range 20 {
		if _, err := o.Write(garbage); err != nil {
			t.Fatal(err)
		}
	}
	if len(o.line) > longestLine {
		t.Errorf("keeps %d bytes of a line", len(o.line))
	}
	if _, err := o.Write([]byte("\nREADY 7\n")); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-o.Found():
		if got != "7" {
			t.Errorf("found %q", got)
		}
	default:
		t.Error("the line behind it was not found")
	}
}

// Sockets have short paths where there are sockets.
func TestTooLong(t *testing.T) {
	long := strings.Repeat("x", mostTemp+1)
	for _, test := range []struct {
		goos, path string
		want       bool
	}{{"linux", long, true}, {"linux", long[1:], false}, {"darwin", long, true}, {"windows", long, false}} {
		if got := tooLong(test.goos, test.path); got != test.want {
			t.Errorf("%d bytes on %s: %v", len(test.path), test.goos, got)
		}
	}
}
