package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/internal/faultfs"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// clock advances a second each time it is read.
func clock() func() time.Time {
	now := noon
	return func() time.Time { now = now.Add(time.Second); return now }
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// talk is a conversation with everything in it.
func talk(t *testing.T, id string) *Conversation {
	t.Helper()
	data := picture(t)
	return &Conversation{
		ID: id, Created: noon,
		Messages: []model.Message{
			model.Say(model.User, "Buy   red shoes\nfor "+id),
			{Role: model.Assistant, Blocks: model.Blocks{model.Reasoning{Text: "hm"}, model.ToolUse{ID: "c1", Name: "webpage_fill", Arguments: json.RawMessage(`{"z":1.50,"a":"x"}`)}}},
			{Role: model.User, Blocks: model.Blocks{model.ToolResult{ID: "c1", Content: model.Blocks{model.Text{Text: "ok"}, model.Image{MIME: "image/png", Data: data}}}, model.Image{MIME: "image/png", Data: data}}},
		},
		Items: []event.Item{
			{ID: "i1", Time: noon, Content: event.User{Text: "Buy   red shoes\nfor " + id}},
			{ID: "i2", Time: noon, Content: event.ToolCall{Tool: "webpage_fill", Arguments: json.RawMessage(`{"ref":"e1"}`), State: event.CallDone, Text: "ok", Images: []event.Picture{{MIME: "image/png", Width: 9, Data: data}}}},
		},
		Meter: model.Meter{Turns: 1, Total: model.Usage{Input: 100, Output: 5}, Cost: 0.01},
		Run:   json.RawMessage(`{"step":3}`),
	}
}

func mustOpen(t *testing.T, system *faultfs.FS, options ...Option) *Store {
	t.Helper()
	s, err := open(system, "h", append([]Option{WithClock(clock())}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSaveAndResume(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := s.Resume(); c != nil || err != nil {
		t.Fatalf("an empty folder gave %v, %v", c, err)
	}
	want := talk(t, "a")
	if err := s.Save(want); err != nil {
		t.Fatal(err)
	}
	if want.Title != "Buy red shoes for a" || want.Updated.IsZero() {
		t.Errorf("saved as %q, %v", want.Title, want.Updated)
	}
	again, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := again.Resume()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if fresh := New(noon); checkID(fresh.ID) != nil || fresh.ID == New(noon).ID || fresh.title() != "" {
		t.Errorf("a new conversation is %+v", fresh)
	}
}

// TestCrashes crashes after every step of everything that a store does: at each
// byte of each write, and at every other operation.
func TestCrashes(t *testing.T) {
	short := func(id, said string) *Conversation {
		return &Conversation{ID: id, Created: noon, Messages: []model.Message{model.Say(model.User, said)}}
	}
	before := func(system *faultfs.FS) {
		s := mustOpen(t, system)
		for _, c := range []*Conversation{short("old", "old"), short("x", "x")} {
			if err := s.Archive(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Save(short("cur", "one")); err != nil {
			t.Fatal(err)
		}
	}
	said := func(c *Conversation) string { return c.Messages[0].Text() }
	for name, do := range map[string]func(*Store) error{
		"save":    func(s *Store) error { return s.Save(short("cur", "two")) },
		"archive": func(s *Store) error { return s.Archive(short("cur", "one")) },
		"switch":  func(s *Store) error { _, err := s.Switch(short("cur", "one"), "old"); return err },
		"delete":  func(s *Store) error { return s.Delete("x") },
	} {
		whole := &faultfs.FS{}
		before(whole)
		start := whole.Steps()
		if err := do(mustOpen(t, whole)); err != nil {
			t.Fatal(err)
		}
		for at := 1; at <= whole.Steps()-start; at++ {
			system := &faultfs.FS{}
			before(system)
			system = system.Reboot()
			system.CrashAfter = at
			var done error
			s, err := open(system, "h", WithClock(clock()))
			if err == nil {
				done = do(s)
			}
			after := mustOpen(t, system.Reboot(), WithNotify(func(b event.Body) { t.Errorf("%s crashed after %d: %+v", name, at, b) }))
			current, err := after.Resume()
			if err != nil {
				t.Fatalf("%s crashed after %d: %v", name, at, err)
			}
			there := map[string]string{}
			if current != nil {
				there[current.ID] = said(current)
			}
			list, err := after.List()
			if err != nil {
				t.Fatalf("%s crashed after %d: %v", name, at, err)
			}
			for _, e := range list {
				c, err := after.Load(e.ID)
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := there[e.ID]; !ok {
					there[e.ID] = said(c)
				}
			}
			if there["cur"] != "one" && (name != "save" || there["cur"] != "two") || there["old"] != "old" || there["x"] != "x" && name != "delete" {
				t.Fatalf("%s crashed after %d of %d: left %v", name, at, whole.Steps()-start, there)
			}
			if done == nil && s != nil && name == "save" && there["cur"] != "two" {
				t.Errorf("%s crashed after %d: it said that it was saved", name, at)
			}
			for _, file := range after.system.(*faultfs.FS).Names() {
				if strings.HasSuffix(file, ".tmp") {
					t.Errorf("%s crashed after %d: %s is left", name, at, file)
				}
			}
		}
	}
}

func TestDamagedFilesAreSetAside(t *testing.T) {
	good := &faultfs.FS{}
	if err := mustOpen(t, good).Save(talk(t, "a")); err != nil {
		t.Fatal(err)
	}
	whole, err := good.ReadFile("h/session.json")
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string][]byte{"null": []byte("null"), "no id": []byte("{}"), "bad id": []byte(`{"id":"../x"}`), "zeros": make([]byte, 50)}
	for i := range len(whole) - 2 { // without the last brace and the line end
		damages[fmt.Sprintf("cut at %d", i)] = whole[:i]
	}
	for name, text := range damages {
		system := &faultfs.FS{}
		system.Put("h/session.json", text)
		system.Put("h/archive/b.json", text)
		problems := 0
		s := mustOpen(t, system, WithNotify(func(b event.Body) {
			if b.(event.Problem).Code == CodeDamaged {
				problems++
			}
		}))
		if c, err := s.Resume(); c != nil || err != nil {
			t.Fatalf("%s: resumed %+v, %v", name, c, err)
		}
		if list, err := s.List(); len(list) != 0 || err != nil {
			t.Fatalf("%s: listed %+v, %v", name, list, err)
		}
		if err := s.Save(talk(t, "c")); err != nil || problems != 2 {
			t.Fatalf("%s: %v, %d problems", name, err, problems)
		}
		aside := 0
		for _, file := range system.Names() {
			if strings.HasSuffix(file, ".damaged") {
				aside++
			}
		}
		if aside != 2 {
			t.Fatalf("%s: the files are %v", name, system.Names())
		}
	}
	// A file of another version is no damage.
	system := &faultfs.FS{}
	system.Put("h/session.json", []byte(`{"version":2,"messages":"changed"}`))
	if _, err := mustOpen(t, system).Resume(); !errors.Is(err, ErrNewer) || len(system.Names()) != 1 {
		t.Errorf("a newer file gave %v, %v", err, system.Names())
	}
}

func TestNoRoomCostsImagesFirst(t *testing.T) {
	c := talk(t, "a")
	full := len(marshal(t, c))
	bare := len(marshal(t, c.WithoutImages()))
	system := &faultfs.FS{Quota: bare + (full-bare)/2}
	var told []event.Code
	s := mustOpen(t, system, WithNotify(func(b event.Body) { told = append(told, b.(event.Problem).Code) }))
	for range 2 {
		system.Put("h/session.json", nil) // room for one file only
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Resume()
	if err != nil || got.hasImages() || !got.Imageless || got.Messages[2].Blocks[1] != (model.Text{Text: leftOut}) || !c.hasImages() {
		t.Errorf("resumed %+v, %v", got, err)
	}
	if diff := cmp.Diff([]event.Code{CodeImagesLeftOut}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	// Not even that: the last state stays, the run has its conversation.
	told = nil
	system.Quota = 10
	if err := s.Save(c); !errors.Is(err, faultfs.ErrFull) {
		t.Errorf("a full disk gave %v", err)
	}
	if again, err := s.Resume(); err != nil || again == nil || again.ID != "a" {
		t.Errorf("the last state is %+v, %v", again, err)
	}
	if diff := cmp.Diff([]event.Code{CodeNotSaved}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	system.Quota = 0
	if err := s.Save(c); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func marshal(t *testing.T, c *Conversation) []byte {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestArchive(t *testing.T) {
	system := &faultfs.FS{}
	s := mustOpen(t, system)
	for i := range maxArchived + 5 {
		if err := s.Archive(talk(t, fmt.Sprintf("c%03d", i))); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.List()
	if err != nil || len(list) != maxArchived || list[0].ID != "c104" || list[99].ID != "c005" || list[0].Title != "Buy red shoes for c104" || list[0].Items != 2 {
		t.Fatalf("%d are listed, the first %+v, %v", len(list), list[0], err)
	}
	if c, err := s.Load("c050"); err != nil || c.hasImages() || !c.Imageless || string(c.Run) != `{"step":3}` {
		t.Errorf("loaded %+v, %v", c, err)
	}
	for _, id := range []string{"c000", "nobody"} {
		if _, err := s.Load(id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, id := range []string{"", "../session", "a/b", ".", `a\b`, "a.json", strings.Repeat("a", 101)} {
		_, load := s.Load(id)
		_, swap := s.Switch(nil, id)
		if load == nil || swap == nil || s.Delete(id) == nil || s.Save(&Conversation{ID: id}) == nil || s.Archive(&Conversation{ID: id}) == nil {
			t.Errorf("the id %q was taken", id)
		}
	}
	// Switching to the oldest does not lose it to the one that comes in.
	now := talk(t, "now")
	if err := s.Save(now); err != nil {
		t.Fatal(err)
	}
	c, err := s.Switch(now, "c005")
	if err != nil || c.ID != "c005" {
		t.Fatalf("switched to %+v, %v", c, err)
	}
	if c, err := s.Resume(); err != nil || c.ID != "c005" {
		t.Errorf("in use is %+v, %v", c, err)
	}
	if _, err := s.Load("now"); err != nil {
		t.Errorf("the one before is lost: %v", err)
	}
	if _, err := s.Switch(c, "nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("switched to nobody: %v", err)
	}
	// Looking at an old one does not make it new.
	if _, err := s.Switch(c, "c050"); err != nil {
		t.Fatal(err)
	}
	if list, _ := s.List(); list[len(list)-1].ID != "c006" && list[len(list)-1].ID != "c005" {
		t.Errorf("the oldest is %+v", list[len(list)-1])
	}
	if err := s.Delete("c050"); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Resume(); c != nil || err != nil {
		t.Errorf("a deleted conversation is in use: %+v, %v", c, err)
	}
	if err := s.Archive(New(noon)); err != nil {
		t.Error(err)
	}
	if list, _ := s.List(); list[0].ID != "now" {
		t.Errorf("an empty conversation was archived: %+v", list[0])
	}
}

func TestSecretsAreNotInFiles(t *testing.T) {
	const password, key = "hunter-22 <b>", "sk-0123456789abcdef"
	var secrets secret.Store
	for name, v := range map[string]string{"shop": password, "key": key, "odd": "tool_use", "image": "iVBORw0KGgo"} {
		if err := secrets.Add(secret.Secret{Name: name, Value: v, Sites: []string{"*"}}); err != nil {
			t.Fatal(err)
		}
	}
	c := talk(t, "a")
	leak := "page shows " + password + " and " + key
	quoted, err := json.Marshal(leak)
	if err != nil {
		t.Fatal(err)
	}
	c.Messages = append(c.Messages, model.Say(model.User, leak), model.Message{Role: model.Assistant, Blocks: model.Blocks{
		model.ToolUse{ID: "c2", Name: "webpage_fill", Arguments: json.RawMessage(`{"value":` + string(quoted) + `,"n":1.50}`)}, model.Text{Text: leak}, model.Reasoning{Text: leak},
	}})
	c.Items = append(c.Items,
		event.Item{ID: "i8", Content: event.Answered{Text: leak, Reasoning: leak}},
		event.Item{ID: "i9", Content: event.ToolCall{Tool: "webpage_fill", Arguments: json.RawMessage(`{"value":` + string(quoted) + `}`), Text: leak, State: event.CallDone}},
		event.Item{ID: "i10", Content: event.Notice{Level: event.Failure, Text: event.Words(leak)}},
		event.Item{ID: "i11", Content: event.ApprovalCard{Approval: event.Approval{Detail: leak}}},
	)
	c.Run = json.RawMessage(`{"pending":` + string(quoted) + `}`)
	system := &faultfs.FS{}
	s := mustOpen(t, system, WithMask(secrets.Mask))
	if err := s.Save(c); err != nil {
		t.Fatal(err)
	}
	got, err := s.Resume()
	if err != nil || got == nil || !got.hasImages() || len(got.Messages) != len(c.Messages) {
		t.Fatalf("a masked conversation cannot be read: %+v, %v", got, err)
	}
	if use := got.Messages[1].Uses(); string(use[0].Arguments) != `{"z":1.50,"a":"x"}` {
		t.Errorf("arguments without a secret are %s", use[0].Arguments)
	}
	if err := s.Archive(c); err != nil {
		t.Fatal(err)
	}
	exported, err := c.JSON(secrets.Mask)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"JSON": string(exported), "Markdown": c.Markdown(secrets.Mask, lang.English)}
	for _, name := range system.Names() {
		data, err := system.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	for name, text := range texts {
		if strings.Contains(text, "hunter-22") || strings.Contains(text, key) {
			t.Errorf("%s holds a secret:\n%s", name, text)
		}
		if !strings.Contains(text, "secret:shop") {
			t.Errorf("%s does not hold the placeholder:\n%s", name, text)
		}
	}
	var back Conversation
	if err := json.Unmarshal(exported, &back); err != nil || back.Run != nil || back.hasImages() {
		t.Errorf("the export reads as %+v, %v", back, err)
	}
}

func TestOptions(t *testing.T) {
	for name, o := range map[string]Option{"mask": WithMask(nil), "notify": WithNotify(nil), "clock": WithClock(nil), "none": WithMaxArchived(0), "many": WithMaxArchived(101)} {
		if _, err := Open(t.TempDir(), o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
