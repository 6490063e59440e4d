// Package policy decides which calls of an agent are made: it blocks sites,
// asks a person for sites that are new, and asks again before what is sensitive.
// It is a guard of agent/tools, so that a runner, a fast path, a panel and an MCP
// server that share a catalogue pass the same door.
//
//	p, err := policy.New(approver)
//	// …
//	catalogue, err := tools.New(provider, tools.WithGuard(p.Guard))
//
// # What it asks for
//
//   - Sites. Reading a page or acting on it needs a permission for its site, and
//     so does going to an address. Tabs can be listed and closed, and a page can
//     be left, without one. Once holds until [Policy.EndRun], always is kept in a
//     [Store], deny holds until EndRun as well, so that nobody is asked twice.
//   - Passwords: what goes into a password or card field, and every secret.
//   - Scripts that are to run in a page.
//   - Files that are to be uploaded.
//   - Purchases, when it is switched on: presses that look like buying or paying,
//     and whatever submits a form with the Enter key.
//
// Sensitive calls are asked for one by one; always means this once there.
//
// # Before the answer
//
// Nothing is sent to the page before the answer. When it came, the page must
// still be where it was: a page that went elsewhere meanwhile gets nothing.
//
// What a page does after a click (a redirect, a popup) is not a call. The next
// call on that page is asked for. To keep the browser itself from going
// somewhere, give the provider its lists of sites, too.
package policy
