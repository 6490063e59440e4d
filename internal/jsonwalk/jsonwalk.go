// Package jsonwalk goes through JSON member by member, for replies of which only
// a part is wanted and that are too large for anything that builds values of the
// rest.
package jsonwalk

import "github.com/mailru/easyjson/jlexer"

// Members calls f for each member of the object that comes next, but for those
// that are null; f reads the value. The key is good until f returns. Anything
// but an object is passed over.
func Members(l *jlexer.Lexer, f func(key string)) {
	if !l.IsDelim('{') {
		l.SkipRecursive()
		return
	}
	l.Delim('{')
	for !l.IsDelim('}') {
		key := l.UnsafeFieldName(true)
		l.WantColon()
		if l.IsNull() {
			l.Skip()
		} else {
			f(key)
		}
		l.WantComma()
	}
	l.Delim('}')
}

// Elements calls f for each element of the array that comes next; f reads it.
// Anything but an array is passed over.
func Elements(l *jlexer.Lexer, f func()) {
	if !l.IsDelim('[') {
		l.SkipRecursive()
		return
	}
	l.Delim('[')
	for !l.IsDelim(']') {
		f()
		l.WantComma()
	}
	l.Delim(']')
}
