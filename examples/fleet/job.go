package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
)

// Job is a piece of work that one worker does from its beginning to its end:
// either steps on pages, or a task for a language model.
type Job struct {
	// ID names the job in the fleet: letters, digits, - and _. A second job of the
	// same name is the same job.
	ID    string `json:"id"`
	Steps []Step `json:"steps,omitempty"`
	// Task is what a model is told to do, beginning at URL, on Sites and that of
	// URL.
	Task  string   `json:"task,omitempty"`
	URL   string   `json:"url,omitempty"`
	Sites []string `json:"sites,omitempty"`
}

// Step is what is acknowledged as a whole. One that only looks is taken again
// after the death of its worker, as are all steps with Again. One that acts is
// taken once: when it had begun and nobody knows how it ended, the job ends as
// Unsure and says so.
type Step struct {
	// URL is where it begins; empty is where the step before it has ended.
	URL string `json:"url,omitempty"`
	// Do are actions on the page, in their order.
	Do []Action `json:"do,omitempty"`
	// Wait is a text that the page must show before the step is done.
	Wait string `json:"wait,omitempty"`
	// Take is what is kept of the page: text, outline, picture, marks.
	Take []Take `json:"take,omitempty"`
	// Again: to do it twice is no harm (a search, a filter).
	Again bool `json:"again,omitempty"`
}

// Acts reports whether the step may do something that must not be done twice.
func (s Step) Acts() bool { return len(s.Do) > 0 && !s.Again }

// Action is one act on the element of a role and a name: exactly one of the verbs.
type Action struct {
	Click  *Target `json:"click,omitempty"`
	Fill   *Target `json:"fill,omitempty"`
	Select *Target `json:"select,omitempty"`
	// Value is what a field is filled with, or the option of a list.
	Value string `json:"value,omitempty"`
	// Submit presses Enter in the field.
	Submit bool `json:"submit,omitempty"`
}

// Target names an element as an outline shows it.
type Target struct {
	Role string `json:"role"`
	Name string `json:"name"`
}

// Take is what a step keeps.
type Take string

// What can be kept.
const (
	TakeText    Take = "text"
	TakeOutline Take = "outline"
	TakePicture Take = "picture"
	TakeMarks   Take = "marks" // a picture with numbered marks
)

var takes = []Take{TakeText, TakeOutline, TakePicture, TakeMarks}

// These bound a job: its record must fit into one message of the queue, which may
// have a megabyte.
const (
	mostBytes   = 256 << 10
	mostSteps   = 50
	mostActions = 20 // of a step
)

// parseJob reads a job, or says why it is none.
func parseJob(data []byte) (*Job, error) {
	if len(data) > mostBytes {
		return nil, fmt.Errorf("it has %d bytes, %d may be", len(data), mostBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var j Job
	if err := d.Decode(&j); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is something behind the job")
	}
	return &j, j.check()
}

func (j *Job) check() error {
	switch {
	case !idValid(j.ID):
		return fmt.Errorf("the id %.40q is none: 1 to 64 letters, digits, - and _", j.ID)
	case (j.Task == "") == (len(j.Steps) == 0):
		return errors.New("a job has either steps or a task")
	case len(j.Steps) > mostSteps:
		return fmt.Errorf("%d steps are too many, %d may be", len(j.Steps), mostSteps)
	case j.Task != "" || len(j.Sites) > 0 || j.URL != "":
		return j.checkTask()
	}
	for i, s := range j.Steps {
		if err := s.check(i == 0); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

func (j *Job) checkTask() error {
	if j.Task == "" {
		return errors.New("url and sites go with a task")
	}
	return checkURL(j.URL)
}

func (s Step) check(first bool) error {
	if s.URL != "" || first {
		if err := checkURL(s.URL); err != nil {
			return err
		}
	}
	if len(s.Do) > mostActions {
		return fmt.Errorf("%d actions are too many, %d may be", len(s.Do), mostActions)
	}
	for _, a := range s.Do {
		if err := a.check(); err != nil {
			return err
		}
	}
	for _, t := range s.Take {
		if !slices.Contains(takes, t) {
			return fmt.Errorf("take %.20q is not known; known are %v", t, takes)
		}
	}
	return nil
}

func (a Action) check() error {
	verbs := 0
	for _, t := range []*Target{a.Click, a.Fill, a.Select} {
		if t == nil {
			continue
		}
		if verbs++; t.Role == "" {
			return errors.New("an action needs the role of an element")
		}
	}
	if verbs != 1 {
		return errors.New("an action is one of click, fill and select")
	}
	return nil
}

// target is the element of the action.
func (a Action) target() Target {
	for _, t := range []*Target{a.Click, a.Fill, a.Select} {
		if t != nil {
			return *t
		}
	}
	return Target{}
}

func checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("the address %.80q is none of http or https", address)
	}
	return nil
}

// idValid reports whether the id can stand in subjects and keys.
func idValid(id string) bool {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

// readJobs reads jobs, one JSON object after another.
func readJobs(r io.Reader) ([]*Job, error) {
	var jobs []*Job
	seen := map[string]bool{}
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var raw json.RawMessage
		switch err := d.Decode(&raw); {
		case err == io.EOF:
			return jobs, nil
		case err != nil:
			return nil, fmt.Errorf("job %d: %w", n, err)
		}
		j, err := parseJob(raw)
		if err != nil {
			return nil, fmt.Errorf("job %d: %w", n, err)
		}
		if seen[j.ID] {
			return nil, fmt.Errorf("job %d: there is a job %s already", n, j.ID)
		}
		seen[j.ID] = true
		jobs = append(jobs, j)
	}
}
