package outline

// noise takes out rows that say nothing: wrappers without a name, decorative
// images.
func noise(rows []row, extras []extra) []row {
	for i := range rows {
		r := &rows[i]
		if r.ref != 0 || r.state&Operable != 0 || r.name != "" || r.extra >= 0 {
			continue
		}
		switch r.role {
		case roleGeneric, roleNone, rolePresentation, roleText, roleImage, roleParagraph:
			r.fate = gone
		}
	}
	return rows
}
