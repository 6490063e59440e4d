package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

const orders = `<title>Orders</title><ul id=list>
<li>Lamp <button onclick="say('Lamp')">Delete</button>
<li>Chair <button onclick="say('Chair')">Delete</button>
<li>Table <button onclick="say('Table')">Delete</button></ul>
<p id=said>nothing</p><button id=over style="display:block;width:200px" onclick="say('covered')">Archive</button>
<button onclick="sort()">Sort</button><button onclick="rename()">Recycle</button><button onclick="cover()">Cover</button>
<iframe src="%s" width=300 height=120></iframe>
<script>
const list = document.getElementById('list');
const say = text => document.getElementById('said').textContent += ', ' + text;
const sort = () => list.append(...[...list.children].reverse());
const rename = () => { list.children[1].firstChild.data = 'Sofa '; };
const cover = () => {
	const b = document.getElementById('over').getBoundingClientRect();
	document.body.insertAdjacentHTML('beforeend', '<div style="position:absolute;background:red">Wait</div>');
	Object.assign(document.body.lastChild.style, {left: b.x + scrollX + 'px', top: b.y + scrollY + 'px', width: b.width + 'px', height: b.height + 'px'});
};
</script>`

const other = `<title>Other</title><button onclick="this.textContent = 'Voted'">Vote</button>`

// The programs of both libraries see and click the same things of one page, over
// one browser that neither of them started.
func TestPerception(t *testing.T) {
	server := testpage.New(t)
	server.Page("/frame", other)
	url := server.Page("", fmt.Sprintf(orders, server.Localhost("/frame")))
	address := testbrowser.Launch(t, chrome.WithPort()).Address()
	for _, library := range []struct {
		name string
		with func(context.Context, settings, func(Browser) error) error
	}{{"chromedp", withChromedp}, {"rod", withRod}} {
		t.Run(library.name, func(t *testing.T) {
			err := library.with(t.Context(), settings{connect: address, url: url}, func(b Browser) error {
				look(t, b)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// seen is a page with its last outline.
type seen struct {
	t *testing.T
	*Page
	*outline.Outline
	text string
}

func (s *seen) read() {
	s.t.Helper()
	var err error
	if s.Outline, s.text, err = s.Look(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// nth is the ref of one of the rows of a name.
func (s *seen) nth(role, name string, n int) refs.Ref {
	s.t.Helper()
	match, _ := s.Lookup(role, name)
	if len(match) <= n {
		s.t.Fatalf("%d rows are a %s %q:\n%s", len(match), role, name, s.text)
	}
	return match[n].Ref
}

func (s *seen) click(ref refs.Ref) {
	s.t.Helper()
	if err := s.Click(s.t.Context(), ref); err != nil {
		s.t.Fatal(err)
	}
}

func (s *seen) says(text string) {
	s.t.Helper()
	s.read()
	if !strings.Contains(s.text, text) {
		s.t.Fatalf("no %q in\n%s", text, s.text)
	}
}

func look(t *testing.T, b Browser) {
	page, err := NewPage(b)
	if err != nil {
		t.Fatal(err)
	}
	s := &seen{t: t, Page: page}
	s.read()
	lamp, chair := s.nth("button", "Delete", 0), s.nth("button", "Delete", 1)
	vote, archive := s.nth("button", "Vote", 0), s.nth("button", "Archive", 0)

	s.click(s.nth("button", "Sort", 0))
	s.click(lamp) // stands elsewhere now
	s.says(`"nothing, Lamp"`)

	s.click(s.nth("button", "Recycle", 0))
	var refused *dom.RefusedError
	if err := s.Click(t.Context(), chair); !errors.As(err, &refused) || refused.Outcome != dom.Mismatch {
		t.Errorf("clicking a row that became another: %v", err)
	}
	s.says(`"nothing, Lamp"`)
	var stale *refs.StaleError
	if err := s.Click(t.Context(), chair); !errors.As(err, &stale) {
		t.Errorf("clicking what the next outline did not show: %v", err)
	}

	s.click(vote)
	s.says(`button "Voted"`)

	s.picture(archive)
	s.click(s.nth("button", "Cover", 0))
	if err := s.Click(t.Context(), archive); !errors.As(err, &refused) || refused.Outcome != dom.Occluded {
		t.Errorf("clicking what is covered: %v", err)
	}

	// A program that lends no sessions is told so.
	if s.Page, err = NewPage(unlent{b}); err != nil {
		t.Fatal(err)
	}
	s.says(`iframe`)
	if strings.Contains(s.text, "Vote") || !strings.Contains(s.text, "cannot be read") {
		t.Errorf("without the frame's session:\n%s", s.text)
	}
}

// picture looks whether the marks are in the picture, and where the ref is.
func (s *seen) picture(ref refs.Ref) {
	s.t.Helper()
	plain, err := s.browser.Screenshot(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	marked, legend, err := s.Picture(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if !strings.Contains(legend, ref.String()+` button "Archive" at`) || !strings.Contains(legend, `button "Voted"`) {
		s.t.Errorf("the legend is\n%s", legend)
	}
	before, err := png.Decode(bytes.NewReader(plain))
	if err != nil {
		s.t.Fatal(err)
	}
	after, err := png.Decode(bytes.NewReader(marked))
	if err != nil {
		s.t.Fatal(err)
	}
	changed := 0
	for y := range before.Bounds().Dy() {
		for x := range before.Bounds().Dx() {
			if before.At(x, y) != after.At(x, y) {
				changed++
			}
		}
	}
	if before.Bounds() != after.Bounds() || changed < 500 {
		s.t.Errorf("%d pixels of %v are other ones than in %v", changed, after.Bounds(), before.Bounds())
	}
}

// unlent is a browser that keeps the sessions of frames to itself.
type unlent struct{ Browser }

func (unlent) Frame(context.Context, string) (dom.Caller, error) { return nil, nil }

// The program itself, with a browser that chromedp starts.
func TestProgram(t *testing.T) {
	testbrowser.Host(t) // skips the test where there is none
	file := filepath.Join(t.TempDir(), "marks.png")
	var out strings.Builder
	url := testpage.HTML(t, `<title>Shop</title><button onclick="this.textContent='Paid'">Pay</button>`)
	if err := run(t.Context(), &out, settings{with: "chromedp", url: url, click: "button Pay", png: file}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"e1 button \"Pay\"\n", "clicked e1 button \"Pay\"", "button \"Paid\"", "\" at "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("the picture: %v", err)
	}
	for want, s := range map[string]settings{
		"give the address":      {with: "rod"},
		"chromedp or rod, not ": {with: "selenium", url: url},
	} {
		if err := run(t.Context(), &out, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
