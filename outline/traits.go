package outline

// What the passes ask of a row.

// telling are the flags that make a nameless row worth a line.
const telling = Modal | Focused | Busy | Draggable | Editable | Expanded | Selected | Checked | Pressed | Disabled | Invalid

// operable reports whether an agent can act on the row. Such rows are never
// taken out.
func (r *row) operable() bool { return r.ref != 0 || r.state&Operable != 0 }

// silent reports whether the row says nothing by itself.
func (r *row) silent() bool {
	return !r.operable() && r.name == 0 && !r.annotated() && r.state&telling == 0
}

// leaf reports whether nothing is below the row. It holds between settlings.
func (r *row) leaf(i int) bool { return int(r.end) == i+1 }

// transparent reports whether a role without a name only groups or styles
// what is inside of it.
func transparent(r role) bool {
	switch r {
	case roleGeneric, roleNone, rolePresentation, roleText, roleImage, roleParagraph, roleRowgroup,
		roleStrong, roleEmphasis, roleCode, roleMark, roleSubscript, roleSuperscript, roleInsertion,
		roleDeletion, roleTime, roleLabel, roleFigure, roleDocument, roleSVG:
		return true
	}
	return false
}

// wordy reports whether rows of the role are words of the page, as opposed to
// structure.
func wordy(r role) bool {
	switch r {
	case roleText, roleImage, roleHeading, roleParagraph, roleStrong, roleEmphasis, roleCode, roleMark,
		roleSubscript, roleSuperscript, roleInsertion, roleDeletion, roleTime, roleCaption, roleLegend,
		roleLabel, roleFigcaption, roleTerm, roleGeneric, roleSVG:
		return true
	}
	return false
}

// thin reports whether a role without a name is worth a line only when it
// holds several rows together.
func thin(r role) bool {
	switch r {
	case roleList, roleListItem, roleCell, roleGridcell, roleArticle, roleGroup, roleRegion,
		roleBlockquote, roleTerm, roleDefinition, roleFigcaption, roleCaption, roleLegend, roleHeading:
		return true
	}
	return false
}

// absorbing reports whether a nameless row of the role says what kind of text
// its only child is.
func absorbing(r role) bool {
	switch r {
	case roleListItem, roleCell, roleGridcell, roleColumnheader, roleRowheader, roleBlockquote,
		roleTerm, roleDefinition, roleFigcaption, roleCaption, roleLegend, roleHeading, roleCode:
		return true
	}
	return false
}

// container reports whether rows of the role hold a part of the page together.
func container(r role) bool {
	switch r {
	case roleHeading, roleCell, roleGridcell, roleColumnheader, roleRowheader:
		return false
	}
	return !wordy(r)
}

// field reports whether rows of the role take a label.
func field(r role) bool {
	switch r {
	case roleTextbox, roleSearchbox, roleCombobox, roleListbox, roleCheckbox, roleRadio, roleSlider,
		roleSpinbutton, roleSwitch:
		return true
	}
	return false
}

// tablePart reports whether the role's name from content repeats what its
// cells show.
func tablePart(r role) bool {
	switch r {
	case roleRow, roleCell, roleGridcell, roleColumnheader, roleRowheader, roleListItem, roleTreeitem:
		return true
	}
	return false
}
