package tools

import (
	"context"
	"encoding/json"

	"github.com/holdfast-go/holdfast/browser"
)

// Class is the capability that a tool needs.
type Class string

// The classes.
const (
	// Read: looks at pages and goes to pages.
	Read Class = "read"
	// Mutate: acts on pages or on the browser's tabs.
	Mutate Class = "mutate"
)

// Effect is what a call touches.
type Effect string

// The effects, from the least to the most.
const (
	// None: nothing changes.
	None Effect = "none"
	// View: only what a person at the screen sees changes (scrolling, marks).
	View Effect = "view"
	// Navigation: pages are opened, left, closed or brought to the front.
	Navigation Effect = "navigation"
	// Input: mouse, keys and values go into a page.
	Input Effect = "input"
	// Script: a program runs in a page.
	Script Effect = "script"
)

// ReadOnly reports whether a call of this effect leaves every page as it is.
func (e Effect) ReadOnly() bool { return e == None || e == View }

// Tool is the definition of a tool, as a model is offered it. Name, class and
// parameters are a public contract.
type Tool struct {
	Name string
	// Title is for people.
	Title string
	// Description is for the model: what the tool does and what comes next.
	Description string
	// Parameters is the JSON schema of the arguments: an object that allows no
	// other properties than the ones it names.
	Parameters json.RawMessage
	Class      Class
	// Effect is the most that a call of the tool may do.
	Effect Effect
}

// Definitions returns all tools in the order of the table.
func Definitions() []Tool {
	table := table()
	defined := make([]Tool, len(table))
	for i, s := range table {
		defined[i] = s.Tool
	}
	return defined
}

// table lists every tool; a tool that is missing here does not exist.
func table() []*spec {
	return []*spec{
		openTool(),
		navigateTool(),
		snapshotTool(),
		findTool(),
		textTool(),
		extractTool(),
		screenshotTool(),
		locateTool(),
		revalidateTool(),
		waitTool(),
		consoleTool(),
		networkTool(),
		diagnoseTool(),
		tabsTool(),
		clickTool(),
		fillTool(),
		pressTool(),
		hoverTool(),
		dragTool(),
		selectTextTool(),
		selectTool(),
		scrollTool(),
		uploadTool(),
		dialogTool(),
		resizeTool(),
		recordTool(),
		executeTool(),
	}
}

// spec is a row of the table: the definition and how to run it.
type spec struct {
	Tool
	params []param
	// decode makes an action of arguments that fit the schema.
	decode func(json.RawMessage) (action, error)
}

// action is one call of a tool: its decoded arguments. Each tool is a struct
// that implements it, embeds [onPage] when it works on a page, and may
// implement checker and effecter.
type action interface {
	run(ctx context.Context, c *call) error
}

// checker is an action with rules that concern several arguments together.
type checker interface{ check() error }

// effecter is an action that may do less than its tool.
type effecter interface{ effect() Effect }

// paged is an action that works on a page.
type paged interface{ session() browser.TabID }

// onPage is the part of the arguments that names the page.
type onPage struct {
	SessionID browser.TabID `json:"session_id"`
}

func (p onPage) session() browser.TabID { return p.SessionID }

// define makes a row of the table. A is the struct of the arguments; params
// describe its fields to the model and decide what is accepted. A tool that
// works on a page takes session_id without naming it.
func define[A action](t Tool, params ...param) *spec {
	var zero A
	if _, ok := any(zero).(paged); ok {
		params = append(params, sessionParam("page to work on; default: last opened or activated"))
	}
	t.Parameters = schema(params)
	return &spec{Tool: t, params: params, decode: func(raw json.RawMessage) (action, error) {
		var a A
		err := json.Unmarshal(raw, &a)
		return a, err
	}}
}

func sessionParam(description string) param {
	return text("session_id", description).filled()
}
