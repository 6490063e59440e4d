package holdfasttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// scripts is the text of the reader's page scripts. It is left out of recordings
// and comparisons: what the scripts answer counts, and is recorded.
type scripts string

// instead stands in their place.
const instead = "/* page scripts of holdfast */"

// newScripts asks a reader for its scripts.
func newScripts() (scripts, error) {
	reader, err := dom.New(nobody{})
	if err != nil {
		return "", err
	}
	text, world, err := reader.Script()
	if err != nil {
		return "", err
	}
	// The world's name is handed to them at the end.
	text, found := strings.CutSuffix(text, fmt.Sprintf("(%q)", world))
	if !found {
		return "", errors.New("the reader's scripts do not end with the name of its world")
	}
	return scripts(text), nil
}

// option applies to recordings and replays alike.
func (s scripts) option() replay.Option { return replay.WithRedact(s.drop) }

// drop takes the scripts out of a command.
func (s scripts) drop(message []byte) []byte {
	if len(message) < len(s) || !bytes.Contains(message, []byte(`"method"`)) {
		return message
	}
	var command, params map[string]json.RawMessage
	if json.Unmarshal(message, &command) != nil || json.Unmarshal(command["params"], &params) != nil {
		return message
	}
	changed := false
	for _, member := range []string{"expression", "source", "functionDeclaration"} {
		var code string
		if json.Unmarshal(params[member], &code) != nil || !strings.Contains(code, string(s)) {
			continue
		}
		short, err := json.Marshal(strings.ReplaceAll(code, string(s), instead))
		if err != nil {
			return message
		}
		params[member], changed = short, true
	}
	if !changed {
		return message
	}
	var err error
	if command["params"], err = json.Marshal(params); err != nil {
		return message
	}
	short, err := json.Marshal(command)
	if err != nil {
		return message
	}
	return short
}

// nobody is a Caller for a reader of which nothing is asked but its scripts.
type nobody struct{}

func (nobody) Call(_ context.Context, method string, _, _ any) error {
	return fmt.Errorf("%s: there is no page", method)
}
