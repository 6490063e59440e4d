package outline

import (
	"strings"

	"github.com/holdfast-go/holdfast/refs"
)

// Lookup returns the addressable rows with that role and name; an empty role
// means any. When there is none, near holds the rows that come closest: the
// name in another case, as a part of a longer one, or with another role.
func (o *Outline) Lookup(role, name string) (match, near []Row) {
	name = Clean(name)
	lower := strings.ToLower(name)
	for i := range o.rows {
		r := &o.rows[i]
		if r.ref == 0 {
			continue
		}
		sameRole := role == "" || role == o.printedRole(r) || role == o.roles.name(r.role)
		switch {
		case o.name(r) == name && sameRole:
			match = append(match, o.row(i))
		case len(match) > 0 || len(near) >= nearLimit:
		case o.name(r) == name || sameRole && lower != "" && strings.Contains(strings.ToLower(o.name(r)), lower):
			near = append(near, o.row(i))
		}
	}
	if len(match) > 0 {
		near = nil
	}
	return match, near
}

// nearLimit bounds the candidates that Lookup offers.
const nearLimit = 10

// ByRef returns the row that a ref names.
func (o *Outline) ByRef(ref refs.Ref) (Row, bool) {
	if ref == 0 {
		return Row{}, false
	}
	for i := range o.rows {
		if o.rows[i].ref == ref {
			return o.row(i), true
		}
	}
	return Row{}, false
}
