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
//  2. After a read of a part, call [Registry.Adopt]. It adds to the table and
//     leaves the epoch where it is.
//  3. After a navigation, call [Registry.Invalidate]. It empties the table.
//  4. After an outlived ref was checked to be what it was, call
//     [Registry.Restore], which puts the same number back.
//  5. Before an action, call [Registry.Resolve] before any protocol command is
//     sent, act only on the target it returns, and re-check that target in the
//     page. When the thing has moved to another node, or the agent's own action
//     changed its label, say so with [Registry.Rebind].
package refs
