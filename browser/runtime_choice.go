package browser

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// ProviderVariable is the environment variable that names a source, where a
// program wants that (see [ByEnvironment]).
const ProviderVariable = "HOLDFAST_PROVIDER"

// Choice names a source, or none.
type Choice struct {
	// ID is the source's; empty chooses nothing.
	ID string
	// From says where the choice comes from, for error messages.
	From string
}

// ByID chooses a source by its id.
func ByID(id string) Choice { return Choice{ID: id, From: "the program"} }

// ByEnvironment chooses what [ProviderVariable] says, nothing when it is not
// set. lookup is os.LookupEnv, or what stands for it.
func ByEnvironment(lookup func(string) (string, bool)) Choice {
	value, _ := lookup(ProviderVariable)
	return Choice{ID: strings.TrimSpace(value), From: ProviderVariable}
}

// SourceState is what is known of a source.
type SourceState struct {
	ID string `json:"id"`
	// Available is also set when nobody knows.
	Available bool `json:"available"`
	// Why says why it is not.
	Why string `json:"why,omitempty"`
	// Chosen: it is the one in use.
	Chosen bool `json:"chosen,omitempty"`
	// Pages is how many pages are in use, of a member of a pool.
	Pages int `json:"pages,omitempty"`
}

// String tells the state: cdp (available), desktop (not available: …).
func (s SourceState) String() string {
	if s.Available {
		return s.ID + " (available)"
	}
	return s.ID + " (not available: " + s.Why + ")"
}

// source is a registered one with what was last found out about it. Its fields
// are guarded by Runtime.mu.
type source struct {
	Source
	probing chan struct{} // closed when the probe that is going on has ended
	asked   time.Time     // when the last one ended
	why     error         // what it said
}

// Sources says which sources there are, in the order of registration, and
// whether they are available. It takes at most the time of [WithProbe].
func (r *Runtime) Sources(ctx context.Context) []SourceState {
	r.mu.Lock()
	sources := append([]*source(nil), r.sources...)
	r.mu.Unlock()
	states, probes := make([]SourceState, len(sources)), make([]<-chan struct{}, len(sources))
	for i, s := range sources {
		probes[i] = r.look(s)
	}
	limit := time.NewTimer(r.config.probe)
	defer limit.Stop()
	over := false
	for i, s := range sources {
		states[i] = SourceState{ID: s.ID, Available: true}
		if probes[i] != nil && !over {
			select {
			case <-probes[i]:
			case <-limit.C:
				over = true
			case <-ctx.Done():
				over = true
			}
		}
		r.mu.Lock()
		states[i].Chosen = r.from == s.ID
		if s.why != nil { // of the last probe that ended
			states[i].Available, states[i].Why = false, outline.Clean(s.why.Error())
		}
		r.mu.Unlock()
	}
	return states
}

// look begins to find out whether a source is available, unless that is going
// on, or known: nil.
func (r *Runtime) look(s *source) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	fresh := !s.asked.IsZero() && r.config.now().Sub(s.asked) < r.config.keep
	switch {
	case s.Available == nil || fresh || r.closed:
		return nil
	case s.probing != nil:
		return s.probing
	}
	done := make(chan struct{})
	s.probing = done
	r.work.Go(func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.Background(), r.config.probe)
		defer cancel()
		why := s.Available(ctx)
		if ctx.Err() != nil && errors.Is(why, ctx.Err()) {
			why = nil // it does not know
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		s.why, s.asked, s.probing = why, r.config.now(), nil
	})
	return done
}

// choose returns the source to use.
func (r *Runtime) choose(ctx context.Context) (*source, error) {
	r.mu.Lock()
	sources := append([]*source(nil), r.sources...)
	r.mu.Unlock()
	for _, c := range r.config.choices {
		if c.ID == "" {
			continue
		}
		for _, s := range sources {
			if s.ID == c.ID {
				return s, nil // whether it is available shows when it starts
			}
		}
		return nil, &Error{
			Code: CodeUnavailable, Reason: ReasonNoProvider, Details: Details{Sources: r.Sources(ctx)},
			Message: c.From + " chooses the browser " + outline.Quote(c.ID) + ", and there is none of that name",
			Hint:    "There are: " + names(sources) + ".",
		}
	}
	states := r.Sources(ctx)
	var able []*source
	var told []string
	for i, s := range states {
		told = append(told, s.String())
		if s.Available {
			able = append(able, sources[i])
		}
	}
	switch {
	case len(able) == 1:
		return able[0], nil
	case len(sources) == 0:
		return nil, &Error{
			Code: CodeUnavailable, Reason: ReasonNoProvider, Message: "no browser is registered",
			Hint: "The program registers sources of browsers with Runtime.Register.",
		}
	case len(able) == 0:
		return nil, &Error{
			Code: CodeUnavailable, Reason: ReasonNoProvider, Details: Details{Sources: states}, Retryable: true,
			Message: "no browser is available: " + strings.Join(told, ", "),
			Hint:    "Make one of them available. " + waysToChoose,
		}
	}
	return nil, &Error{
		Code: CodeProviderAmbiguous, Details: Details{Sources: states},
		Message: "several browsers are available and none is chosen: " + strings.Join(told, ", "),
		Hint:    "Tell the user: choose one of " + names(able) + ". " + waysToChoose,
	}
}

// ReasonNoProvider is the reason of a [CodeUnavailable] error: there is no source
// to start.
const ReasonNoProvider Reason = "no_provider"

const waysToChoose = "Set " + ProviderVariable + " to its id where the program reads that, or let the program choose it (WithChoice, ByID)."

func names(sources []*source) string {
	if len(sources) == 0 {
		return "none"
	}
	ids := make([]string, len(sources))
	for i, s := range sources {
		ids[i] = s.ID
	}
	return strings.Join(ids, ", ")
}
