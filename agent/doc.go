// Package agent runs a language model that operates web pages: it plans, calls
// tools, checks the result, and tells what it does.
//
//	catalogue, err := tools.New(provider)
//	// …
//	runner, err := agent.New(client, catalogue, agent.WithModelInfo(info))
//	// …
//	defer runner.Close()
//	result, err := runner.Run(ctx, "Find the cheapest kettle and put it into the cart.")
//
// # A run
//
// A planner first writes a few steps and by what one can tell that the task is
// done. The navigator then turns in a loop: the conversation is cut to the
// model's window (package budget), the model streams a turn, the tools that it
// calls are run in their order, each through the one door of the catalogue with
// its guard. When the model calls no more, a validator looks at the page anew
// and judges; what it misses goes back to the navigator, twice at most. With a
// fast path (package system1) a small model takes single steps in between.
//
// Words of pages stand between marks wherever a model reads them, those that a
// validator repeats included.
//
// # What ends it
//
// The model, a limit ([Limits]), [Runner.Abort], the context, or an error of the
// model's endpoint. Whatever ends it, every call of the model has a result in
// the conversation, which [Runner.Continue] takes up.
//
// # After a crash
//
// With a store (package history) the conversation is saved after every step, and
// before every call that may change something. A program that starts again hands
// in what [history.Store.Resume] gives and continues: no call is ever made a
// second time by the runner. One that may have had its effect before the crash
// is told as such, to the model and to people.
//
// # Events
//
// [Runner.Listen] and [WithEvents] give the events of package event, in order.
// Nobody who listens can hold up a run.
//
// # Options
//
// [New] needs a model and a catalogue. Each option is a decision of its own, so
// there are many, and none is needed.
package agent
