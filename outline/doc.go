// Package outline turns what a reader saw of a page into the few lines that an
// agent needs. It is pure: trees in, text out; no I/O, no clock, no goroutine.
// An [Outline] never changes, so it may be read from several goroutines; a
// [Tree] may not while it is changed.
//
// The caller's duties:
//
//  1. Let a reader (outline/dom, outline/ax) make a [Tree].
//  2. Hand [Tree.Observation] to the registry, and the numbers that it gives to
//     [Tree.SetRefs].
//  3. [Build] the outline, print its [Outline.Text] and keep it: find, lookups
//     and the next [Outline.Since] need it, the tree may go.
//  4. For a part of the page, take [Tree.Subtree], [Tree.InViewport] or
//     [Tree.InBox] first and do the same with what they return.
//
// One tree goes in and six readings come out: an outline, what changed since
// another, what a search finds, running text, data of a table, list or form, and
// a packed copy to keep. Each has its options and its result, hence the many
// names.
//
// Build has three stages. It makes a row of every node; it runs the passes; it
// spends the budget. The passes, in their order, each a function that says what
// it takes away and why nothing is lost:
//
//	wrappers      rows that only group or style
//	repeats       words that the row around them says
//	chains        one name along one line of ancestors
//	neighbours    words that the row beside them says
//	hollow        structure that holds nothing or one thing
//	dialogsFirst  an open modal dialog comes to the top
//	tabulate      like siblings become lines of a table
//	elide         long regular tables show their beginning and what differs
//	fold          a control that is there again and again is printed once
//
// What each saves: o200k tokens of whole outlines without a budget, geometric
// mean of twelve saved pages of real sites, with that pass alone left out (4,598
// with all of them; the default budget makes 3,917 of these):
//
//	chains      122    hollow     62
//	fold        115    elide      16
//	repeats      79    neighbours  2
//	tabulate     78    wrappers    0
//
// wrappers has little to do in trees of outline/dom, which makes no rows of bare
// boxes; it is for those of other sources, and hollow takes what it would here.
// neighbours is for what a person sees once and an agent would read twice.
// dialogsFirst is no saving: what is in front has to come first.
//
// The grammar of a row, one per line, one space of indent per kept ancestor:
//
//	e21 textbox "Search" value="red shoes" focused
//	e12 link "Invoice 1001" → /orders/1001
//	"a text is its words in quotes"
//	e8 button ~"cart icon"           the name is a hint, the page gives none
//	e13 button "Pay" ×8              eight of them, find gives the others
//	list each of 3: link, text, button "Buy"
//	 e1 "Lamp", "11 EUR", e2
//	 e3 "Chair", "50 EUR", e4
//	 e5 "Table", "99 EUR", e6 "Notify me"
//	… 206 more: "Lamp 31" … "Lamp 236" (e34 … e239)
//	… 312 rows cut (34 refs)
//
// What a page says stands in quotes, and no page can close them: every name,
// value and address goes through [Clean] or is written with escapes.
package outline
