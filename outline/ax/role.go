package ax

import (
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// kind says what the walk does with a role.
type kind uint8

const (
	row     kind = iota // a row, when there is something in it
	pass                // no row of its own: what is in it is
	inline              // the same, in a line of text
	words               // text
	space               // a gap in a text
	dropped             // says nothing that is not said elsewhere
	frame               // shows another document
)

// roleOf is what Chrome's word for a role means.
type roleOf struct {
	role string // of ARIA, as the in-page reader says it
	kind kind
	// shut: what is in it are parts of the browser's own.
	shut bool
}

// chromeRoles are Chrome's own words for what ARIA has no role for, or another
// one (ax_role_properties and AXObject::RoleName of Chromium 156). Words with a
// capital that are not here make no row.
var chromeRoles = map[string]roleOf{
	"StaticText":                {kind: words},
	"LineBreak":                 {kind: space},
	inlineTextBox:               {kind: dropped},
	"ListMarker":                {kind: dropped},
	"MenuListPopup":             {kind: dropped}, // the options of a closed select
	"RootWebArea":               {kind: pass},
	"WebArea":                   {kind: pass},
	"Iframe":                    {role: "iframe", kind: frame},
	"IframePresentational":      {role: "iframe", kind: frame},
	"image":                     {role: "img"},
	"DisclosureTriangle":        {role: "button"},
	"DisclosureTriangleGrouped": {role: "button"},
	"PopUpButton":               {role: "button"},
	"ToggleButton":              {role: "button"},
	"ColorWell":                 {role: "textbox", shut: true},
	"Date":                      {role: "textbox", shut: true},
	"DateTime":                  {role: "textbox", shut: true},
	"InputTime":                 {role: "textbox", shut: true},
	"Canvas":                    {role: "canvas", shut: true},
	"Video":                     {role: "video", shut: true},
	"Audio":                     {role: "audio", shut: true},
	"meter":                     {role: "meter", shut: true},
	"progressbar":               {role: "progressbar", shut: true},
	"MathMLMath":                {role: "math", kind: inline},
	"Legend":                    {role: "legend", kind: pass},
	"Figcaption":                {role: "caption", kind: pass},
	"LabelText":                 {role: "label", kind: pass},
	"Details":                   {role: "group", kind: pass},
	"strong":                    {role: "strong", kind: inline},
	"emphasis":                  {role: "emphasis", kind: inline},
	"code":                      {role: "code", kind: inline},
	"mark":                      {role: "mark", kind: inline},
	"subscript":                 {role: "subscript", kind: inline},
	"superscript":               {role: "superscript", kind: inline},
	"insertion":                 {role: "insertion", kind: inline},
	"deletion":                  {role: "deletion", kind: inline},
	"suggestion":                {role: "suggestion", kind: inline},
	"time":                      {role: "time", kind: inline},
	"Abbr":                      {kind: inline},
	"Ruby":                      {kind: inline},
	"RubyAnnotation":            {kind: dropped}, // says the same again
	"generic":                   {role: "generic", kind: pass},
	"none":                      {role: "none", kind: pass},
	"presentation":              {role: "none", kind: pass},
	"paragraph":                 {role: "paragraph", kind: pass},
	"rowgroup":                  {role: "rowgroup", kind: pass},
	"group":                     {role: "group", kind: pass},
	"figure":                    {role: "figure", kind: pass},
	"caption":                   {role: "caption", kind: pass},
	"separator":                 {role: "separator", kind: pass},
	"form":                      {role: "form", kind: pass},
	"graphics-document":         {role: "graphics-document", kind: pass},
	"graphics-object":           {role: "graphics-object", kind: pass},
	"graphics-symbol":           {role: "graphics-symbol", kind: pass},
	"directory":                 {role: "list"},
	"sectionheader":             {role: "generic", kind: pass},
	"sectionfooter":             {role: "generic", kind: pass},
}

// meaning returns what a role means. MathML's and other words of Chrome's that
// are not known stand for no role; roles of ARIA that are not known for
// themselves.
func meaning(role string) roleOf {
	if m, ok := chromeRoles[role]; ok {
		return m
	}
	switch {
	case role == "" || strings.HasPrefix(role, "MathML"):
		return roleOf{kind: inline}
	case role[0] >= 'A' && role[0] <= 'Z':
		return roleOf{role: "generic", kind: pass}
	}
	return roleOf{role: role}
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	// widgets are the roles that a person operates.
	widgets = set("button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox " +
		"slider spinbutton switch tab textbox treeitem")
	// fields hold what was typed or chosen: their text is their value.
	fields = set("textbox searchbox spinbutton combobox slider")
	// titled are those that are called by their content. What else is named by
	// its content shows it itself.
	titled = set("heading tooltip")
	// closed roles say with their name all that is inside.
	closed = set("button checkbox img menuitemcheckbox menuitemradio meter option progressbar radio scrollbar separator " +
		"slider switch math")
	cells = set("cell gridcell columnheader rowheader")
)

// roleNames interns the roles: a tree has thousands of each.
var roleNames = func() map[string]string {
	m := map[string]string{}
	for name := range chromeRoles {
		m[name] = name
	}
	for name := range set("alert alertdialog application article banner blockquote button cell checkbox columnheader combobox " +
		"comment complementary contentinfo definition dialog document feed form grid gridcell heading link list listbox " +
		"listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio navigation note option radio " +
		"radiogroup region row rowheader scrollbar search searchbox slider spinbutton status switch tab table tablist " +
		"tabpanel term textbox timer toolbar tooltip tree treegrid treeitem LayoutTable LayoutTableRow LayoutTableCell " +
		"DescriptionList SvgRoot PluginObject EmbeddedObject") {
		m[name] = name
	}
	return m
}()

// interned returns the role as a string that may be kept.
func interned(role string) string {
	if name, ok := roleNames[role]; ok {
		return name
	}
	return strings.Clone(role)
}

// stateOf returns the flag that a property sets, 0 for none.
func stateOf(name string, v value) outline.State {
	tri := func(flag outline.State) outline.State {
		switch {
		case v.is():
			return flag
		case v.text == "mixed":
			return outline.Mixed
		}
		return 0
	}
	when := func(flag outline.State) outline.State {
		if v.is() {
			return flag
		}
		return 0
	}
	switch name {
	case "busy":
		return when(outline.Busy)
	case "disabled":
		return when(outline.Disabled)
	case "invalid":
		if v.text != "" && v.text != "false" {
			return outline.Invalid
		}
	case "hasPopup":
		if v.text != "" && v.text != "false" {
			return outline.HasPopup
		}
	case "checked":
		return tri(outline.Checked)
	case "pressed":
		return tri(outline.Pressed)
	case "selected":
		return when(outline.Selected)
	case "expanded":
		if v.is() {
			return outline.Expanded
		}
		return outline.Collapsed
	case "focused":
		return when(outline.Focused)
	case "modal":
		return when(outline.Modal)
	case "multiline":
		return when(outline.Multiline)
	case "multiselectable":
		return when(outline.Multiple)
	case "readonly":
		return when(outline.ReadOnly)
	case "required":
		return when(outline.Required)
	}
	return 0
}
