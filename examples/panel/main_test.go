package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// The program prints an address that opens the panel, and leaves nothing behind.
func TestProgram(t *testing.T) {
	testbrowser.Host(t) // there is a browser
	printed, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	f := flags{
		listen: "localhost:0", dir: t.TempDir(), out: out, get: func(string) string { return "" },
		log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	over := make(chan error, 1)
	go func() {
		over <- f.run(ctx, []chrome.Option{testbrowser.Flags()})
		_ = out.Close() // whoever still reads hears of it
	}()
	text := make([]byte, 200)
	n, err := printed.Read(text)
	if err != nil {
		t.Fatal(err, <-over)
	}
	link := regexp.MustCompile(`(http://[\w.:\[\]]+)/#token=(\w{20,})`).FindStringSubmatch(string(text[:n]))
	if link == nil {
		t.Fatalf("printed is %s", text[:n])
	}
	answer, err := http.Get(link[1])
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close() // it was read
	if err != nil || !strings.Contains(string(page), "app.mjs") || strings.Contains(string(page), link[2]) {
		t.Errorf("%s, %v", page, err)
	}
	one := &bench{t: t, base: link[1], web: &web{token: link[2]}}
	w := &wire{b: one}
	defer w.cut()
	w.must("1", "send", map[string]string{"text": "There is no model"})
	s, err := w.until(t.Context(), "the end", ended)
	if err != nil || s.Run.State != "failed" || !strings.Contains(string(s.Run.Reason), "settings") {
		t.Errorf("%+v, %v", s.Run, err)
	}
	stop()
	if err := <-over; err != nil {
		t.Error(err)
	}
}
