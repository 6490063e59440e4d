package tools

import (
	"bytes"
	"encoding/json"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

func TestRecordAndExport(t *testing.T) {
	p := newFake()
	page := p.add("T1", "Shop", "http://shop.test/")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 300, 40))); err != nil {
		t.Fatal(err)
	}
	page.shot = &browser.Screenshot{Data: picture.Bytes(), Format: browser.PNG, Width: 300, Height: 40, Scale: 1}
	dir := filepath.Join(t.TempDir(), "recordings")
	c, err := New(p, WithRecordings(dir))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	run := func(c *Catalogue, arguments string) (*Result, string) {
		t.Helper()
		result, err := c.Call(t.Context(), "webpage_record", json.RawMessage(arguments))
		if err != nil {
			return nil, err.Error()
		}
		return result, ""
	}
	if _, said := run(c, `{"action":"export"}`); !strings.Contains(said, "no picture") {
		t.Errorf("an export of nothing: %q", said)
	}
	if _, said := run(c, `{"action":"start"}`); said != "" {
		t.Fatal(said)
	}
	for _, call := range []string{"webpage_click", "webpage_hover"} {
		if _, err := c.Call(t.Context(), call, json.RawMessage(`{"ref":"e1","session_id":"T1"}`)); err != nil {
			t.Fatal(err)
		}
	}
	result, said := run(c, `{"action":"stop"}`)
	if said != "" || !strings.Contains(result.Text, "2 pictures") {
		t.Fatalf("stop: %v %s", result, said)
	}
	result, said = run(c, `{"action":"export"}`)
	if said != "" || len(result.Images) != 1 || result.Images[0].MIME != "image/gif" {
		t.Fatalf("export without a path: %+v %s", result, said)
	}
	if file, err := gif.DecodeAll(bytes.NewReader(result.Images[0].Data)); err != nil || len(file.Image) != 2 {
		t.Errorf("the animation: %v", err)
	}
	for _, name := range []string{"a.gif", "pictures"} {
		if _, said := run(c, `{"action":"export","path":"`+name+`"}`); said != "" {
			t.Error(said)
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
		if _, said := run(c, `{"action":"export","path":"`+name+`"}`); !strings.Contains(said, "already") {
			t.Errorf("%s was written over: %q", name, said)
		}
		if _, said := run(plain, `{"action":"export","path":"`+name+`"}`); !strings.Contains(said, "no folder") {
			t.Errorf("without a folder: %q", said)
		}
	}
	for _, path := range []string{"../a.gif", "/tmp/a.gif", `..\\a.gif`, "x/a.gif", "."} {
		if _, said := run(c, `{"action":"export","path":"`+path+`"}`); !strings.Contains(said, string(browser.CodeInvalidArgument)) {
			t.Errorf("%s: %q", path, said)
		}
	}
}
