package event

import "time"

// Subject is what an approval is about. Subjects are a public contract.
type Subject string

// The subjects.
const (
	// SubjectSite: the agent wants to see or use a site.
	SubjectSite Subject = "site"
	// SubjectPassword: something goes into a password field, or a secret into any.
	SubjectPassword Subject = "password"
	// SubjectScript: a program is to run in a page.
	SubjectScript Subject = "script"
	// SubjectUpload: files go to a page.
	SubjectUpload Subject = "upload"
	// SubjectPurchase: a press that looks like one that buys, pays or sends.
	SubjectPurchase Subject = "purchase"
)

// Answer is what came of an approval.
type Answer string

// The answers. The first three are those of a person; the last two are no
// permission either.
const (
	// Once allows it this time.
	Once Answer = "once"
	// Always allows it from now on, in later sessions too.
	Always Answer = "always"
	// Deny does not allow it.
	Deny Answer = "deny"
	// Expired: nobody answered in time.
	Expired Answer = "expired"
	// Canceled: the call was given up before the answer.
	Canceled Answer = "canceled"
)

// Allows reports whether the answer is a permission.
func (a Answer) Allows() bool { return a == Once || a == Always }

// Approval is a question to a person: may the agent do this?
type Approval struct {
	// ID names the question in [ApprovalAnswered] and in what a panel answers.
	ID      string  `json:"id"`
	Subject Subject `json:"subject"`
	// Site is the scheme, host and port that it is about.
	Site string `json:"site,omitempty"`
	// URL is the address of the page, or the one that it wants to go to.
	URL string `json:"url,omitempty"`
	// Tool is the tool that is to be called.
	Tool string `json:"tool"`
	// Target is the element, as the page names it. It is text of the page.
	Target string `json:"target,omitempty"`
	// Detail is what is to be done: the program that would run, the files that
	// would go. It is never what would be typed.
	Detail string `json:"detail,omitempty"`
	// Question asks it in a line. It may quote the page's words for the element.
	Question Words `json:"question,omitempty"`
	// Choices are the answers that make sense.
	Choices []Answer `json:"choices"`
	// Deadline is when the question ends unanswered; zero: never.
	Deadline time.Time `json:"deadline,omitzero"`
}

// ApprovalAsked tells that a person is asked.
type ApprovalAsked struct {
	Approval Approval `json:"approval"`
}

// ApprovalAnswered tells what came of the question.
type ApprovalAnswered struct {
	ID     string `json:"id"`
	Answer Answer `json:"answer"`
}
