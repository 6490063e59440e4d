package openai

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
)

// calls puts tool calls together from their fragments.
type calls struct {
	list    []*call
	byID    map[string]*call
	byIndex map[int]*call
	current *call
}

type call struct {
	id        string
	given     bool // the endpoint gave the id
	indexed   bool
	name      string
	arguments []byte
	half      halfPair // of the arguments
}

// add takes a fragment and reports whether it began a call.
func (c *calls) add(p callPart) bool {
	before := len(c.list)
	k := c.owner(p)
	c.current = k
	k.rename(p.Function.Name)
	k.arguments = append(k.arguments, fragment(k.half.join(p.Function.Arguments))...)
	return len(c.list) > before
}

// owner returns the call that a fragment belongs to.
func (c *calls) owner(p callPart) *call {
	if p.ID != "" {
		if k := c.byID[p.ID]; k != nil {
			return k
		}
		if k := c.awaiting(p); k != nil {
			k.id, k.given = p.ID, true
			c.name(k)
			return k
		}
		return c.begin(p)
	}
	k := c.current
	if p.Index != nil {
		k = c.byIndex[*p.Index]
		if k == nil && c.current != nil && !c.current.indexed && p.Function.Name == "" {
			k = c.current
			c.index(k, *p.Index)
		}
	}
	if k == nil || k.over(p) {
		return c.begin(p)
	}
	return k
}

// awaiting returns the call that began under the index without an id and got
// nothing but its name: the id is late, it does not start another call.
func (c *calls) awaiting(p callPart) *call {
	if p.Index == nil {
		return nil
	}
	k := c.byIndex[*p.Index]
	if k == nil || k.given || len(k.arguments) > 0 || p.Function.Name != "" && p.Function.Name != k.name {
		return nil
	}
	return k
}

// over reports whether a fragment without an id is the next call of an endpoint
// that gives no ids at all and names each call once, whole.
func (k *call) over(p callPart) bool {
	return !k.given && p.Function.Name != "" && isObject(k.arguments) && len(bytes.TrimSpace(fragment(p.Function.Arguments))) > 0
}

func (c *calls) begin(p callPart) *call {
	k := &call{id: p.ID, given: p.ID != ""}
	if !k.given {
		// Conversations keep ids, so one from an earlier turn must not come again.
		k.id = "call_" + strings.ToLower(rand.Text()[:16])
	}
	c.list = append(c.list, k)
	c.name(k)
	if p.Index != nil {
		c.index(k, *p.Index)
	}
	return k
}

func (c *calls) name(k *call) {
	if c.byID == nil {
		c.byID = map[string]*call{}
	}
	c.byID[k.id] = k
}

func (c *calls) index(k *call, i int) {
	if c.byIndex == nil {
		c.byIndex = map[int]*call{}
	}
	c.byIndex[i] = k
	k.indexed = true
}

// rename takes a name or a piece of one. Endpoints repeat names, and a few send
// them in pieces; a name that comes out wrong is no tool's.
func (k *call) rename(name string) {
	switch {
	case name == k.name:
	case strings.HasPrefix(name, k.name):
		k.name = name
	default:
		k.name += name
	}
}

// fragment returns a piece of arguments: a JSON string of JSON, or, from some
// endpoints, the object itself.
func fragment(raw json.RawMessage) []byte {
	if s, ok := asString(raw); ok {
		return []byte(s)
	}
	if string(raw) == "null" {
		return nil
	}
	return raw
}

func isObject(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}

// whole reports whether the arguments are there to their end.
func (k *call) whole() bool { return json.Valid(k.arguments) }

// use returns the finished call. Nothing at all is a call without arguments.
func (k *call) use() model.ToolUse {
	u := model.ToolUse{ID: k.id, Name: k.name, Arguments: json.RawMessage("{}")}
	text := bytes.TrimSpace(append(k.arguments, k.half.rest()...))
	if s, ok := asString(text); ok && isObject([]byte(s)) {
		text = []byte(s) // encoded twice, which loses nothing
	}
	switch {
	case isObject(text):
		u.Arguments = bytes.Clone(bytes.TrimSpace(text))
	case len(text) > 0 && string(text) != "null":
		u.Malformed = strings.ToValidUTF8(string(text), "\ufffd")
	}
	return u
}
