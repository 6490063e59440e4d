package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Info is what is known about a model.
type Info struct {
	// ID is the name by which endpoints know it.
	ID string `json:"id"`
	// Context is the window in tokens: request and answer together. 0 is unknown.
	Context int `json:"context,omitempty"`
	// MaxOutput is the longest answer in tokens. 0 is unknown.
	MaxOutput int `json:"max_output,omitempty"`
	// Vision says that it takes images.
	Vision    bool           `json:"vision,omitempty"`
	Price     Price          `json:"price"`
	Reasoning ReasoningStyle `json:"reasoning,omitempty"`
}

// ReasoningStyle is how a model thinks, as far as requests and answers differ.
type ReasoningStyle string

// The styles.
const (
	// ReasoningNone: an ordinary model.
	ReasoningNone ReasoningStyle = ""
	// ReasoningHidden: it takes max_completion_tokens and an effort, no
	// temperature, and keeps its thoughts (the o-series, gpt-5).
	ReasoningHidden ReasoningStyle = "hidden"
	// ReasoningShown: its thoughts come beside the answer and are not sent back.
	ReasoningShown ReasoningStyle = "shown"
	// ReasoningEchoed: its thoughts come beside the answer and must be sent back
	// with the tool calls of the task at hand.
	ReasoningEchoed ReasoningStyle = "echoed"
)

// Registry knows models by name. It is a value: [Registry.With] returns another
// one. The zero Registry is empty; [Known] is not.
type Registry struct{ byID map[string]Info }

// With returns a registry that knows these models too; of two with one ID the
// later counts.
func (r Registry) With(infos ...Info) Registry {
	byID := maps.Clone(r.byID)
	if byID == nil {
		byID = make(map[string]Info, len(infos))
	}
	for _, i := range infos {
		byID[i.ID] = i
	}
	return Registry{byID}
}

// All returns the known models ordered by ID.
func (r Registry) All() []Info {
	return slices.SortedFunc(maps.Values(r.byID), func(a, b Info) int { return cmp.Compare(a.ID, b.ID) })
}

// Lookup finds a model by the name that an endpoint uses: its ID, also behind
// the name of a vendor (openai/gpt-4o) and before a date or a variant
// (gpt-4o-2024-11-20, qwen3:8b). The longest ID that fits counts. The ID of the
// answer is the one in the registry.
func (r Registry) Lookup(name string) (Info, bool) {
	if i, ok := r.byID[name]; ok {
		return i, true
	}
	name = strings.ToLower(name)
	for rest := name; ; {
		if i, ok := r.longest(rest); ok {
			return i, true
		}
		var ok bool
		if _, rest, ok = strings.Cut(rest, "/"); !ok {
			return Info{}, false
		}
	}
}

func (r Registry) longest(name string) (Info, bool) {
	for end := len(name); end > 0; {
		if i, ok := r.byID[name[:end]]; ok && (end == len(name) || variant(name[end:])) {
			return i, true
		}
		end = strings.LastIndexAny(name[:end], "-:@")
	}
	return Info{}, false
}

// variant reports whether what follows an ID leaves the model what it is: a
// date, a tag, "latest". Anything else may be another model (gpt-4o-audio).
func variant(rest string) bool {
	if rest[0] != '-' {
		return true
	}
	rest = rest[1:]
	return rest == "latest" || rest == "preview" || rest != "" && strings.Trim(rest, "0123456789-") == ""
}
