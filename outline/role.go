package outline

import "math"

// role is an interned role name: the passes compare numbers.
type role uint8

// The roles that passes know by name. Others are interned behind them.
const (
	roleGeneric role = iota
	roleText
	roleHeading
	roleLink
	roleButton
	roleImage
	roleList
	roleListItem
	roleParagraph
	roleTable
	roleGrid
	roleTreegrid
	roleRow
	roleRowgroup
	roleCell
	roleGridcell
	roleColumnheader
	roleRowheader
	roleOption
	roleCombobox
	roleListbox
	roleTextbox
	roleSearchbox
	roleArticle
	roleGroup
	roleRegion
	roleDialog
	roleAlertdialog
	roleStrong
	roleEmphasis
	roleCode
	roleMark
	roleSubscript
	roleSuperscript
	roleInsertion
	roleDeletion
	roleTime
	roleCaption
	roleLegend
	roleLabel
	roleFigure
	roleFigcaption
	roleTerm
	roleDefinition
	roleBlockquote
	roleNone
	rolePresentation
	roleIframe
	roleSeparator
	roleMain
	roleNavigation
	roleBanner
	roleContentinfo
	roleComplementary
	roleSearch
	roleForm
	roleTabpanel
	roleMenuitem
	roleTab
	roleTreeitem
	roleDocument
	roleSVG
	roleCheckbox
	roleRadio
	roleSlider
	roleSpinbutton
	roleSwitch
	knownRoles
)

var roleNames = [knownRoles]string{
	roleGeneric: "generic", roleText: "text", roleHeading: "heading", roleLink: "link",
	roleButton: "button", roleImage: "img", roleList: "list", roleListItem: "listitem",
	roleParagraph: "paragraph", roleTable: "table", roleGrid: "grid", roleTreegrid: "treegrid",
	roleRow: "row", roleRowgroup: "rowgroup", roleCell: "cell", roleGridcell: "gridcell",
	roleColumnheader: "columnheader", roleRowheader: "rowheader", roleOption: "option",
	roleCombobox: "combobox", roleListbox: "listbox", roleTextbox: "textbox",
	roleSearchbox: "searchbox", roleArticle: "article", roleGroup: "group",
	roleRegion: "region", roleDialog: "dialog", roleAlertdialog: "alertdialog",
	roleStrong: "strong", roleEmphasis: "emphasis", roleCode: "code", roleMark: "mark",
	roleSubscript: "subscript", roleSuperscript: "superscript", roleInsertion: "insertion",
	roleDeletion: "deletion", roleTime: "time", roleCaption: "caption", roleLegend: "legend",
	roleLabel: "label", roleFigure: "figure", roleFigcaption: "figcaption", roleTerm: "term",
	roleDefinition: "definition", roleBlockquote: "blockquote", roleNone: "none",
	rolePresentation: "presentation", roleIframe: "iframe", roleSeparator: "separator",
	roleMain: "main", roleNavigation: "navigation", roleBanner: "banner",
	roleContentinfo: "contentinfo", roleComplementary: "complementary", roleSearch: "search",
	roleForm: "form", roleTabpanel: "tabpanel", roleMenuitem: "menuitem", roleTab: "tab",
	roleTreeitem: "treeitem", roleDocument: "document", roleSVG: "graphics-document",
	roleCheckbox: "checkbox", roleRadio: "radio", roleSlider: "slider", roleSpinbutton: "spinbutton",
	roleSwitch: "switch",
}

var roleNumbers = func() map[string]role {
	m := make(map[string]role, knownRoles)
	for i, name := range roleNames {
		m[name] = role(i)
	}
	// The two names of ARIA 1.3, and what Chrome's accessibility tree says.
	m["image"] = roleImage
	m["StaticText"] = roleText
	return m
}()

// roleSet numbers the roles of one outline.
type roleSet struct {
	more  []string
	index map[string]role // of more; nil until one is needed
	last  string          // the role asked for before, and its number: runs are common
	lastN role
}

func (s *roleSet) number(name string) role {
	if name == s.last {
		return s.lastN
	}
	n, ok := roleNumbers[name]
	if !ok {
		n = s.custom(name)
	}
	s.last, s.lastN = name, n
	return n
}

// custom interns a role that this package does not know; there is room for three
// times as many as ARIA has. A role is printed
// outside of quotes, so anything but a plain word is no role.
func (s *roleSet) custom(name string) role {
	if n, ok := s.index[name]; ok {
		return n
	}
	if !plainWord(name) || int(knownRoles)+len(s.more) > math.MaxUint8 {
		return roleGeneric
	}
	if s.index == nil {
		s.index = make(map[string]role)
	}
	n := knownRoles + role(len(s.more))
	s.more = append(s.more, name)
	s.index[name] = n
	return n
}

func (s *roleSet) name(r role) string {
	if r < knownRoles {
		return roleNames[r]
	}
	return s.more[r-knownRoles]
}

func plainWord(s string) bool {
	if s == "" || len(s) > 40 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' {
			return false
		}
	}
	return true
}
