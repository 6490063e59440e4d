// Package testpage serves pages to the tests of this module: the reproduction
// cases, inline pages and saved pages of real sites.
//
// Every server listens on loopback only, under one port on 127.0.0.1 and,
// where the machine has IPv6, on ::1. So its two host names 127.0.0.1 and
// localhost play two sites: [Server.URL] and [Server.Localhost] give the same
// page under either.
//
//	page := testpage.HTML(t, `<button>Save</button>`) // one page, its address
//
//	site := testpage.New(t) // several pages that refer to each other
//	inner := site.Page("/inner", `<button>Pay</button>`)
//	outer := site.Page("/", `<iframe src="/inner"></iframe>`)
//
//	cases := testpage.Cases(t)
//	stale := cases.URL("/cases/R01-stale-ref/")
//
// A server belongs to one test and ends with it: after the test's clean-up no
// connection, handler or goroutine of it is left.
package testpage
