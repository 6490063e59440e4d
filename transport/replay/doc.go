// Package replay records the protocol traffic of a host to a file and plays it
// back without a browser, so that a test of a program that drives pages runs
// anywhere, at full speed, with the same result each time.
//
// Record once, with a browser:
//
//	host, err := replay.RecordFile(browser, "testdata/checkout.gz", replay.WithSecrets(password))
//	// use host in place of browser, then:
//	err = host.Close() // closes the browser too
//	err = host.Err()   // nil when the recording is whole
//
// Play it back, without one:
//
//	host, err := replay.OpenFile("testdata/checkout.gz", replay.WithSecrets("any"))
//	// the same program over this host
//	err = host.Close() // says when the program did something else
//
// # How commands find their replies
//
// A command is looked up by its stream, session, method and params. Ids of
// commands are rewritten; ids that the browser gave (tabs, sessions, frames,
// nodes) are those of the recording and need no mapping, because the program
// learns them from the recorded replies. The order of members does not matter.
//
// What the program makes up anew in each run is matched as a token: wherever
// the recorded params have one text that [WithTokens] describes and the new
// params another, the two stand for each other from then on, in later commands
// and, the other way round, in replies and events. The random names that this
// library gives its worlds are tokens by default. Values that mean nothing (a
// time stamp) are better removed by [WithNormalise].
//
// Replays are strict unless [WithLenient] is given. Strict: each command must be
// among the next recorded ones of its session ([WithWindow]), each recorded
// command answers once, and the first command that differs is a
// [DivergenceError], which is the reply to that command, and what
// Player.Diverged, the event transport.Down and Close say. Lenient: any recorded
// reply to the same command in the same session will do, several times if need
// be; what was never recorded is answered as an unknown method.
//
// # When events come
//
// Events and replies come in the recorded order, each as soon as the commands
// that were recorded before it have been sent, and without any pause. A command
// that others have overtaken holds up nobody but its own session, so concurrent
// programs need not run in the recorded order. A reply that waits for a command
// that does not come is released after [WithPatience], which a strict replay
// counts as a divergence.
//
// A command that was not recorded, to a session, target or tab of which the
// program has been told that it is gone, gets Chrome's answer to such a command
// and is no divergence: how much a program still sends to what is just ending
// differs from run to run. The same holds for commands that only free memory
// (Runtime.releaseObject, Runtime.releaseObjectGroup), which programs send by the
// clock: one that was not recorded is answered, and nobody waits for one that was.
//
// Events that came by themselves, long after the last command, come at once
// after it. A program that begins to listen for them only later, without a
// command of its own in between, has missed them; one that counts time tells
// them with the step before.
//
// The end of a recording ends nothing: the streams stay open until they are
// closed. A recording that was cut (its program crashed, its limit was reached)
// plays up to the cut, then its streams are lost (transport.KindLost).
//
// # What is not in a recording
//
// Values of the headers Authorization, Proxy-Authorization, Cookie, Set-Cookie
// and the common ones for API keys, values of cookies, and password members are
// replaced before anything is written. So is each value of [WithSecrets], also
// where it is escaped, percent-encoded or in base64. What no one names cannot be
// known: text that is typed into a password field is a secret only if it was
// given. A secret that is typed key by key, or that a screenshot shows, is
// recorded. Treat a recording as you treat the pages in it.
//
// # The file
//
// The file is a gzip stream of JSON objects, one a line (zcat shows it). The
// first is
//
//	{"format":"holdfast-replay","version":1,"host":"browser"}
//
// where host is "browser" or "tabs". Each other has op, ms (milliseconds since
// the beginning, for people), and what belongs to the op:
//
//	send     stream, message: to the browser
//	receive  stream, message: from the browser, as the program read it
//	end      stream, error: the stream was lost
//	close    stream: the program closed the stream, or the host when stream is 0
//	stop     error: the recording was stopped at its limit
//	done     the recording is whole
//
// Stream 0 is the host itself: calls of its Go methods are written as commands
// "Host.stream", "Tabs.list", "Tabs.open", "Tabs.activate" and "Tabs.close", its
// events as "Host.event". A message that is not JSON stands in raw, in base64.
// A message above the limit is cut to its id, method and session, and omitted
// says how long it was. Lines are written as they come, so that the file of a
// program that crashed is usable up to there.
package replay
