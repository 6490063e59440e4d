package system1

import (
	"errors"
	"slices"
	"testing"
)

// FuzzReplies feeds both readers with whatever an endpoint may answer: a
// decision names only what was offered, with a confidence from 0 to 1, and
// everything else is an *Error.
func FuzzReplies(f *testing.F) {
	for _, c := range []map[string]string{
		all("click", "e2", "none", "none"), all("type", "e1", "v1", "none"), all("navigate", "none", "none", "v1"), all("leave", "e1", "v2", "none"), all("boom", "e1", "v2", "none"),
	} {
		f.Add([]byte(reply(0.75, c)))
	}
	for _, s := range []string{
		`{"action":"type","ref":"e1","text":"red shoes","confidence":0.9}`, `{"action":"click","ref":2,"confidence":1e-9}`,
		`{"answers":{"action":{"choice":"click","confidence":1,"probabilities":{"click":0.5,"type":0.5}}}}`, `null`, `{"answers":null}`, "\x00",
	} {
		f.Add([]byte(s))
	}
	scene := shop()
	questions := ask(scene)
	f.Fuzz(func(t *testing.T, body []byte) {
		for name, read := range map[string]func() (Decision, error){
			"system one": func() (Decision, error) { return readSystemOne(body, questions) },
			"flat":       func() (Decision, error) { return readFlat(body, scene) },
		} {
			d, err := read()
			if err != nil {
				var e *Error
				if !errors.As(err, &e) {
					t.Errorf("%s: the error is a %T", name, err)
				}
				continue
			}
			if !within01(d.Confidence) {
				t.Errorf("%s: the confidence is %v", name, d.Confidence)
			}
			if d.Action == Click || d.Action == Type {
				if !slices.ContainsFunc(scene.Candidates, func(c Candidate) bool { return c.Ref == d.Ref }) {
					t.Errorf("%s: %q was not offered", name, d.Ref)
				}
			}
			if name == "system one" && (d.Action == Type && !slices.Contains(scene.Values, d.Text) || d.Action == Navigate && !slices.Contains(scene.Addresses, d.Text)) {
				t.Errorf("%s: %q was not offered", name, d.Text)
			}
			p, err := New(always(d), Options{})
			if err != nil {
				t.Fatal(err)
			}
			step := p.Next(t.Context(), scene)
			if step.Act && (step.Move.Ref == "e3" || step.Confidence < 0.6 || step.Move.Action == Type && !named(step.Move.Text, scene.Values, scene.Task)) {
				t.Errorf("%s: acted on %+v", name, step)
			}
		}
	})
}
