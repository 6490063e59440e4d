// Package dom is the in-page reader: one call into an isolated world of the
// page reads roles, names, states and boxes of what a person could see, and
// one call right before an action makes sure that it hits what was meant.
//
// It works over any [Caller], so over other libraries' connections too.
package dom
