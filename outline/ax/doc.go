// Package ax reads the page from Chrome's accessibility tree: the second source
// behind the same [outline.Tree], exact in roles and names where the in-page
// reader follows the specifications by itself.
//
// It stands on the in-page reader (package dom), which keeps the table of
// elements: what the tree calls operable gets its number, identity and box
// there, so a ref acts the same whichever reader printed it.
//
//	page, err := dom.New(session)
//	exact, err := ax.New(page)
//	tree, err := exact.Read(ctx, ax.ReadOptions{})
//
// When to use it: where the in-page reader is in doubt, and as its oracle. It
// costs about ten times as much (13 s for a table of 20,000 rows in Chromium
// 156), and it sees what assistive technology is told, not what an eye sees:
// text that is transparent or off the screen is there, and what is aria-hidden
// is not, unless it can be operated.
package ax
