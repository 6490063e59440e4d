package agent

import (
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
)

// mostCuts is how often in a row an answer that was cut at the limit of the
// output is gone on with: with the least limit of common endpoints (4,096
// tokens) that is an answer of thirty pages.
const mostCuts = 3

const goOnSpeaking = "Your answer was cut at the limit of its length. Go on exactly where it stopped, without saying anything again. " +
	"Be brief: come to the end."

// answered takes in a turn without calls. It reports whether the answer is
// whole, or as whole as it will be.
func (x *run) answered(finish model.Finish) bool {
	x.answer = x.now.Part + finish.Message.Text()
	x.cut = finish.Stop == model.StopLength
	if !x.cut {
		x.wholeAnswer()
		return true
	}
	if x.cuts++; x.cuts > mostCuts {
		x.wholeAnswer()
		x.notice(event.Warning, CodeCut, x.config.words.Say(lang.RunCut))
		return true
	}
	x.now.Part = x.answer
	x.tell(goOnSpeaking)
	return false
}

// wholeAnswer begins with a new answer: nothing of an earlier one belongs to it.
func (x *run) wholeAnswer() { x.now.Part, x.cuts = "", 0 }
