package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
)

type recordArgs struct {
	onPage
	Action recordAction `json:"action"`
	Path   string       `json:"path"`
}

type recordAction string

const (
	startRecording  recordAction = "start"
	stopRecording   recordAction = "stop"
	exportRecording recordAction = "export"
)

// mostGIF is how many bytes an animation may have that goes back in a result;
// services refuse larger pictures.
const mostGIF = 5 << 20

func recordTool() *spec {
	return define[recordArgs](Tool{
		Name:  "webpage_record",
		Title: "Record the session",
		Description: "Records what is done to your pages as pictures. start begins a new recording and forgets the last; stop ends it; " +
			"export gives it, also while it goes on: as an animated GIF (a path that ends in .gif) or a folder of JPEGs with an index (any other path). " +
			"Without a path the GIF comes back as a picture. Passwords and what is typed are not shown.",
		// Nothing changes on any page; that it may write a file is why it mutates.
		Class: Mutate, Effect: None,
	},
		choice("action", "what to do", startRecording, stopRecording, exportRecording).needed(),
		text("path", "for export: a new name in the folder for recordings, such as order.gif").filled(),
	)
}

// elsewhere: all pages are recorded, so the default page is not meant.
func (a recordArgs) elsewhere() bool { return true }

func (a recordArgs) check() error {
	switch {
	case a.Action != exportRecording && a.Path != "":
		return errors.New("path is for export only")
	case a.Action != exportRecording && a.SessionID != "":
		return errors.New("session_id is for export only: all pages are recorded")
	case a.Path != "" && (!filepath.IsLocal(a.Path) || a.Path == "." || strings.ContainsAny(a.Path, `/\:`)):
		return errors.New("path is a plain name, without folders")
	}
	return nil
}

// recorded is the structured value of webpage_record.
type recorded struct {
	record.Stats
	// Path is the file or folder that was written.
	Path string `json:"path,omitempty"`
}

func (a recordArgs) run(_ context.Context, k *call) error {
	r := k.catalogue.recorder
	switch a.Action {
	case startRecording:
		if err := r.Start(); err != nil {
			return &browser.Error{Code: browser.CodeInvalidArgument, Message: err.Error(), Hint: "Stop it first, or export what there is.", Err: err}
		}
		k.say("recording; stop or export it with webpage_record")
		k.structured = recorded{Stats: r.Stats()}
		return nil
	case stopRecording:
		s := r.Stop()
		k.say("stopped: " + held(s))
		k.structured = recorded{Stats: s}
		return nil
	}
	path, err := a.export(k, r)
	if err != nil {
		return err
	}
	s := r.Stats()
	said := "exported " + held(s)
	if path != "" {
		said += " to " + a.Path
	}
	k.say(said)
	k.structured = recorded{Stats: s, Path: path}
	return nil
}

// export writes the recording where it was asked for and returns where.
func (a recordArgs) export(k *call, r *record.Recorder) (string, error) {
	dir := k.catalogue.recordings
	if a.Path != "" && dir == "" {
		return "", &browser.Error{
			Code: browser.CodeInvalidArgument, Message: "this program has given no folder for recordings",
			Hint: "Export without a path: the animation comes back as a picture.",
		}
	}
	if a.Path == "" {
		var b bytes.Buffer
		if err := r.WriteGIF(&b, a.SessionID); err != nil {
			return "", notExported(err)
		}
		if b.Len() > mostGIF {
			return "", &browser.Error{
				Code: browser.CodeInvalidArgument, Message: fmt.Sprintf("the animation has %d bytes, more than the %d that a result may hold", b.Len(), mostGIF),
				Hint: "Export one page with session_id, or to a path.",
			}
		}
		k.images = append(k.images, Image{MIME: "image/gif", Data: b.Bytes()})
		return "", nil
	}
	path := filepath.Join(dir, a.Path)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return "", &browser.Error{Code: browser.CodeInvalidArgument, Message: "there is a file or folder " + a.Path + " already", Hint: "Give another name.", Err: err}
	}
	save := r.SaveFolder
	if strings.EqualFold(filepath.Ext(a.Path), ".gif") {
		save = r.SaveGIF
	}
	if err := save(path, a.SessionID); err != nil {
		return "", notExported(err)
	}
	return path, nil
}

func notExported(err error) error {
	e := &browser.Error{Code: browser.CodeInvalidArgument, Message: "the recording was not exported: " + err.Error(), Err: err}
	if errors.Is(err, record.ErrEmpty) {
		e.Hint = "Start a recording, act on a page, then export."
	}
	return e
}

func held(s record.Stats) string {
	text := fmt.Sprintf("%d pictures", s.Frames)
	if s.Dropped > 0 {
		text += fmt.Sprintf("; the %d oldest were dropped, memory was full", s.Dropped)
	}
	if s.Missed > 0 {
		text += fmt.Sprintf("; of %d actions there is no picture", s.Missed)
	}
	return text
}

// WithRecordings lets webpage_record write recordings into a folder. Without it
// they only come back as pictures. No file in it is overwritten.
func WithRecordings(dir string) Option {
	return option(func(c *Catalogue) error {
		if dir == "" {
			return errors.New("tools: WithRecordings: no folder")
		}
		c.recordings = dir
		return nil
	})
}
