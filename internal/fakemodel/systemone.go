package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Scene is a request to a decision endpoint: what a fast path may choose from.
type Scene struct {
	Model string `json:"model"`
	State struct {
		Task string `json:"task"`
		Page struct {
			Title string `json:"title"`
			URL   string `json:"url"`
		} `json:"page"`
		// Elements are described by their refs.
		Elements map[string]string `json:"elements"`
	} `json:"state"`
	Questions map[string]struct {
		Criteria map[string]string `json:"criteria"`
	} `json:"questions"`
}

// Ref returns the ref of the element whose description holds a text, or "" when
// none or several do.
func (s *Scene) Ref(holds string) string {
	found := ""
	for ref, description := range s.State.Elements {
		if !strings.Contains(description, holds) {
			continue
		}
		if found != "" {
			return ""
		}
		found = ref
	}
	return found
}

// Move is what a decision endpoint answers. The zero Move leaves the step to
// the slow path.
type Move struct {
	// Action is click, type, scroll, navigate or leave.
	Action string
	// Target is a ref; Text is a value or an address of the task.
	Target, Text string
	// Confidence is 0 to 1; 0 is 0.95.
	Confidence float64
}

// Decide decides a scene.
type Decide func(*Scene) Move

// SystemOne is a scripted endpoint of the System One API: an [http.Handler] for
// POST …/systemone. It is safe for concurrent use.
type SystemOne struct {
	model string

	mu     sync.Mutex
	script []Decide
	scenes []*Scene
}

// NewSystemOne makes a server that calls itself model. Each decision of the
// script is tried on every scene, in their order: the first that does not leave
// the step answers it, and is not used again. When none does the step is left to
// the slow path.
func NewSystemOne(model string, script ...Decide) *SystemOne {
	return &SystemOne{model: model, script: script}
}

// Scenes returns the requests in their order.
func (s *SystemOne) Scenes() []*Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.scenes)
}

// Left returns how many decisions were not used yet.
func (s *SystemOne) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.script)
}

func (s *SystemOne) decide(scene *Scene) Move {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scenes = append(s.scenes, scene)
	for i, d := range s.script {
		if m := d(scene); m.Action != "" && m.Action != "leave" {
			s.script = slices.Delete(s.script, i, i+1)
			return m
		}
	}
	return Move{Action: "leave"}
}

// answered is the answer to one question.
type answered struct {
	Type          string             `json:"type"`
	Choice        string             `json:"choice"`
	Confidence    float64            `json:"confidence"`
	Probabilities map[string]float64 `json:"probabilities"`
}

// usualConfidence is that of a move that names none.
const usualConfidence = 0.95

// ServeHTTP answers every question of the request.
func (s *SystemOne) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/systemone") {
		http.NotFound(w, r)
		return
	}
	var scene Scene
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostRequest))
	if err == nil {
		err = json.Unmarshal(body, &scene)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	m := s.decide(&scene)
	if m.Confidence == 0 {
		m.Confidence = usualConfidence
	}
	answers := map[string]answered{}
	for name, q := range scene.Questions {
		choice := "none"
		switch name {
		case "action":
			choice = m.Action
		case "target":
			if m.Target != "" {
				choice = m.Target
			}
		default: // a value or an address, which is offered under a name of its own
			for option, text := range q.Criteria {
				if m.Text != "" && text == m.Text {
					choice = option
				}
			}
		}
		answers[name] = answer(choice, m.Confidence, q.Criteria)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(struct { // an error is a client that went away
		Model   string              `json:"model"`
		Answers map[string]answered `json:"answers"`
	}{s.model, answers})
}

// answer gives the choice its confidence and the others the rest.
func answer(choice string, confidence float64, options map[string]string) answered {
	a := answered{"choice", choice, confidence, map[string]float64{choice: 1}}
	if n := len(options) - 1; n > 0 {
		for option := range options {
			a.Probabilities[option] = (1 - confidence) / float64(n)
		}
		a.Probabilities[choice] = confidence
	}
	return a
}
