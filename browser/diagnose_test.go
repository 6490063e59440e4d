package browser

import (
	"strings"
	"testing"
	"time"
)

func TestDiagnoseOfAPool(t *testing.T) {
	g := newGrid(t, "one", "two")
	g.set("two", nil)
	d, err := g.pool.Diagnose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range d.Checks {
		names = append(names, c.Name+" "+string(c.State))
	}
	if got := strings.Join(names, ", "); !strings.Contains(got, "one: endpoint ok") {
		t.Errorf("the checks are %s", got)
	}
}

func TestDiagnosisText(t *testing.T) {
	d := &Diagnosis{Browser: "B/1", Protocol: "1.3", Checks: []Check{
		{Name: "endpoint", State: CheckOK, Took: 1500 * time.Microsecond, Detail: "B/1"},
		{Name: "tab", State: CheckFailed, Took: time.Second, Detail: "no\ne1 button", Advice: "Start it."},
		{Name: "reader", State: CheckSkipped},
	}}
	want := "something does not work: B/1, protocol 1.3\nok      endpoint, 1.5 ms: B/1\nfailed  tab, 1000 ms: no e1 button\n        Start it.\nskipped reader, 0 ms"
	if got := d.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
