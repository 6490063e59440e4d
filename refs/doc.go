// Package refs decides what a ref means. It is a pure state machine in the
// manner of a consensus core: it does no I/O, reads no clock, starts no
// goroutine and is not safe for concurrent use; the lock belongs to its owner.
//
// A ref is a number that an agent was shown for an element ("e12"). The
// registry keeps, for one page, which thing each number stands for, and never
// gives a number to another thing. A thing is a node of a document together
// with its identity: role, accessible name and the text of the item that it
// belongs to. The same node with another identity is another thing.
//
// The owner's duties:
//
//  1. After a full read of the page, call [Registry.Publish]. It begins a new
//     epoch and replaces the table; what is still the same node and the same
//     thing in the same document keeps its number.
//  2. After a read of a part, call [Registry.Adopt] with the epoch in which the
//     read was begun. It adds to the table and leaves the epoch where it is.
//     When the table holds less than the page has, say with [Registry.Show]
//     which refs were printed or found, so that those are live.
//  3. After a navigation, or when the gate finds another address, call
//     [Registry.Invalidate]. It empties the table and begins an empty epoch.
//  4. Before an action, call [Registry.Resolve] before any protocol command is
//     sent, act only on the target it returns, and re-check that target in the
//     page. When the thing has moved to another node, or the agent's own action
//     changed its label, say so with [Registry.Rebind].
//  5. To revalidate a ref that does not resolve, ask [Registry.Archived] which
//     document it belonged to, compare the loader id with the page's, only then
//     look for the element, and hand what was found to [Registry.Restore].
//
// Whatever was asked of the page carries the epoch in which it was asked. A
// reply of another epoch is dropped with a [*LateError], so that a navigation
// that overtook it cannot be undone by it.
//
// # What a number promises
//
// Numbers grow and are never given to another thing, not after a navigation and
// not after a restart of the process ([Registry.Export], [Registry.Hydrate]).
// The opposite is allowed: a thing may have two numbers, when an old one is
// restored after a snapshot has given a new one. Both then stand for it, and
// snapshots print the newer.
//
// A number is found again by node and identity together. The semantic key helps
// only where nodes are known to have been replaced (Adopt) or not to be known
// (Hydrate), only when it is unique on both sides, only within one document, and
// only when the identities are the same.
//
// # Bounds
//
// 2000 refs are live; the least recently used are evicted softly, which means
// that they are known and come back when they are shown or revalidated. What a
// document lost is archived, 3 tables and 2000 refs of it. Of all others only
// the number is remembered, which is enough to say why it does not resolve. All
// bounds are in [Options]. Besides its strings a ref costs about 140 bytes, live
// or not.
package refs
