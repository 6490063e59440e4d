package agent_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// BenchmarkStep measures a step of a runner with a model that answers at once,
// against the same call of the same tool alone, in turns on one page. The ratio
// is that of the medians; the limit is 1.5.
func BenchmarkStep(b *testing.B) {
	for _, bench := range []struct {
		name, tool string
		store      bool
	}{{"snapshot", "webpage_snapshot", false}, {"click", "webpage_click", false}, {"click saved", "webpage_click", true}} {
		b.Run(bench.name, func(b *testing.B) {
			_, c := browsed(b, testpage.HTML(b, `<h1>List</h1><button onclick="n.textContent=+n.textContent+1">More</button><p id=n>0</p>`))
			arguments := json.RawMessage(`{}`)
			if bench.tool == "webpage_click" {
				r, err := c.Call(b.Context(), "webpage_snapshot", json.RawMessage(`{}`))
				if err != nil {
					b.Fatal(err)
				}
				more, err := r.Snapshot.Ref("button", "More")
				if err != nil {
					b.Fatal(err)
				}
				arguments = json.RawMessage(fmt.Sprintf(`{"ref":%q}`, more))
			}
			var options []agent.Option
			if bench.store {
				store, err := history.Open(b.TempDir())
				if err != nil {
					b.Fatal(err)
				}
				options = append(options, agent.WithStore(store))
			}
			var steps, alone []time.Duration
			last := time.Time{}
			m := &actor{}
			m.play = func(n int, r model.Request) (model.Finish, error) {
				if n > 0 {
					steps = append(steps, time.Since(last))
				}
				if n == b.N {
					return say("done")(r)
				}
				began := time.Now()
				if _, err := c.Call(b.Context(), bench.tool, arguments); err != nil {
					return model.Finish{}, err
				}
				alone = append(alone, time.Since(began))
				last = time.Now()
				return call(bench.tool, string(arguments))(r)
			}
			r := runner(b, m, c, append(options, agent.WithoutPlanner(), agent.WithChecks(0), agent.WithLimits(agent.Limits{Steps: b.N + 1}))...)
			b.ResetTimer()
			if _, err := r.Run(b.Context(), "x"); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			slices.Sort(steps)
			slices.Sort(alone)
			b.ReportMetric(float64(steps[len(steps)/2])/float64(alone[len(alone)/2]), "tool-ratio")
		})
	}
}
