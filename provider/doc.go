// Package provider implements the contract of package browser over any
// transport.
//
// [New] takes a host and gives a browser.Provider. Each tab in use is a page
// with one event loop, which alone learns what the browser says (navigations,
// dialogs, requests, downloads), and a turn, which lets calls run one after
// another in the order of their arrival. A call that acts goes
//
//	resolve ref (registry) → gate, scroll, box and hit test (one call in the
//	page) → input (written back to back, awaited once) → after-read raced with
//	the events → receipt
//
// # What Chromium 156 does, as far as this package depends on it
//
// Seen with a probe of 14 kinds of click (Page, Network and lifecycle events
// on, headless, two cores):
//
//   - A link, location= and a form announce themselves with
//     Page.frameRequestedNavigation and Page.frameStartedNavigating before or
//     after the reply to mouseReleased, always before the reply to an evaluate
//     that is sent after it. That evaluate hangs until the new document commits,
//     and then answers from it or fails with "Inspected target navigated or
//     closed".
//   - pushState and anchors give Page.navigatedWithinDocument in the same place.
//   - A navigation that ends without a document (204, a download) ends with
//     Page.frameStoppedLoading and no Page.frameNavigated;
//     Page.downloadWillBegin follows within a few milliseconds, before the
//     after-read's reply.
//   - A failed load commits a document at chrome-error://chromewebdata/.
//   - window.open gives Page.windowOpen and then Target.targetCreated, both
//     before the reply to mouseReleased.
//   - While a dialog is open mouseReleased is not answered; handling the dialog
//     brings the answer.
package provider
