package main

import (
	"encoding/json"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// The protocol of the socket is JSON both ways, a message a frame.
//
// To the panel go the events of package event as they are, the first of them a
// snapshot, and notes: messages without a number, whose types are below.
//
// From the panel come the commands of package event and the requests below, each
// with an id that the panel makes up. Each is answered by a reply with that id. A
// panel whose connection was cut before a reply says the same again under the
// same id: nothing is done twice (doneCommands).

// The types of notes.
const (
	noteReply        = "reply"         // reply
	noteSettings     = "settings"      // shownSettings
	noteOpenSettings = "open_settings" // nothing
)

// note is a message to a panel that is no event.
type note struct {
	Type string `json:"type"`
	Data any    `json:"data,omitempty"` // one of the types of the notes
}

// The types of requests: what a panel wants beyond the commands of package event.
const (
	requestShow     = "get_settings" // nothing; the settings come as a note
	requestSettings = "put_settings" // changedSettings; the reply has nothing
	requestForget   = "forget_site"  // siteRequest
	requestLanguage = "set_language" // languageRequest
	requestLook     = "look"         // lookRequest; the reply has a view
	requestPicture  = "picture"      // pictureRequest; the reply has a view
	requestExport   = "export"       // exportRequest; the reply has an exported
	requestDiagnose = "diagnose"     // nothing; the reply has a browser.Diagnosis
	requestTry      = "try_model"    // tryRequest; the reply has a tried
)

// slowRequests may take their time: the commands behind them do not wait.
var slowRequests = map[string]bool{
	requestLook: true, requestPicture: true, requestExport: true, requestDiagnose: true, requestTry: true, string(event.CommandDetach): true,
}

// request is what a panel says.
type request struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// reply answers a request.
type reply struct {
	ID string `json:"id"`
	// Error says why it was not done, in the language of the agent; empty: it was.
	Error  string `json:"error,omitempty"`
	Code   string `json:"code,omitempty"`
	Result any    `json:"result,omitempty"` // what the type of the request says
}

type siteRequest struct {
	Site string `json:"site"`
}

type languageRequest struct {
	Language lang.Language `json:"language"`
}

// lookRequest asks for a picture of the page that the agent uses.
type lookRequest struct {
	// Marks: what can be operated has a numbered box, and the number is the ref.
	Marks bool `json:"marks"`
}

// view is a picture.
type view struct {
	MIME   string    `json:"mime"`
	Data   []byte    `json:"data"`
	Title  string    `json:"title,omitempty"` // text of the page
	URL    string    `json:"url,omitempty"`
	Taken  time.Time `json:"taken,omitzero"`
	Width  int       `json:"width,omitempty"`
	Height int       `json:"height,omitempty"`
}

// pictureRequest asks for a picture of an item. Events come without the data of
// their pictures: a snapshot of a long conversation would be megabytes.
type pictureRequest struct {
	Item  string `json:"item"`
	Index int    `json:"index"`
}

type exportRequest struct {
	// Format is markdown or json.
	Format string `json:"format"`
}

// exported is a conversation as a file.
type exported struct {
	Name string `json:"name"`
	MIME string `json:"mime"`
	Text string `json:"text"`
}

type tryRequest struct {
	Model string `json:"model"` // the id in the settings
}

// tried is what a model answered.
type tried struct {
	OK        bool   `json:"ok"`
	Text      string `json:"text"`
	ElapsedMS int64  `json:"elapsed_ms"`
}
