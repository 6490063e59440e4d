package browser

// DialogAction is what is done with an open JavaScript dialog.
type DialogAction string

// The actions.
const (
	// AcceptDialog presses OK, or Leave.
	AcceptDialog DialogAction = "accept"
	// DismissDialog presses Cancel, or Stay; an alert has only OK.
	DismissDialog DialogAction = "dismiss"
)

// DialogRequest answers the dialog that a page has open.
type DialogRequest struct {
	Action DialogAction
	// Text is the answer to a prompt, with AcceptDialog only; nil leaves what
	// the page suggests.
	Text *string
}
