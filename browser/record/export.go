package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"path/filepath"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/atomicfile"
)

// How long a picture stands: as long as it was until the next one, but nobody
// waits for a slow agent, and nobody reads faster than this.
const (
	shortest = 900 * time.Millisecond
	longest  = 2500 * time.Millisecond
)

// ErrEmpty is the error of an export when nothing was recorded.
var ErrEmpty = errors.New("record: there is no picture to export")

// Step is a picture of an export, as the index of a folder has it.
type Step struct {
	// File is the picture's name in the folder.
	File string `json:"file"`
	// Page is the tab, Title and URL what it showed after the action.
	Page  browser.TabID `json:"page"`
	Title string        `json:"title"`
	URL   string        `json:"url"`
	// At is when the action ended.
	At time.Time `json:"at"`
	// Action is what was done, Ref the element it was asked for, and Caption what
	// stands below the picture.
	Action  string `json:"action"`
	Ref     string `json:"ref,omitempty"`
	Caption string `json:"caption"`
	Failed  bool   `json:"failed,omitempty"`
	// Before tells that the picture is the one before the action, which led to
	// another document.
	Before bool `json:"before,omitempty"`
	// Milliseconds is how long the picture stands in an animation.
	Milliseconds int64 `json:"ms"`
}

// index is the file that tells what a folder holds.
type index struct {
	Stats Stats  `json:"recording"`
	Steps []Step `json:"steps"`
}

// painted is a step that can be painted.
type painted struct {
	Step
	source *browser.Screenshot
	spot   *browser.Spot
}

// steps makes of frames what is shown.
func steps(frames []frame) []painted {
	var list []painted
	last := map[browser.TabID]*browser.Screenshot{}
	for i, f := range frames {
		stands := longest
		if i+1 < len(frames) {
			stands = min(max(frames[i+1].at.Sub(f.at), shortest), longest)
		}
		s := painted{source: f.shot, spot: f.spot, Step: Step{
			Page: f.page, Title: f.shot.Title, URL: f.shot.URL, At: f.at, Action: f.action, Ref: f.ref, Caption: f.caption, Failed: f.failed,
			Milliseconds: stands.Milliseconds(),
		}}
		if before := last[f.page]; f.leaves && f.spot != nil {
			if before != nil {
				b := s
				b.source, b.Before, b.Title, b.URL, b.Milliseconds = before, true, before.Title, before.URL, shortest.Milliseconds()
				list = append(list, b)
			}
			s.spot = nil
		}
		last[f.page] = f.shot
		list = append(list, s)
	}
	for i := range list {
		list[i].File = fmt.Sprintf("%04d.jpg", i+1)
	}
	return list
}

// paint decodes and draws a step.
func (s painted) paint(p *painter) (*image.RGBA, error) {
	picture, err := png.Decode(bytes.NewReader(s.source.Data))
	if err != nil {
		return nil, fmt.Errorf("record: a picture: %w", err)
	}
	return p.frame(picture, s.source, s.spot, s.Caption, s.Failed), nil
}

// WriteGIF writes an animated GIF of a page's steps, or of all pages' with an
// empty id, in the order of the actions. It may be called while a recording goes
// on: it writes what there is. See [EncodeGIF] for how.
func (r *Recorder) WriteGIF(w io.Writer, page browser.TabID) error {
	list := steps(r.kept(page))
	if len(list) == 0 {
		return ErrEmpty
	}
	p, err := newPainter()
	if err != nil {
		return err
	}
	var size image.Point
	for _, s := range list {
		size = image.Pt(max(size.X, s.source.Width), max(size.Y, s.source.Height+bar))
	}
	return EncodeGIF(w, size, func() (Shown, bool, error) {
		if len(list) == 0 {
			return Shown{}, false, nil
		}
		s := list[0]
		list = list[1:]
		picture, err := s.paint(p)
		return Shown{picture, time.Duration(s.Milliseconds) * time.Millisecond}, true, err
	})
}

// SaveGIF is WriteGIF into a file, which is there as a whole or not at all.
func (r *Recorder) SaveGIF(path string, page browser.TabID) error {
	var b bytes.Buffer
	if err := r.WriteGIF(&b, page); err != nil {
		return err
	}
	return atomicfile.Write(atomicfile.OS{}, path, b.Bytes())
}

// IndexFile is the name of the index in a folder of pictures.
const IndexFile = "index.json"

// SaveFolder writes the steps of a page, or of all pages with an empty id, as
// JPEGs into a folder, and last [IndexFile], which names them in their order.
// Each file is there as a whole or not at all; other files stay as they are. It
// may be called while a recording goes on.
func (r *Recorder) SaveFolder(dir string, page browser.TabID) error {
	list := steps(r.kept(page))
	if len(list) == 0 {
		return ErrEmpty
	}
	p, err := newPainter()
	if err != nil {
		return err
	}
	all := index{Stats: r.Stats()}
	for _, s := range list {
		picture, err := s.paint(p)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: 85}); err != nil {
			return fmt.Errorf("record: a picture: %w", err)
		}
		if err := atomicfile.Write(atomicfile.OS{}, filepath.Join(dir, s.File), b.Bytes()); err != nil {
			return err
		}
		all.Steps = append(all.Steps, s.Step)
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return fmt.Errorf("record: the index: %w", err)
	}
	return atomicfile.Write(atomicfile.OS{}, filepath.Join(dir, IndexFile), append(text, '\n'))
}
