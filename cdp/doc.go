// Package cdp speaks the DevTools protocol over a [transport.Stream]: it
// numbers commands, gives each reply to whoever waits for it, and fans events
// out. It knows almost nothing of what the commands mean.
//
// A [Conn] is one stream. A [Session] is one protocol session on it: the root
// session, which has the empty id, and the flat child sessions that
// Target.attachToTarget and Target.setAutoAttach give. [Targets] lists and
// drives tabs over a browser session.
//
//	conn := cdp.NewConn(stream)
//	defer conn.Close()
//	targets, err := cdp.NewTargets(ctx, conn)
//	// ...
//	tab, err := targets.Open(ctx, transport.OpenTab{})
//	// ...
//	session, err := targets.Attach(ctx, tab.ID)
//	// ...
//	var reply struct {
//		Result struct{ Value int } `json:"result"`
//	}
//	err = session.Call(ctx, "Runtime.evaluate", map[string]string{"expression": "1"}, &reply)
//
// What callers may rely on:
//
//   - Every command ends: with its reply, its context, its limit
//     ([WithCallTimeout]), the end of its session or the end of the
//     connection, whichever comes first. The end of a session or connection
//     settles everything that waits on it at once.
//   - A caller never waits for a stuck stream longer than its context says.
//     One goroutine reads, one writes; both are gone when [Conn.Close] returns.
//   - Events are put into the queues of their listeners before a later reply
//     is given to its caller. So whoever gets a reply and then empties its
//     [Listener] without blocking has seen every event that came before it.
//   - No caller's code runs on the reader. A listener that is not read loses
//     new events, counts them and says so; it never holds up the connection.
//   - Events, enum values and members that this package does not know pass
//     through unchanged, as raw JSON.
package cdp
