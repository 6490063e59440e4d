package lang_test

import (
	"fmt"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// What a person reads of a run that has reached its limit, in the language of
// their environment and in the other one.
func Example() {
	environment := map[string]string{"LANG": "zh_CN.UTF-8"}
	theirs := lang.Resolve(lang.Auto, func(name string) string { return environment[name] })
	for _, l := range []lang.Language{theirs, lang.English} {
		p := lang.New(l)
		fmt.Println(p.Language(), p.State(event.Capped), p.Say(lang.RunCapped, 50))
	}
	// Output:
	// zh 达到步数上限 已达到 50 步的上限，可以继续运行
	// en out of steps The limit of 50 steps is reached. The run can be continued.
}
