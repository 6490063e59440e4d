package refs

// Key makes a semantic key: a digest of role, name and the path of ancestors
// (from either end, but always from the same one). It helps to recognise a thing
// that moved to another node of the same document, and nothing else.
//
// Ancestors that a framework numbers anew at every rendering are left out: what
// has ten or more digits in a row (times, database ids), or a word that looks
// random (a UUID, "css-1x9yq8z", React's ":r1f:"). Positions must not be part
// of the path: one more row at the top would shift them all, so that keys look
// unique and name the wrong row. Keys that several things share are normal and
// safe, since only unique ones are used.
//
// The digest is djb2 (hash*33 + byte, from 5381) over 64 bits; parts end with a
// zero byte, and a zero byte within a part counts as 0xff, which no UTF-8 text
// contains. The result is never 0.
func Key(role, name string, ancestors ...string) uint64 {
	h := djb2(djb2(5381, role), name)
	for _, a := range ancestors {
		if !dynamic(a) {
			h = djb2(h, a)
		}
	}
	return max(h, 1)
}

func djb2(h uint64, part string) uint64 {
	for i := range len(part) {
		c := part[i]
		if c == 0 {
			c = 0xff
		}
		h = h*33 + uint64(c)
	}
	return h * 33
}

// dynamic reports whether an ancestor is likely to be called something else at
// the next rendering.
func dynamic(s string) bool {
	for i := 0; i < len(s); {
		if isReactID(s[i:]) {
			return true
		}
		n := wordLen(s[i:])
		if n == 0 {
			i++
			continue
		}
		if randomWord(s[i : i+n]) {
			return true
		}
		i += n
	}
	return false
}

// wordLen counts the ASCII letters and digits that s begins with.
func wordLen(s string) int {
	n := 0
	for n < len(s) && (isDigit(s[n]) || isLetter(s[n])) {
		n++
	}
	return n
}

// randomWord judges a word of letters and digits: a long run of digits, or
// eight or more characters that are hexadecimal and mixed, or that change
// between letters and digits three times or more.
func randomWord(w string) bool {
	digits, letters, changes, run := 0, 0, 0, 0
	hex := true
	for i := range len(w) {
		c := w[i]
		if isDigit(c) {
			digits++
			if run++; run >= 10 {
				return true
			}
		} else {
			letters++
			run = 0
			hex = hex && c|0x20 <= 'f'
		}
		if i > 0 && isDigit(c) != isDigit(w[i-1]) {
			changes++
		}
	}
	return len(w) >= 8 && digits > 0 && letters > 0 && (hex || changes >= 3)
}

// isReactID reports whether s begins with an id of React's useId: ":r", some
// letters and digits, ":".
func isReactID(s string) bool {
	if len(s) < 4 || s[0] != ':' || s[1] != 'r' && s[1] != 'R' {
		return false
	}
	n := wordLen(s[2:])
	return n > 0 && 2+n < len(s) && s[2+n] == ':'
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
