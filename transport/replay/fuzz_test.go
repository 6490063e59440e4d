package replay_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// FuzzOpen reads files of any lines and plays what they can be played: the
// commands that they hold, in their order.
func FuzzOpen(f *testing.F) {
	seeds := [][]byte{
		script(f, "> 1 A {}", "* E {}", "< 1 {}", done),
		script(f, `> 1 Target.attachToTarget {"targetId":"S"}`, `* Target.attachedToTarget {"sessionId":"S"}`, `< 1 {"sessionId":"S"}`,
			"S: > 2 A {}", "S: < 2 {}", `{"op":"end","stream":1,"error":{"kind":"lost"}}`),
		script(f, `> 1 A {"x":"w0123456789abcdef"}`, `< 1 {"x":"w0123456789abcdef"}`, `{"op":"stop","error":{"kind":"lost","detail":"limit"}}`),
		zip(f, `{"format":"holdfast-replay","version":1,"host":"tabs"}`,
			`{"op":"receive","stream":0,"message":{"method":"Host.event","params":{"kind":"tab_opened","tab":{"id":"T"}}}}`,
			`{"op":"send","stream":0,"message":{"id":1,"method":"Tabs.list"}}`,
			`{"op":"receive","stream":0,"message":{"id":1,"result":{"tabs":[{"id":"T"}]}}}`,
			`{"op":"receive","stream":3,"raw":"AAAA"}`,
			`{"op":"receive","stream":0,"message":{"method":"Host.event","params":{"kind":"down","error":{"kind":"lost"}}}}`, done),
	}
	for _, s := range seeds {
		f.Add(unzip(f, s), true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, plain bool) {
		file := data
		if plain {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			if _, err := w.Write(data); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			file = b.Bytes()
		}
		for _, opts := range [][]replay.OpenOption{{replay.WithLimit(1 << 20)}, {replay.WithLimit(1 << 20), replay.WithLenient()}} {
			p, err := replay.Open(bytes.NewReader(file), opts...)
			if err != nil {
				continue
			}
			playAll(t, p, data)
			_ = p.Close()
			for range p.Events() {
			}
		}
	})
}

// playAll sends the commands of the lines to the host.
func playAll(t *testing.T, p replay.Player, lines []byte) {
	// A recording may have the command without its reply.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	s, err := p.Stream(ctx, "")
	if err != nil {
		return
	}
	for text := range strings.Lines(string(lines)) {
		var l struct {
			Op      string          `json:"op"`
			Stream  int             `json:"stream"`
			Message json.RawMessage `json:"message"`
		}
		if json.Unmarshal([]byte(text), &l) == nil && l.Op == "send" && l.Stream == 1 {
			if err := s.Write(l.Message); err != nil {
				if te, ok := errors.AsType[*transport.Error](err); !ok || te.Kind == "" {
					t.Errorf("the error %v is none of the transport's", err)
				}
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Read(); err == nil {
		t.Error("a closed stream gives messages")
	}
}
