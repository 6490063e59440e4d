// Package event is what an agent tells while it works: typed, numbered events,
// and the timeline that they make. A callback, an iterator, a saved conversation
// and a panel in another process all get the same ones, because every event and
// every item has one JSON form:
//
//	{"seq":7,"time":"2026-01-02T03:04:05Z","type":"text_delta","data":{"item":"i3","text":"Hel"}}
//
// # Order
//
// A [Feed] numbers events from 1 without gaps. Whoever begins to listen gets a
// [Snapshot] first, which carries the number of the last event that it holds;
// the events after it follow without a gap. A listener that is too slow loses no
// state either: what it did not fetch in time is replaced by a new Snapshot.
//
// # Timeline
//
// A [Timeline] makes the items that people see out of events. It is pure, so
// that a panel in another process keeps the same timeline as the agent.
//
// Events are values that several listeners share: they must not be changed.
// Page text in items is text of the page; whoever shows it must escape it.
//
// # Names
//
// The names are many because the protocol is typed: what implements [Body] is an
// event, [Content] an item, [Command] what a panel says, each with a word of its
// own in JSON ([Type], [Kind], [CommandType]).
package event
