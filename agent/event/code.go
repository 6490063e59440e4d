package event

// Code names what happened, in capitals, the same in every language:
// RUN_TIME, HISTORY_NOT_SAVED. Who sends it lists its own: the packages agent,
// agent/history and agent/policy; BROWSER_ codes are those of package browser,
// and MODEL_ is followed by a kind of package agent/model.
type Code string
