package openai

import "strings"

// splitter parts a text that comes in pieces into what stands between two tags
// and what does not. A tag may be cut anywhere.
type splitter struct {
	open, close string
	// leading: the tag counts only where it opens the text.
	leading bool

	inside bool
	off    bool // no tag counts any more
	blanks bool // white space is left out until something else comes
	held   string
}

// piece is a part of the text. ended says that the closing tag came after it.
type piece struct {
	text          string
	inside, ended bool
}

// feed takes the next piece of the text and returns what can be told by now.
func (s *splitter) feed(text string) []piece {
	s.held += text
	var pieces []piece
	for {
		p, more := s.step()
		if p.text != "" || p.ended {
			pieces = append(pieces, p)
		}
		if !more {
			return pieces
		}
	}
}

// flush returns what is held at the end of the text. What began with a tag and
// did not end is still inside.
func (s *splitter) flush() []piece {
	p := piece{text: s.held, inside: s.inside}
	s.held = ""
	if p.text == "" {
		return nil
	}
	return []piece{p}
}

// step takes one piece off what is held, and reports whether to go on.
func (s *splitter) step() (piece, bool) {
	switch {
	case s.inside:
		text, rest, found := strings.Cut(s.held, s.close)
		if !found {
			return piece{text: s.allBut(s.close), inside: true}, false
		}
		s.held, s.inside = rest, false
		if s.leading {
			s.off, s.blanks = true, true
		}
		return piece{text: text, inside: true, ended: true}, true
	case s.off:
		if s.blanks {
			s.held = strings.TrimLeft(s.held, " \t\r\n")
			s.blanks = s.held == ""
		}
		text := s.held
		s.held = ""
		return piece{text: text}, false
	case s.leading:
		text := strings.TrimLeft(s.held, " \t\r\n")
		switch {
		case strings.HasPrefix(text, s.open):
			s.held, s.inside = text[len(s.open):], true
			return piece{}, true
		case strings.HasPrefix(s.open, text):
			return piece{}, false // may become the tag
		}
		s.off = true
		return piece{}, true
	default:
		text, rest, found := strings.Cut(s.held, s.open)
		if !found {
			return piece{text: s.allBut(s.open)}, false
		}
		s.held, s.inside = rest, true
		return piece{text: text}, true
	}
}

// allBut takes everything that can not be the beginning of the tag.
func (s *splitter) allBut(tag string) string {
	for n := min(len(tag)-1, len(s.held)); n > 0; n-- {
		if cut := len(s.held) - n; s.held[cut:] == tag[:n] {
			text := s.held[:cut]
			s.held = s.held[cut:]
			return text
		}
	}
	text := s.held
	s.held = ""
	return text
}
