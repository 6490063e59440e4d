// Package collect keeps what a page writes to its console and asks of the
// network: bounded stores, the marks that tell repeated messages from new ones,
// and the gates that a result goes through. It is pure: no I/O, no clock, no
// lock; its owner has those.
//
// # Why repeated messages are told by time and words
//
// A browser repeats its console each time that somebody begins to listen, and
// says nowhere that it does. Seen with Chromium 156: Runtime.enable repeats up
// to 1,000 calls and exceptions, in their order and with their old times, all
// before its reply, and says nothing when there were more; Log.enable repeats up
// to 1,000 entries, and begins with one of time 0 that says how many it left
// out. Nothing else carries an identity, so [Marks] compares times, and words
// where the times are the same.
package collect
