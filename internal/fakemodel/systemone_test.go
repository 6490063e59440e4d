package fakemodel

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestSystemOne(t *testing.T) {
	s := NewSystemOne("jev",
		func(s *Scene) Move {
			return Move{Action: "click", Target: s.Ref("Nowhere")}.unless(s.Ref("Nowhere") == "")
		},
		func(s *Scene) Move {
			return Move{Action: "type", Target: s.Ref(`"Search"`), Text: "kettle", Confidence: 0.7}
		},
	)
	const scene = `{"model":"m","state":{"task":"t","page":{"url":"https://a.test/"},"elements":{"e1":"textbox \"Search\"","e2":"button \"Go\"","e3":"button \"Go back\""}},
		"questions":{"action":{"criteria":{"click":"","type":"","leave":""}},"target":{"criteria":{"e1":"","e2":"","none":""}},"text":{"criteria":{"v1":"kettle","none":""}}}}`
	ask := func(body string) (int, map[string]answered) {
		t.Helper()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/systemone", strings.NewReader(body)))
		var reply struct{ Answers map[string]answered }
		if w.Code == http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
				t.Fatal(err)
			}
		}
		return w.Code, reply.Answers
	}
	_, first := ask(scene)
	for name, choice := range map[string]string{"action": "type", "target": "e1", "text": "v1"} {
		a, sum := first[name], 0.0
		for _, p := range a.Probabilities {
			sum += p
		}
		if a.Choice != choice || a.Confidence != 0.7 || math.Abs(sum-1) > 1e-9 || a.Probabilities[choice] != 0.7 {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if _, next := ask(scene); next["action"].Choice != "leave" || next["target"].Choice != "none" || next["action"].Confidence != usualConfidence {
		t.Errorf("what no decision fits is answered by %+v", next)
	}
	if code, _ := ask("{"); code != http.StatusUnprocessableEntity || s.Left() != 1 || len(s.Scenes()) != 2 {
		t.Errorf("a broken request: %d; %d left of the script, %d scenes", code, s.Left(), len(s.Scenes()))
	}
	if got := s.Scenes()[0]; got.Ref(`"Go"`) != "e2" || got.Ref("Go") != "" || got.State.Page.URL != "https://a.test/" {
		t.Errorf("the scene is %+v", got)
	}
}

// unless gives the zero move when there is a reason.
func (m Move) unless(reason bool) Move {
	if reason {
		return Move{}
	}
	return m
}
