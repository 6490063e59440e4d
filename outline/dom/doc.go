// Package dom is the in-page reader: one call into an isolated world of the
// page reads roles, names, states and boxes of what a person could see, and
// one call right before an action makes sure that it hits what was meant.
//
// It works over any [Caller], so over other libraries' connections too.
//
// To see a page takes [Reader.Read], to act on it [Reader.Probe], and to draw on a
// picture of it [Reader.Sight]. All else serves package provider, which writes
// through the reader too: each act on an element (to set, select, scroll, wait,
// look again) has a request and a result. [Source] is for a second reader over
// the same worlds, as outline/ax is one.
package dom
