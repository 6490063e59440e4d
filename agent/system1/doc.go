// Package system1 is the fast path of an agent: a small model that decides
// single steps in a fraction of a second, and a [Path] around it that knows when
// to leave a step to the slow path, the large model.
//
//	path, err := system1.New(client, system1.Options{})
//	// … for every step:
//	step := path.Next(ctx, scene)
//	if step.Act {
//		tool, arguments := step.Move.Call()
//		result, err := catalogue.Call(ctx, tool, arguments)
//		path.Did(step, system1.Outcome{URL: …, Text: …, Err: err})
//	} else {
//		told := path.Told() // for the large model: what was done without it
//		…
//		path.Resume()
//	}
//
// # What it may do
//
// Click, type, scroll down, and go to an address that the task names. What it
// types is a choice among the values that the task names (see [Values]): a model
// that chooses writes no text, and text of a page must never become input.
//
// Everything that is not sure goes to the slow path: an element or an action that
// was not offered, too little confidence, a password field, an error, a reply
// that contradicts itself; and so does what comes after a navigation and after
// the last allowed step.
//
// # Endpoints
//
// A [Client] speaks the System One API (POST {base}/systemone: a state, and
// questions whose answers are options with probabilities), or the flat form of
// other decision servers (a POST that answers action, ref, text and confidence).
// Its key comes from a [keys.Store] at the moment of the request. It is in no
// value that is printed, logged or encoded.
package system1
