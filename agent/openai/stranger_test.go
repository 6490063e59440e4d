package openai

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/testnpm"
)

// stranger is a mock server that others wrote, at a fixed version.
const stranger = "@dwmkerr/mock-llm@0.1.29"

// startStranger installs and starts it (43 MB) with a configuration, and returns
// its address.
func startStranger(t *testing.T, config string) string {
	t.Helper()
	folder := testnpm.Install(t, stranger)
	file := filepath.Join(folder, "config.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().(*net.TCPAddr)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("node", filepath.Join(folder, "node_modules", "@dwmkerr", "mock-llm", "dist", "main.js"), "--config", file)
	server.Env = append(os.Environ(), "HOST=127.0.0.1", fmt.Sprintf("PORT=%d", address.Port))
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	// The lines are read until the process is gone, so that it never waits.
	lines, done := make(chan string, 100), make(chan struct{})
	go func() {
		defer close(done)
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			default:
			}
		}
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-done
		_ = server.Wait()
	})
	limit := time.After(30 * time.Second)
	for {
		select {
		case line, ok := <-lines:
			switch {
			case !ok:
				t.Fatal("the server ended")
			case strings.Contains(line, "server running on"):
				return "http://" + address.String()
			}
		case <-limit:
			t.Fatal("the server does not listen within 30 s")
		}
	}
}

func TestServerOfOthers(t *testing.T) {
	base := startStranger(t, `
streaming:
  chunkSize: 3
  chunkIntervalMs: 1
rules:
  - path: "/v1/chat/completions"
    match: "@"
    response:
      status: 200
      content: |
        {"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"{{jmes request body.messages[-1].content}}, 你好"},"finish_reason":"stop"}]}
  - path: "/v1/chat/completions"
    match: "contains(body.messages[-1].content, 'slow down')"
    response:
      status: 429
      content: |
        {"error":{"message":"slow down","type":"rate_limit_error","code":"rate_limit_exceeded"}}
`)
	for _, path := range []string{"", "/v1"} {
		c, err := New(base+path, "m", WithRetries(0))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		r := model.Request{Messages: []model.Message{model.Say(model.User, "good day")}}
		got := stream(t.Context(), c, r)
		if got.err != nil || got.text != "good day, 你好" || got.finish.Stop != model.StopEnd || got.finish.Message.Text() != got.text {
			t.Errorf("%q: got %+v", path, got)
		}
		// It tells errors within a 200.
		r.Messages[0] = model.Say(model.User, "slow down")
		got = stream(t.Context(), c, r)
		if e, ok := errors.AsType[*model.Error](got.err); !ok || e.Kind != model.Provider || !e.Retryable || !strings.Contains(e.Message, "slow down") {
			t.Errorf("%q: got %v", path, got.err)
		}
	}
}
