package provider

import (
	"strconv"

	"github.com/holdfast-go/holdfast/outline"
)

// frameMove is what became of a frame other than the page's own: it shows
// another document, or the same one under another address, or has crashed.
type frameMove struct {
	frame    string
	from, to string
	same     bool
	crashed  bool
}

// frameStates is what the loop knows of the frames of the current page. It is
// guarded by page.mu.
type frameStates struct {
	url     map[string]string // by frame id
	pending map[string]bool   // navigations that were announced
	moves   counted[frameMove]
	// known are the frames that the page has had, the last of them, where
	// somebody has to know whose a frame is. They outlive their document: the
	// back-forward cache brings it back without announcing them.
	known map[string]bool
	order []string
	// news counts what was heard of frames, told is its number at the last word
	// of a frame, and of all others toldAll.
	news    int64
	told    map[string]int64
	toldAll int64
}

// heard notes that something was announced of a frame.
func (f *frameStates) heard(frame string) {
	if f.told == nil || len(f.told) >= keptFrames {
		f.heardAll()
		f.told = map[string]int64{}
	}
	f.news++
	f.told[frame] = f.news
}

// heardAll notes that any frame may be another one by now.
func (f *frameStates) heardAll() {
	f.news++
	f.toldAll, f.told = f.news, nil
}

// newsOf gives a number that is another one when anything was announced of a
// frame meanwhile, 0 while it navigates.
func (f *frameStates) newsOf(frame string) int64 {
	if f.pending[frame] {
		return 0
	}
	return 1 + max(f.told[frame], f.toldAll)
}

// keptFrames is how many frames are known.
const keptFrames = 5000

// know notes that a frame is one of the page's.
func (f *frameStates) know(frame string) {
	if f.known == nil {
		f.known = map[string]bool{}
	}
	if f.known[frame] {
		return
	}
	if len(f.order) >= keptFrames {
		delete(f.known, f.order[0])
		f.order = f.order[1:]
	}
	f.known[frame] = true
	f.order = append(f.order, frame)
}

func (f *frameStates) announced(frame string) {
	if f.pending == nil {
		f.pending = map[string]bool{}
	}
	f.pending[frame] = true
	f.heard(frame)
}

func (f *frameStates) settled(frame string) {
	delete(f.pending, frame)
	f.heard(frame)
}

// moved notes the new address of a frame.
func (f *frameStates) moved(frame, to string, same bool) {
	if f.url == nil {
		f.url = map[string]string{}
	}
	f.settled(frame)
	from := f.url[frame]
	f.url[frame] = to
	if from != "" && from != blank && from != to {
		f.moves.add(frameMove{frame: frame, from: from, to: to, same: same})
	}
}

// crashed notes that the process of a frame ended.
func (f *frameStates) crashed(frame string) {
	f.settled(frame)
	f.moves.add(frameMove{frame: frame, from: f.url[frame], crashed: true})
}

// gone forgets a frame that was removed.
func (f *frameStates) gone(frame string) {
	f.settled(frame)
	delete(f.url, frame)
}

// left forgets all frames: their page has another document. The log stays, so
// that its numbers do not go back.
func (f *frameStates) left() {
	f.url, f.pending = nil, nil
	f.heardAll()
}

// mostFrameNotes bounds what a receipt tells of frames: pages have frames of
// their own that come and go.
const mostFrameNotes = 3

// notes tells what became of frames since a mark, the last of each.
func (f *frameStates) notes(since int) []string {
	last := map[string]frameMove{}
	var order []string
	for _, m := range f.moves.since(since) {
		if first, again := last[m.frame]; again {
			m.from = first.from
			m.same = m.same && first.same
		} else {
			order = append(order, m.frame)
		}
		last[m.frame] = m
	}
	var notes []string
	for _, frame := range order {
		if len(notes) == mostFrameNotes {
			notes = append(notes, "and "+strconv.Itoa(len(order)-mostFrameNotes)+" more frames went elsewhere")
			break
		}
		m := last[frame]
		switch {
		case m.crashed:
			notes = append(notes, "the frame at "+outline.Address(m.from)+" crashed")
		case m.from == m.to:
		case m.same:
			notes = append(notes, "the frame at "+outline.Address(m.from)+" changed its address to "+outline.Address(m.to))
		default:
			notes = append(notes, "the frame at "+outline.Address(m.from)+" went to "+outline.Address(m.to))
		}
	}
	return notes
}
