package system1

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// systemOne is the request of the System One API.
type systemOne struct {
	State     state               `json:"state"`
	Model     string              `json:"model"`
	Questions map[string]question `json:"questions"`
}

// question has options, each with its description.
type question struct {
	Type         string            `json:"type"` // choice
	Instructions string            `json:"instructions"`
	Criteria     map[string]string `json:"criteria"`
}

// state is what the questions are about.
type state struct {
	Task string            `json:"task"`
	Step string            `json:"step,omitempty"`
	Page page              `json:"page"`
	Done []string          `json:"done,omitempty"`
	What map[string]string `json:"elements,omitempty"`
}

type page struct {
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
}

// The questions.
const (
	askAction  = "action"
	askTarget  = "target"
	askText    = "text"
	askAddress = "address"
)

// none is the option of a question about which nothing is right. No ref is
// spelled like it.
const none = "none"

func stateOf(s Scene) state {
	st := state{Task: s.Task, Step: s.Step, Page: page{line(s.Title, nameLimit), s.URL}, Done: s.Done, What: map[string]string{}}
	for _, c := range s.Candidates {
		st.What[c.Ref] = c.String()
	}
	return st
}

// ask makes the questions. An action is offered only when there is something to
// do it with.
func ask(s Scene) map[string]question {
	actions := map[string]string{
		string(Leave):  "None of the others is surely right: reading, thinking or another tool is needed, or the task is done.",
		string(Scroll): "Scroll down, because what is needed is further down the page.",
	}
	q := map[string]question{}
	if len(s.Candidates) > 0 {
		actions[string(Click)] = "Click one of the `elements`."
		elements := map[string]string{none: "None of the elements."}
		for _, c := range s.Candidates {
			elements[c.Ref] = c.String()
		}
		q[askTarget] = question{"choice", "Which of the `elements` has to be operated next for the `task`?", elements}
		if len(s.Values) > 0 {
			actions[string(Type)] = "Type one of the values that the `task` names into one of the `elements`."
			q[askText] = numbered("Which value of the `task` has to be typed next?", s.Values)
		}
	}
	if len(s.Addresses) > 0 {
		actions[string(Navigate)] = "Go to an address that the `task` names, because the `page` is elsewhere."
		q[askAddress] = numbered("To which address of the `task` has the browser to go next?", s.Addresses)
	}
	q[askAction] = question{"choice", "What is the next single action on the `page` for the `task`, given what is `done`?", actions}
	return q
}

// numbered offers texts under names of their own: a text itself may be long, or
// spelled like another option.
func numbered(instructions string, texts []string) question {
	options := map[string]string{none: "None of them."}
	for i, t := range texts {
		options[numberOf(i)] = t
	}
	return question{"choice", instructions, options}
}

func numberOf(i int) string { return "v" + strconv.Itoa(i+1) }

// Tolerances for endpoints that round to two decimals. The sum is off by as many
// half hundredths as there are options that are not zero, which are few.
const (
	sumTolerance = 0.02
	topTolerance = 0.01
)

type chosen struct {
	Type          string             `json:"type"`
	Choice        *string            `json:"choice"`
	Confidence    *float64           `json:"confidence"`
	Probabilities map[string]float64 `json:"probabilities"`
}

// check holds an answer against its question.
func (q question) check(a *chosen) error {
	switch {
	case a == nil:
		return malformed("it is not answered")
	case a.Type != "" && a.Type != q.Type:
		return malformed("the answer is of type %.40q", a.Type)
	case a.Choice == nil:
		return malformed("there is no choice")
	case a.Confidence == nil || !within01(*a.Confidence):
		return malformed("the confidence is not between 0 and 1")
	case len(a.Probabilities) == 0:
		return malformed("there are no probabilities")
	}
	if _, ok := q.Criteria[*a.Choice]; !ok {
		return undecided("%.40q was not offered", *a.Choice)
	}
	sum, top := 0.0, 0.0
	for option, p := range a.Probabilities {
		if _, ok := q.Criteria[option]; !ok {
			return malformed("there is a probability of %.40q, which was not offered", option)
		}
		if !within01(p) {
			return malformed("a probability is not between 0 and 1")
		}
		sum += p
		top = max(top, p)
	}
	if math.Abs(sum-1) > sumTolerance {
		return malformed("the probabilities sum to %.3f", sum)
	}
	if a.Probabilities[*a.Choice] < top-topTolerance {
		return malformed("the choice is not the most probable option")
	}
	return nil
}

func within01(x float64) bool { return x >= 0 && x <= 1 } // NaN is not

// readSystemOne makes of an answer a decision. Every question must be answered
// well, also those that the action does not need: half an answer is a sign that
// the rest is not to be trusted.
func readSystemOne(body []byte, q map[string]question) (Decision, error) {
	var reply struct {
		Model   string             `json:"model"`
		Answers map[string]*chosen `json:"answers"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return Decision{}, malformed("the answer is not what the API gives")
	}
	for _, name := range []string{askAction, askTarget, askText, askAddress} {
		question, asked := q[name]
		if !asked {
			continue
		}
		if err := question.check(reply.Answers[name]); err != nil {
			var e *Error
			if errors.As(err, &e) {
				e.Message = "question " + name + ": " + e.Message
			}
			return Decision{Model: reply.Model}, err
		}
	}
	d := Decision{Model: reply.Model, Confidence: *reply.Answers[askAction].Confidence}
	d.Action = Action(*reply.Answers[askAction].Choice)
	take := func(name string) string {
		a := reply.Answers[name]
		d.Confidence = min(d.Confidence, *a.Confidence)
		if *a.Choice == none {
			// An action without what it needs is no decision.
			d.Action = Leave
			return ""
		}
		return *a.Choice
	}
	switch d.Action {
	case Click:
		d.Ref = take(askTarget)
	case Type:
		d.Ref = take(askTarget)
		d.Text = q[askText].Criteria[take(askText)]
	case Navigate:
		d.Text = q[askAddress].Criteria[take(askAddress)]
	}
	if d.Action == Leave {
		d.Ref, d.Text = "", ""
	}
	return d, nil
}
