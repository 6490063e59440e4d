package main

import "time"

// State says how a job has ended.
type State string

// The ends.
const (
	// Done: every step was taken, or the model and its validator say so.
	Done State = "done"
	// Failed: it was tried as often as it may be, or cannot succeed.
	Failed State = "failed"
	// Unsure: a step that must not be taken twice had begun and nobody knows
	// whether it had its effect. It was not taken again.
	Unsure State = "unsure"
	// Refused: what was in the queue is no job.
	Refused State = "refused"
)

// Result is the end of a job. It is written once, with a create that fails when
// there is one.
type Result struct {
	Job   string `json:"job"`
	State State  `json:"state"`
	// Why says what went wrong, of all that is not done.
	Why string `json:"why,omitempty"`
	// Answer is the last answer of a model.
	Answer string     `json:"answer,omitempty"`
	Steps  []StepDone `json:"steps,omitempty"`
	// Attempts are the attempts before the last one, with their ends.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Worker has ended it.
	Worker string    `json:"worker"`
	Began  time.Time `json:"began"`
	Ended  time.Time `json:"ended"`
}

// StepDone is a step that was taken.
type StepDone struct {
	Title string `json:"title,omitempty"`
	// URL is where the page is after it; the next step begins there, in another
	// browser if need be.
	URL string `json:"url,omitempty"`
	// Receipts tell what was done.
	Receipts []string `json:"receipts,omitempty"`
	// Files are names in the store of objects.
	Files []string `json:"files,omitempty"`
	// Notes are what is worth knowing: a picture that was not kept and why.
	Notes  []string `json:"notes,omitempty"`
	Worker string   `json:"worker"`
	MS     int64    `json:"ms"`
}

// Attempt is a time that a worker had the job.
type Attempt struct {
	Worker string    `json:"worker"`
	Began  time.Time `json:"began"`
	// End says how it ended. Empty: nobody knows, the worker was never heard of
	// again.
	End string `json:"end,omitempty"`
	// GivenBack: the worker was asked to end. It does not count.
	GivenBack bool `json:"given_back,omitempty"`
}

// Record is what is known of a job that goes on. Each write of it names the
// revision that it replaces, so a worker whose job was handed to another cannot
// write any more, and learns that it has lost the job: the revision is its
// fencing token.
type Record struct {
	Job string `json:"job"`
	// Writer is random for each attempt, and Write counts its writes: a worker
	// whose write was not answered can tell whether it was made.
	Writer string `json:"writer"`
	Write  int    `json:"write"`
	// Delivery is how often the queue had delivered the job when it was claimed.
	Delivery uint64 `json:"delivery"`
	// Attempts are all, the last of which goes on.
	Attempts []Attempt  `json:"attempts"`
	Steps    []StepDone `json:"steps,omitempty"`
	// Begun: the step behind Steps may have been taken, wholly or in part.
	Begun bool `json:"begun,omitempty"`
	// Conversation is the object with a model's conversation.
	Conversation string `json:"conversation,omitempty"`
	// Result is the end, once it is decided. Whoever has the job then only has to
	// publish it.
	Result *Result `json:"result,omitempty"`
}

// tries is how many attempts count, the present one included.
func (r *Record) tries() int {
	n := 0
	for _, a := range r.Attempts {
		if !a.GivenBack {
			n++
		}
	}
	return n
}

// What pages and errors say is kept short: a record must fit into a message.
const (
	longestText    = 300 // characters of a title, a receipt or a note
	longestWhy     = 1000
	longestAnswer  = 20_000
	longestAddress = 4096 // bytes
)

// short cuts all texts of a step.
func (d *StepDone) short() {
	d.Title = cut(d.Title, longestText)
	for _, texts := range [][]string{d.Receipts, d.Notes} {
		for i := range texts {
			texts[i] = cut(texts[i], longestText)
		}
	}
	if len(d.URL) > longestAddress {
		d.URL = ""
		d.Notes = append(d.Notes, "the address of the page is too long to be kept")
	}
}

// end notes how the present attempt ended.
func (r *Record) end(how string, givenBack bool) {
	last := &r.Attempts[len(r.Attempts)-1]
	last.End, last.GivenBack = cut(how, longestWhy), givenBack
}

// lastEnd says how the attempt before the present one ended.
func (r *Record) lastEnd() string {
	if n := len(r.Attempts); n > 1 && r.Attempts[n-2].End != "" {
		return r.Attempts[n-2].End
	}
	return "its worker was not heard of again"
}

// clone is a copy that shares nothing that grows or changes.
func (r *Record) clone() *Record {
	c := *r
	c.Attempts = append([]Attempt(nil), r.Attempts...)
	c.Steps = append([]StepDone(nil), r.Steps...)
	return &c
}
