// Package tools is the catalogue of tools with which a model uses web pages:
// their names, descriptions and JSON schemas, and one door, [Catalogue.Call],
// through which every call goes, whoever makes it (an agent, a fast path, a
// panel, an MCP client).
//
//	catalogue, err := tools.New(provider)
//	if err != nil {
//		return err
//	}
//	for _, t := range catalogue.Tools() {
//		offer(t.Name, t.Description, t.Parameters) // to the model
//	}
//	result, err := catalogue.Call(ctx, "webpage_click", arguments)
//	if err != nil {
//		result = catalogue.Explain(err) // the model reads errors too
//	}
//	answer(result.Text, result.Images)
//
// # Pages
//
// A tool works on the page that session_id names; without one, on the default
// page: the one that the catalogue opened or activated last. Nothing else
// makes a page the default: a popup does not, and when the default page is
// closed no other one steps in, because the refs of a model mean one page only.
// A catalogue therefore serves one caller; make one for each.
//
// # Page text
//
// What pages wrote stands between marks that a page cannot know (see [Mark]).
// [Catalogue.Instructions] says so to the model and belongs into its prompt.
//
// # Class and effect
//
// The class (read, mutate) is for policy: what a caller may do at all. The
// effect says what a call touches, and drives approvals, what is possible
// while a person has taken a page over, and the hints of MCP.
package tools
