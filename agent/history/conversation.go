package history

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// version is that of the form of the files.
const version = 1

// Conversation is all that a run needs to go on, and a person to read it.
type Conversation struct {
	Version int       `json:"version"`
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	// Updated is when it was saved last.
	Updated time.Time `json:"updated"`
	// Messages are what the model has read and said.
	Messages []model.Message `json:"messages"`
	// Items are what people have seen.
	Items []event.Item `json:"items"`
	Meter model.Meter  `json:"meter"`
	// Run is the runner's own state, a JSON value: where it stands, what it was
	// about to do.
	Run json.RawMessage `json:"run,omitempty"`
	// Imageless: images were left out.
	Imageless bool `json:"imageless,omitempty"`
}

// New makes an empty conversation with an id of its own.
func New(now time.Time) *Conversation {
	now = now.Round(0).UTC()
	return &Conversation{
		Version: version, ID: now.Format("20060102-150405-") + strings.ToLower(rand.Text()[:10]), Created: now, Updated: now,
		Messages: []model.Message{}, Items: []event.Item{},
	}
}

// goodID is what an id may be: it names a file.
var goodID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

func checkID(id string) error {
	if !goodID.MatchString(id) {
		return fmt.Errorf("history: %.40q is no id of a conversation", id)
	}
	return nil
}

// titleLimit is how long a title is, in characters.
const titleLimit = 60

// title is the beginning of the first thing that the user said.
func (c *Conversation) title() string {
	said := ""
	for _, item := range c.Items {
		if u, ok := item.Content.(event.User); ok {
			said = u.Text
			break
		}
	}
	for _, m := range c.Messages {
		if said != "" {
			break
		}
		if m.Role == model.User {
			said = m.Text()
		}
	}
	said = strings.Join(strings.Fields(said), " ")
	if utf8.RuneCountInString(said) > titleLimit {
		said = strings.TrimSpace(string([]rune(said)[:titleLimit-1])) + "…"
	}
	return said
}

func (c *Conversation) entry() event.Conversation {
	return event.Conversation{ID: c.ID, Title: c.Title, Created: c.Created, Updated: c.Updated, Items: len(c.Items)}
}

// leftOut stands where an image was.
const leftOut = "[image left out]"

// WithoutImages returns a copy of the conversation in which words stand for the
// images. The conversation itself stays as it is.
func (c *Conversation) WithoutImages() *Conversation {
	bare := *c
	bare.Imageless = true
	bare.Messages = make([]model.Message, len(c.Messages))
	for i, m := range c.Messages {
		bare.Messages[i] = model.Message{Role: m.Role, Blocks: withoutImages(m.Blocks)}
	}
	bare.Items = make([]event.Item, len(c.Items))
	for i, item := range c.Items {
		if call, ok := item.Content.(event.ToolCall); ok && len(call.Images) > 0 {
			pictures := make([]event.Picture, len(call.Images))
			for j, p := range call.Images {
				pictures[j] = p
				pictures[j].Data = nil
			}
			call.Images = pictures
			item.Content = call
		}
		bare.Items[i] = item
	}
	return &bare
}

func withoutImages(blocks model.Blocks) model.Blocks {
	bare := make(model.Blocks, len(blocks))
	for i, b := range blocks {
		switch b := b.(type) {
		case model.Image:
			bare[i] = model.Text{Text: leftOut}
		case model.ToolResult:
			b.Content = withoutImages(b.Content)
			bare[i] = b
		default:
			bare[i] = b
		}
	}
	return bare
}

// hasImages reports whether WithoutImages would leave something out.
func (c *Conversation) hasImages() bool {
	for _, m := range c.Messages {
		for _, b := range m.Blocks {
			switch b := b.(type) {
			case model.Image:
				return true
			case model.ToolResult:
				for _, inner := range b.Content {
					if _, ok := inner.(model.Image); ok {
						return true
					}
				}
			}
		}
	}
	for _, item := range c.Items {
		if call, ok := item.Content.(event.ToolCall); ok {
			for _, p := range call.Images {
				if len(p.Data) > 0 {
					return true
				}
			}
		}
	}
	return false
}
