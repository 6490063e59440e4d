package outline

import "slices"

// Flags of ours.
const (
	// behind: the row is below the row that says that all of it is blocked.
	behind State = 1 << 30
	// inFront: the dialog was moved to the top.
	inFront State = 1 << 29
)

// dialogsFirst moves an open modal dialog to the top, and puts the rest below
// a row that says that it is blocked.
//
// A dialog usually stands at the end of the document, where an agent comes to
// it last, although nothing else can be used. Nothing is lost: the dialog's
// rows keep their order, and the rest is marked once in place of a "blocked"
// on every row. Where something outside of the dialog can still be used (the
// dialog is in a frame of its own), the marks stay on the rows.
//
// It runs before the passes that condense, so that rows of the dialog and rows
// behind it are not joined.
func dialogsFirst(s *sheet) {
	rows := s.rows
	m := openDialog(rows)
	if m < 0 {
		return
	}
	end := rows[m].end
	out := make([]row, 0, len(rows)+1)
	out = append(out, rows[m:end]...)
	for i := range out {
		out[i].parent -= m
	}
	out[0].parent = -1
	out[0].state |= inFront
	shift := end - m // how far the rows before the dialog move
	cover := int32(-1)
	if int(shift) < len(rows) && allBlocked(rows, m) {
		cover = shift
		out = append(out, row{node: -1, parent: -1, kind: kindBehind, name: s.texts.add(blockedBy(s.name(&rows[m])))})
		shift++
	}
	place := func(i int32) int32 { // of a row outside of the dialog
		switch {
		case i < 0:
			return cover
		case i < m:
			return i + shift
		}
		return i + shift - (end - m)
	}
	for i := range rows {
		if int32(i) >= m && int32(i) < end {
			continue
		}
		r := rows[i]
		r.parent = place(r.parent)
		if cover >= 0 && r.state&Blocked != 0 {
			r.state = r.state&^Blocked | behind
		}
		out = append(out, r)
	}
	measure(out)
	s.rows = out
}

// openDialog returns the row of the modal dialog that is on top, -1 when there
// is none or it is in front already. A dialog that does not say that it is modal
// is, when the page made inert all that can be operated elsewhere.
func openDialog(rows []row) int32 {
	if dialogInFront(rows) {
		return -1
	}
	inert := int32(-1)
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		switch {
		case r.state&(Offscreen|Blocked) != 0:
		case r.state&Modal != 0:
			return int32(i)
		case inert < 0 && (r.role == roleDialog || r.role == roleAlertdialog):
			inert = int32(i)
		}
	}
	if inert >= 0 && anyBlocked(rows) && allBlocked(rows, inert) {
		return inert
	}
	return -1
}

func anyBlocked(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.operable() && r.state&Blocked != 0 })
}

// dialogInFront reports whether dialogsFirst did its work.
func dialogInFront(rows []row) bool { return len(rows) > 0 && rows[0].state&inFront != 0 }

// allBlocked reports whether nothing outside of the dialog at row m can be
// operated.
func allBlocked(rows []row, m int32) bool {
	for i := range rows {
		if int32(i) == m {
			continue
		}
		if r := &rows[i]; (int32(i) < m || int32(i) >= rows[m].end) && r.operable() && r.state&(Blocked|behind) == 0 {
			return false
		}
	}
	return true
}

// blockedBy is what the row above the rest says.
func blockedBy(dialog string) string {
	s := "blocked by the dialog"
	if dialog != "" {
		name, _ := cutWords(dialog, nameLimit)
		s += " " + string(appendQuoted(nil, name))
	}
	return s + ":"
}
