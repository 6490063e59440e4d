// Package electron starts an Electron program that opens browser windows, and
// drives their tabs.
//
//	host, err := electron.Launch(ctx, electron.WithBinary("/path/to/electron"))
//	if err != nil {
//		return err
//	}
//	p, err := provider.New(ctx, host) // owns the host from now on
//
// The program runs a window host that this package carries (host.cjs, of
// CommonJS modules without dependencies, for Electron 38 and later): one window
// with a strip of tabs, a page in each. It listens on the loopback interface,
// says where on its standard output, and lets in one client that knows a token
// made for this start; both speak lines of JSON. The program ends with the
// [Host], whole, as transport/chrome's does. Should the program that uses this
// package be killed itself, the window host ends too, because its connection is
// cut; the temporary folder stays then.
//
// # What is different from a browser
//
// The host is a tab host: there is no browser session, and a tab has one stream
// at a time, because a page of Electron has one debugger. So domains of the
// browser (Browser, and Target but for child sessions) are refused, which the
// provider answers with BROWSER_NOT_IMPLEMENTED where nothing else will do.
//
//   - Windows that pages open become tabs, with their opener.
//   - Permissions that pages ask for are denied, downloads cancelled, and
//     addresses other than http, https, about:blank, data and blob refused.
//   - Lists of sites are kept by the window host ([Host.KeepSites]), which holds
//     requests back in Electron's session: the first document of a popup, too,
//     which nothing else can.
//   - A person may open DevTools, by the menu or its key, which is told as a
//     takeover. The debugger leaves for a moment then and comes back: the stream
//     goes on, what waited is answered with transport.CodeAway, and
//     transport.Reattached says that domains have to be enabled again.
//   - There is no picture of a window that is hidden or minimised: that is
//     answered at once, with transport.CodeUnseen.
//   - No debugger can be attached before a page has its first document. A page
//     that asks something before that (confirm) waits for a person, and so does
//     the page that opened it, which has the same process.
//
// # In a packaged application
//
// A packaged application has no electron program beside it and ignores scripts
// among its arguments. [WithApp] starts it a second time instead, with the path
// of the script in the environment and a profile of its own. The application
// takes an early branch, before anything else and above all before its
// single-instance lock, which would end the second instance at once:
//
//	const { app } = require('electron')
//	if (process.env.HOLDFAST_ELECTRON_HOST) {
//	  require(process.env.HOLDFAST_ELECTRON_HOST)
//	} else if (!app.requestSingleInstanceLock()) {
//	  app.quit()
//	} else {
//	  startTheApplication()
//	}
//
// In an ES module that is createRequire(import.meta.url)(path). The price of the
// profile of its own is that sign-ins of the application are not shared, and not
// kept unless [WithUserDataDir] names a folder. The environment must not hold
// ELECTRON_RUN_AS_NODE, as that of programs that an Electron application starts
// does; this package takes it out. docs/electron.md is the guide.
//
// # How it is tested
//
// The tests run on a double of Electron over a real Chromium
// (internal/testelectron, which lists what it cannot show: a window that is
// really white, a popup that is denied before it exists, will-navigate at its own
// time), or on a real one with HOLDFAST_ELECTRON=/path/to/electron.
package electron
