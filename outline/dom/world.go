package dom

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

//go:embed js/*.js
var scripts embed.FS

// parts are the page scripts in the order in which they are installed. Each is
// one function expression that takes the shared object h and adds to it.
var parts = []string{
	"base", "nodes", "tags", "roles", "names", "state", "times", "counters", "words", "items", "passages", "identity", "recall", "sheets", "rows",
	"headings", "setting", "geometry", "hints", "place", "kept", "closed", "text", "walk", "controls", "region", "read",
	"box", "hit", "gate", "listeners", "adopt", "act", "guard", "after",
	"scroll", "selection", "preset", "sight",
	"owner", "revalidate", "wait",
}

// source returns the installer of the page scripts: one function expression
// that takes the name of the world's global and installs once. The table's
// nonce is drawn in the page, so that the text is the same for all documents:
// the browser compiles it once per process then.
var source = sync.OnceValues(func() (string, error) {
	var b strings.Builder
	b.WriteString("(key => {\nif (globalThis[key]) return;\nconst h = Object.create(null);\nh.key = key;\n")
	for _, name := range parts {
		text, err := scripts.ReadFile("js/" + name + ".js")
		if err != nil {
			return "", err
		}
		b.WriteString("(")
		bare(&b, text)
		b.WriteString(")(h);\n")
	}
	b.WriteString("Object.defineProperty(globalThis, key, { value: h });\n})")
	return b.String(), nil
})

// bare writes a script without its indents and the lines that are comments, three
// tenths of it: every page is sent it, and it is escaped and parsed on the way. No
// line of the scripts begins inside of a string.
func bare(b *strings.Builder, script []byte) {
	for line := range bytes.Lines(script) {
		if line = bytes.TrimLeft(line, " "); !bytes.HasPrefix(line, []byte("//")) {
			b.Write(line)
		}
	}
}

// notInstalled is what an expression gives in a world that lacks the scripts.
const notInstalled = "not installed"

// world is the isolated world of one frame group: a frame and the same-origin
// frames that its scripts can reach. It finds the frame's current document by
// itself and installs the page scripts there once per document.
//
// Execution context ids are numbers of a renderer process, so after a
// navigation to another process an old id may name somebody else's context. It
// does no harm: every expression looks for the world's own random global
// first, and what lacks it is never installed into before the world was asked
// for anew.
type world struct {
	caller  Caller
	name    string // the world's name and the name of its global: random
	loans   atomic.Int64
	hearing hearing
	holding holding

	inner bool // of a frame within what the reader reads; its loader id is of no use

	mu      sync.Mutex
	frame   string            // the frame's id; "" = the target's main frame, found on first use
	context int64             // execution context id of the current document, 0 = unknown
	nonce   string            // of the current document's table
	loader  string            // loader id of the current document
	shownIn string            // table of the elements that shown is about
	shown   map[uint32]string // frame ids
}

func newWorldName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails since Go 1.24
	return "w" + hex.EncodeToString(b[:])
}

// document says which document the last successful call ran in.
func (w *world) document() (frame, nonce, loader string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.frame, w.nonce, w.loader
}

type exceptionDetails struct {
	Text      string `json:"text"`
	Exception struct {
		Description string `json:"description"`
	} `json:"exception"`
}

func (e *exceptionDetails) err() error {
	text := e.Exception.Description
	if text == "" {
		text = e.Text
	}
	return fmt.Errorf("dom: page script failed: %.400s", text)
}

// evaluated is what a reply type tells about itself, so that call can retry.
type evaluated interface {
	// installed reports false when the world lacked the scripts.
	installed() bool
	exception() *exceptionDetails
}

// call runs h.function(args) in the world and decodes the reply. It installs
// the scripts where they are missing and follows the frame to its current
// document: what must not run in another document than the caller knew has to
// say so in its arguments (a table's nonce).
func (w *world) call(ctx context.Context, function string, args any, reply evaluated) error {
	text, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("dom: arguments of %s: %w", function, err)
	}
	first := ""
	if drop := w.holding.take(); drop != "" {
		first = fmt.Sprintf("globalThis[%q].forget(%s),", w.name, drop)
	}
	return w.evaluate(ctx, evaluateParams{
		Expression:    fmt.Sprintf("globalThis[%q]?(%sglobalThis[%q].%s(%s)):%q", w.name, first, w.name, function, text, notInstalled),
		ReturnByValue: true, AwaitPromise: true, Silent: true,
	}, reply)
}

// evaluate runs an expression that gives notInstalled where the scripts are
// missing. It chooses the context.
func (w *world) evaluate(ctx context.Context, params evaluateParams, reply evaluated) error {
	for attempt := 0; ; attempt++ {
		var err error
		if params.ContextID, err = w.contextID(ctx, attempt > 0); err != nil {
			return err
		}
		err = w.caller.Call(ctx, "Runtime.evaluate", params, reply)
		switch {
		case err != nil:
			// The context went with its document; the frame has another one now.
			if attempt < 3 && ctx.Err() == nil && contextGone(err) {
				continue
			}
			return err
		case reply.exception() != nil:
			return reply.exception().err()
		case !reply.installed():
			if attempt < 3 {
				continue
			}
			return errors.New("dom: the page navigates too fast to be read")
		}
		return nil
	}
}

type evaluateParams struct {
	Expression    string `json:"expression"`
	ContextID     int64  `json:"contextId"`
	ReturnByValue bool   `json:"returnByValue,omitempty"`
	AwaitPromise  bool   `json:"awaitPromise,omitempty"`
	Silent        bool   `json:"silent,omitempty"`
	ObjectGroup   string `json:"objectGroup,omitempty"`

	SerializationOptions *serialization `json:"serializationOptions,omitempty"`
}

// contextGone reports whether the command failed because its execution context
// ended. The protocol has no code of its own for it; these are Chrome's texts.
func contextGone(err error) bool {
	s := err.Error()
	for _, text := range []string{
		"Cannot find context with specified id",
		"Execution context was destroyed",
		"Inspected target navigated or closed",
		"uniqueContextId not found",
	} {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}

// contextID returns the execution context of the frame's current document with
// the scripts installed. With fresh it asks the browser anew.
func (w *world) contextID(ctx context.Context, fresh bool) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.context != 0 && !fresh {
		return w.context, nil
	}
	install, err := source()
	if err != nil {
		return 0, err
	}
	w.context = 0
	for attempt := 0; ; attempt++ {
		before, err := w.frameLoader(ctx)
		if err != nil {
			return 0, err
		}
		var made struct {
			ExecutionContextID int64 `json:"executionContextId"`
		}
		err = w.caller.Call(ctx, "Page.createIsolatedWorld", map[string]string{
			"frameId": w.frame, "worldName": w.name,
		}, &made)
		if err != nil {
			return 0, err
		}
		var nonce struct {
			Result struct {
				Value string `json:"value"`
			} `json:"result"`
			Exception *exceptionDetails `json:"exceptionDetails"`
		}
		err = w.caller.Call(ctx, "Runtime.evaluate", evaluateParams{
			Expression: fmt.Sprintf("%s(%q),globalThis[%q].nonce", install, w.name, w.name),
			ContextID:  made.ExecutionContextID, ReturnByValue: true, Silent: true,
		}, &nonce)
		if err == nil && nonce.Exception != nil {
			return 0, nonce.Exception.err()
		}
		var after string
		if err == nil {
			after, err = w.frameLoader(ctx)
		}
		// A navigation between the calls leaves them speaking of two documents.
		if (err == nil && after != before) || (err != nil && contextGone(err)) {
			if attempt < 3 && ctx.Err() == nil {
				continue
			}
			return 0, errors.New("dom: the page navigates too fast to be read")
		}
		if err != nil {
			return 0, err
		}
		w.context, w.nonce, w.loader = made.ExecutionContextID, nonce.Result.Value, after
		return w.context, nil
	}
}

type frameTree struct {
	Frame struct {
		ID       string `json:"id"`
		LoaderID string `json:"loaderId"`
	} `json:"frame"`
	Children []frameTree `json:"childFrames"`
}

func (t *frameTree) find(id string) *frameTree {
	if t.Frame.ID == id {
		return t
	}
	for i := range t.Children {
		if f := t.Children[i].find(id); f != nil {
			return f
		}
	}
	return nil
}

// frameLoader returns the loader id of the world's frame. It needs w.mu.
func (w *world) frameLoader(ctx context.Context) (string, error) {
	if w.inner {
		return "", nil
	}
	var reply struct {
		Tree frameTree `json:"frameTree"`
	}
	if err := w.caller.Call(ctx, "Page.getFrameTree", nil, &reply); err != nil {
		return "", err
	}
	if w.frame == "" {
		w.frame = reply.Tree.Frame.ID
	}
	f := reply.Tree.find(w.frame)
	if f == nil {
		return "", fmt.Errorf("dom: frame %s is gone", w.frame)
	}
	return f.Frame.LoaderID, nil
}
