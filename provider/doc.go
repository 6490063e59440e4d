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
// Each [Option] is a decision of its own, so there are many; none is needed.
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
//     So do nearly all commands; Target.*, Page.getNavigationHistory and
//     Page.handleJavaScriptDialog answer. A session that is attached later is
//     told "No dialog is showing" and cannot answer it, so popups are attached to
//     at once. A popup's dialog stops the page that opened it, too.
//   - Input.dispatchTouchEvent gives pointer and touch events and, as tasks of
//     their own right after, the mouse events and the click of a tap; a page that
//     prevents the touch gets none of these. So clicks are taps where the agent
//     made the page a phone's (Viewport.Mobile); hovering, dragging and the other
//     buttons stay the mouse's. Emulation.setEmitTouchEventsForMouse is not
//     needed. Two taps in one place within 300 ms are a double tap to the browser.
//   - Input.insertText announces itself with a beforeinput event that can be
//     cancelled, and Enter and Space on a button with a click whose detail is 0;
//     a list, a range or a date changes on a key without any announcement but
//     input, which comes when it has changed. A tab that is not in front hears of
//     its focus only when input arrives.
//   - Nothing in the protocol tells of print(); the page's own beforeprint event
//     does, in a browser without a window, too. A frame of another origin that
//     prints itself is not heard of.
//   - Accepting a prompt without a text answers "", not what it suggests.
//   - A leave-page question that a link raised and that was dismissed ends without
//     Page.frameStoppedLoading; of Page.navigate the reply (net::ERR_ABORTED) comes
//     before Page.javascriptDialogClosed.
//   - A page from the back-forward cache gives Page.frameStoppedLoading before
//     Page.frameNavigated, which has its old loader id.
//   - What becomes of downloads is set for a whole browser context, by page
//     sessions, too. A target=_blank download is told to the browser session only,
//     with the id of the tab that it opens and closes as its frame.
//
// # What pages can trust
//
// Mouse, keys and text go through the browser's own input, so the events that
// come of them have isTrusted set, drag and drop included: dragstart, dragover
// and drop follow plain mouse events. The same holds for
//
//   - options of a list, sliders, dates, times, months and weeks: one arrow key
//     brings the control to its value from one step before it, where the page
//     scripts put it, without any event, while the key comes down. The page hears
//     keydown, input, change and keyup, as from a keyboard;
//   - options of a list of several: each that differs is clicked with Control
//     held, as by hand;
//   - files: the chooser is intercepted, and input and change come from the
//     browser, as does cancel.
//
// Text that is filled in one go is one beforeinput, as of a paste, and one input
// for each of its lines and line breaks; keystrokes make a keyboard's events.
//
// What cannot be trusted, because no input leads there; the receipt says that a
// script did it, where it did:
//
//   - the value of a color field (its picker is no part of the page);
//   - a date or time that is emptied, and one for which no single step leads to
//     the value (a step attribute that leaves no neighbour);
//   - lists that the page draws from a select (appearance: base-select), a list
//     of one choice that is left without any, and all lists on a Mac, where an
//     arrow key opens them;
//   - a control whose keys the page takes for itself, and a text field that
//     ignores what is typed: their values are set as a last resort;
//   - the selection of text: selectionchange is the browser's, but there is no
//     mouse event before it;
//   - a scroll to the top, to the bottom or into view, and one of a container
//     that no wheel reaches: the scroll event is the browser's, but there is no
//     wheel event before it.
package provider
