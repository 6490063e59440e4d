// Package outline turns what a reader saw of a page into the few lines that an
// agent needs. It is pure: trees in, text out; no I/O, no clock, no goroutine.
//
// There are three stages. A reader (outline/dom, outline/ax) makes a [Tree].
// [Build] runs the passes, each a named function with one reason, and spends
// the budget. The result prints itself as one row per line.
package outline
