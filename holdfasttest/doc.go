// Package holdfasttest helps to test programs that drive pages: a test is
// recorded once, with a browser, and runs from the recording ever after, without
// one, in milliseconds and with the same result each time.
//
//	var update = flag.Bool("update", false, "record anew, with a browser")
//
//	func TestCheckout(t *testing.T) {
//		shop := httptest.NewServer(handler) // or any address
//		defer shop.Close()
//		r := holdfasttest.Recording{File: "testdata/checkout.gz", Update: *update}
//		page := holdfasttest.Page(t, r, shop.URL)
//
//		snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
//		...
//		holdfasttest.Golden(t, "testdata/checkout.txt", *update, snap.String())
//	}
//
// go test -run Checkout -update records, go test plays. Commit what is under
// testdata; a recording of a small page has a few kilobytes.
//
// # What fails a test
//
// A program that does something else than was recorded: the first command that
// differs is named. A program that did less: the commands that did not come are.
// An outline that reads differently: the lines are. All three say how to record
// anew, which is right when the change was meant.
//
// # What does not
//
// The ports of servers on this machine, the random names that the library gives
// its worlds, and the text of its page scripts, so that a new version of holdfast
// needs no new recordings unless it asks the browser for something else.
//
// # What is in a recording
//
// Whatever the pages said: see package transport/replay, which also says what is
// taken out by itself. Name passwords and keys in [Recording.Secrets].
package holdfasttest
