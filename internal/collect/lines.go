package collect

// Level is how much a line matters; each level has a store of its own, so that
// what matters less cannot push it out.
type Level uint8

// The levels.
const (
	Error Level = iota
	Warning
	Info
	Debug
	levels
)

// Line is what was written, once or several times.
type Line struct {
	Level  Level
	Text   string
	Cut    int // characters that were cut off
	Source string
	Frame  string // id of the frame, empty for the page's own
	Doc    int    // of [Documents]

	URL       string
	Row, Col  int     // from 1
	Last      float64 // ms since 1970, 0 when not known
	First     float64
	Count     int
	serial    int // of the last time, over all levels
	older     *Line
	newer     *Line
	inLevelOf *level
}

// same is what equal lines have in common. Where they were written may differ.
type same struct {
	level  Level
	text   string
	cut    int
	source string
	frame  string
	doc    int
}

func (l *Line) same() same { return same{l.Level, l.Text, l.Cut, l.Source, l.Frame, l.Doc} }

// How much is kept of each level: a line more than leastLines goes when there
// are mostLines, or when all texts together take more than mostBytes.
const (
	leastLines = 1_000
	mostLines  = 6_000
	mostBytes  = 512 << 10
)

// Lines keeps what a console said last. Equal lines of a document are one, with
// a count, in the place of the last. The zero Lines is empty.
type Lines struct {
	known  map[same]*Line
	levels [levels]level
	serial int
}

// level is a list from the oldest line to the newest.
type level struct {
	oldest, newest *Line
	count, bytes   int
	dropped        int // with their repetitions
}

// Add takes a line in; its Count and First are set here.
func (s *Lines) Add(l Line) {
	s.serial++
	key := l.same()
	if known := s.known[key]; known != nil {
		known.Count++
		known.serial = s.serial
		known.URL, known.Row, known.Col = l.URL, l.Row, l.Col
		if l.Last > 0 {
			known.Last = l.Last
		}
		known.inLevelOf.take(known)
		known.inLevelOf.put(known)
		return
	}
	if s.known == nil {
		s.known = map[same]*Line{}
	}
	l.Count, l.First, l.serial = 1, l.Last, s.serial
	l.older, l.newer = nil, nil
	at := &s.levels[min(l.Level, levels-1)]
	l.inLevelOf = at
	at.put(&l)
	s.known[key] = &l
	for at.count > leastLines && (at.count > mostLines || at.bytes > mostBytes) {
		gone := at.oldest
		at.take(gone)
		at.dropped += gone.Count
		delete(s.known, gone.same())
	}
}

// put appends a line.
func (v *level) put(l *Line) {
	l.older, l.newer = v.newest, nil
	if v.newest != nil {
		v.newest.newer = l
	} else {
		v.oldest = l
	}
	v.newest = l
	v.count++
	v.bytes += len(l.Text)
}

// take removes a line.
func (v *level) take(l *Line) {
	if l.older != nil {
		l.older.newer = l.newer
	} else {
		v.oldest = l.newer
	}
	if l.newer != nil {
		l.newer.older = l.older
	} else {
		v.newest = l.older
	}
	v.count--
	v.bytes -= len(l.Text)
}

// Newest gives the lines from the newest to the oldest.
func (s *Lines) Newest(yield func(*Line) bool) {
	var next [levels]*Line
	for i := range s.levels {
		next[i] = s.levels[i].newest
	}
	for {
		best := -1
		for i, l := range next {
			if l != nil && (best < 0 || l.serial > next[best].serial) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		l := next[best]
		next[best] = l.older
		if !yield(l) {
			return
		}
	}
}

// Dropped is how many lines of a level went, with their repetitions.
func (s *Lines) Dropped(l Level) int { return s.levels[min(l, levels-1)].dropped }
