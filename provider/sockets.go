package provider

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// Web sockets under strict lists.
//
// As seen of Chromium 156: Fetch sees no web socket, Network.setBlockedURLs stops
// none (neither its old form nor urlPatterns, with any scheme), and a function in
// place of the page's WebSocket would not be there in workers and in frames that
// a script asks for one at once. A content security policy holds everywhere: its
// connect-src is enforced by the engine in the document or worker that has it,
// and what has no address of its own (about:blank, srcdoc, data: and blob:
// documents and workers, in popups too) takes it over from who made it. So every
// document and every script of a worker gets one more. It restricts sockets
// alone: the page's own policies count as before, and other requests are judged
// one by one.
//
//   - A document gets it from a script that runs before its own, in every session
//     (js/policy.js).
//   - The script of a worker gets it as a header (Fetch.continueResponse).
//   - The first document of a popup may be there before a session is. Other headers
//     come too late for documents, whose policy the browser has read by then: it
//     is given anew with its body (Fetch.fulfillRequest). That is for these alone:
//     the body is there only when the whole of it is, and a document that comes
//     from nowhere may not ask for anything in the local network, which Chromium
//     keeps from documents of the internet.
//   - What a service worker makes up itself never comes by: the provider's pages
//     and frames go round service workers (equip). The first document of a popup
//     may be made by one.

// responsePatterns are the responses that get a policy: documents, and scripts
// of workers, which have no type of their own.
var responsePatterns = []fetchPattern{
	{URL: "*", Type: documentType, Stage: responseStage}, {URL: "*", Type: workerType, Stage: responseStage},
}

const (
	responseStage = "Response"
	workerType    = "Other"

	// documentLimit bounds the wait for the body of a document; what takes longer
	// to arrive is no document that agents read.
	documentLimit = 60 * time.Second
)

// header is a field of a response.
type header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

//go:embed js/policy.js
var policyScript string

// policy restricts web sockets to the lists.
func (s *sites) policy() string {
	// http and https are held to the lists by Fetch, the others are made of what
	// the page has.
	sources := append([]string{"http:", "https:", "data:", "blob:", "filesystem:"}, s.list.SocketSources()...)
	return "connect-src " + strings.Join(sources, " ")
}

// policyScript is the script that gives documents the policy.
func (s *sites) policyScript() string {
	quoted, _ := json.Marshal(s.policy()) // a string has no error
	return "(" + policyScript + ")(" + string(quoted) + ")"
}

// scripted reports whether documents of a frame get their policy by a script.
func (f *fetches) scripted(ctx context.Context, frame string) bool {
	if f.tab != nil || f.owner.known(browser.TabID(frame)) != nil {
		return true
	}
	return slices.ContainsFunc(f.owner.inUse(), func(p *page) bool { return p.catchUp(ctx) == nil && p.hasFrame(frame) })
}

// answered takes in a response that was held back.
func (f *fetches) answered(r pausedRequest) {
	s := f.session(r.session)
	// A redirect has no content, and an error nothing at all.
	redirects := r.Status >= 300 && r.Status < 400 && r.Status != http.StatusNotModified
	if !f.owner.judging() || r.Status == 0 || redirects || r.Type == documentType && !active(r.Headers) {
		letGo(s, r)
		return
	}
	f.jobs.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), ownerLimit)
		defer cancel()
		if f.whose(ctx, r.FrameID) == foreign || r.Type == documentType && f.scripted(ctx, r.FrameID) {
			letGo(s, r)
			return
		}
		headers := append(slices.Clone(r.Headers), header{"Content-Security-Policy", f.owner.sites.policy()})
		if r.Type != documentType {
			s.Send(context.Background(), "Fetch.continueResponse", given{ID: r.ID, Status: r.Status, Headers: headers}).Abandon()
			return
		}
		f.give(r, headers)
	})
}

// given is the answer to a response that was held back.
type given struct {
	ID      string   `json:"requestId"`
	Status  int      `json:"responseCode"`
	Headers []header `json:"responseHeaders"`
	Body    string   `json:"body,omitempty"`
}

// give gives a document anew.
func (f *fetches) give(r pausedRequest, headers []header) {
	s := f.session(r.session)
	ctx, cancel := context.WithTimeout(context.Background(), documentLimit)
	defer cancel()
	var got struct {
		Body   string `json:"body"`
		Base64 bool   `json:"base64Encoded"`
	}
	if err := s.Call(ctx, "Fetch.getResponseBody", map[string]string{"requestId": r.ID}, &got); err != nil {
		// Without its policy it must not be there.
		f.owner.config.log.Warn("provider: a document did not arrive whole, and strict lists keep it away", "url", r.Request.URL, "error", err)
		s.Send(context.Background(), "Fetch.failRequest", map[string]string{"requestId": r.ID, "errorReason": "TimedOut"}).Abandon()
		return
	}
	if !got.Base64 {
		got.Body = base64.StdEncoding.EncodeToString([]byte(got.Body))
	}
	// The body is decoded, and the cookies are set.
	headers = slices.DeleteFunc(headers, func(h header) bool {
		switch strings.ToLower(h.Name) {
		case "content-encoding", "content-length", "transfer-encoding", "set-cookie":
			return true
		}
		return false
	})
	s.Send(context.Background(), "Fetch.fulfillRequest", given{r.ID, r.Status, headers, got.Body}).Abandon()
}

// active reports whether a document may run scripts: HTML, XML, and what the
// browser has to guess. Pictures, films, downloads and texts go on as they come.
func active(headers []header) bool {
	value := func(name string) string {
		for _, h := range headers {
			if strings.EqualFold(h.Name, name) {
				return h.Value
			}
		}
		return ""
	}
	if kind, _, _ := mime.ParseMediaType(value("Content-Disposition")); strings.EqualFold(kind, "attachment") {
		return false
	}
	kind, _, _ := strings.Cut(value("Content-Type"), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if strings.Contains(kind, "html") || strings.Contains(kind, "xml") || !strings.Contains(kind, "/") {
		return true
	}
	return slices.Contains([]string{"unknown/unknown", "application/unknown", "*/*"}, kind)
}
