package main

import (
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// labelsOf are the library's own names for what is in events, by group and value.
// The page has its other texts itself.
func labelsOf(l lang.Language) map[string]map[string]event.Words {
	p := lang.New(l)
	labels := map[string]map[string]event.Words{"tool": {}}
	for _, t := range tools.Definitions() {
		labels["tool"][t.Name] = p.Tool(t.Name)
	}
	labels["state"] = named(p.State, event.Idle, event.Running, event.Waiting, event.Stopping, event.Done, event.Unfulfilled, event.Capped,
		event.Exhausted, event.Stopped, event.Failed)
	labels["phase"] = named(p.Phase, event.Planning, event.Reflex, event.Navigating, event.Validating)
	labels["progress"] = named(p.Progress, event.CallRunning, event.CallDone, event.CallFailed, event.CallRefused, event.CallCanceled)
	labels["subject"] = named(p.Subject, event.SubjectSite, event.SubjectPassword, event.SubjectScript, event.SubjectUpload, event.SubjectPurchase)
	labels["answer"] = named(p.Answer, event.Once, event.Always, event.Deny, event.Expired, event.Canceled)
	labels["outcome"] = named(p.Outcome, event.Acted, event.Yielded, event.ActedThenFailed)
	labels["level"] = named(p.Level, event.Info, event.Warning, event.Failure)
	labels["action"] = named(func(a system1.Action) event.Words { return p.Action(string(a)) },
		system1.Click, system1.Type, system1.Scroll, system1.Navigate, system1.Leave)
	labels["reason"] = named(func(r system1.Reason) event.Words { return p.Reason(string(r)) }, system1.ReasonCap, system1.ReasonNavigated, system1.ReasonActionFailed,
		system1.ReasonNothing, system1.ReasonDeclined, system1.ReasonUnsure, system1.ReasonSensitive, system1.ReasonUnknown, system1.ReasonTimeout,
		system1.ReasonCanceled, system1.ReasonError, system1.ReasonPaused)
	return labels
}

func named[T ~string](say func(T) event.Words, values ...T) map[string]event.Words {
	names := map[string]event.Words{}
	for _, v := range values {
		names[string(v)] = say(v)
	}
	return names
}
