// Package marks puts numbered boxes around the elements of a screenshot, so that
// a model that looks at the picture can name what it means: the number is the
// element's ref. It is pure: boxes and a picture go in, marks and pixels come
// out; no I/O, no clock, no goroutine. Nothing in it is safe for concurrent use.
//
// The caller's duties:
//
//  1. Measure the elements, in CSS pixels, and take the picture at the same
//     moment.
//  2. Say with a [View] where the picture's pixels lie on the page.
//  3. [Plan] the marks: it leaves out what cannot be marked, chooses among the
//     rest, and finds a place for each label.
//  4. [Marking.Draw] them, and give the model [Marking.String] beside the picture.
package marks
