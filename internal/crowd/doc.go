// Package crowd plays the recording of one page session for any number of pages
// at once, over one connection and without a browser, so that what a provider
// costs with a thousand pages can be measured where no browser could hold them.
//
// A recording (package transport/replay) is of a program that opens one tab, says
// that a round begins, does what a page session does again and again, and closes
// the tab:
//
//	host, err := replay.Record(browser, &recording)
//	page, err := provider.Open(…)
//	for range rounds {
//		provider.Tabs(ctx) // the beginning of a round
//		page.Snapshot(…); page.Click(…) // the same each time
//	}
//	provider.Tabs(ctx) // the end of the last
//	page.Close(ctx)
//
// [Load] makes a [Script] of it and [New] a host of that. Each tab that is opened
// there is a copy of the recorded one, with ids of its own. It plays the rounds
// in their order and the last of them for ever. A round has to leave the page as
// it found it.
//
// A copy is as strict as a replay: each command must be the recorded one, with
// its params, apart from ids and the names of worlds; what differs ends the host
// with a [DivergenceError]. Commands may overtake each other within a round. The
// order of members in params does not matter.
//
// The messages are kept once for all copies, and a copy takes a few hundred
// bytes, so that what grows with the number of pages is the program's own.
package crowd
