package agent

import (
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
)

const (
	// mostRepeats is how often the same may be done on the same page before the
	// model is told (the number).
	mostRepeats = 3
	// remembered is how many calls are looked back on: a loop of several steps has
	// to come round three times within it.
	remembered = 24
)

const changeCourse = "You have made the same call on the same page three times, with the same result. Doing it again will not help. " +
	"Take another way: read the page anew, use another element, another page or another tool, or answer that it cannot be done and why."

// repeats finds calls that lead nowhere: the same tool with the same arguments
// and the same result, on a page that looked the same.
type repeats struct {
	page  [sha256.Size]byte // the last outline
	calls [][sha256.Size]byte
}

// note takes a call in, and returns how often it was made.
func (r *repeats) note(use model.ToolUse, result *tools.Result) int {
	text := result.Text
	if s := result.Snapshot; s != nil && s.Outline != nil {
		text = s.Outline.String() // without the epoch, which is never the same
		r.page = sha256.Sum256([]byte(s.URL + "\n" + text))
	}
	var arguments map[string]any
	_ = json.Unmarshal(use.Arguments, &arguments)
	delete(arguments, "since")
	plain, _ := json.Marshal(arguments) // keys in order
	h := sha256.New()
	for _, part := range [][]byte{[]byte(use.Name), plain, []byte(text), r.page[:]} {
		h.Write(part)
		h.Write([]byte{0})
	}
	call := [sha256.Size]byte(h.Sum(nil))
	r.calls = append(r.calls, call)
	if extra := len(r.calls) - remembered; extra > 0 {
		r.calls = slices.Delete(r.calls, 0, extra)
	}
	n := 0
	for _, c := range r.calls {
		if c == call {
			n++
		}
	}
	if n >= mostRepeats {
		// It was told; it is told again after as many.
		r.calls = slices.DeleteFunc(r.calls, func(c [sha256.Size]byte) bool { return c == call })
	}
	return n
}
