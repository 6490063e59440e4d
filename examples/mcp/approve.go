package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/policy"
)

// asking is what --approve takes.
var asking = map[string]func() policy.Settings{
	// sensitive: passwords, scripts, uploads, and what looks like buying.
	"sensitive": func() policy.Settings {
		s := policy.Defaults()
		s.AllSites, s.Purchase = true, true
		return s
	},
	// all: every site that is new, too.
	"all": func() policy.Settings {
		s := policy.Defaults()
		s.Purchase = true
		return s
	},
}

// person is who a call may ask: the one at the client that makes it, by
// elicitation. A question is an answer to the call, which the client makes again
// with the person's: so a policy asks at most one question a call.
type person struct {
	session *mcp.ServerSession
	given   mcp.InputResponseMap
	asked   mcp.InputRequestMap // what the call has to be answered with
}

type personKey struct{}

// errUnanswered ends a call whose question goes to the client first.
var errUnanswered = errors.New("the person at the client is asked first")

// elicit asks the person of the call. A client that offers no elicitation has
// nobody to ask, and nothing is allowed.
func elicit(ctx context.Context, a event.Approval) (event.Answer, error) {
	p, ok := ctx.Value(personKey{}).(*person)
	if !ok {
		return "", errors.New("the call has no session")
	}
	about := strings.Join([]string{string(a.Subject), a.Site, a.Tool, a.Target, a.Detail}, "\x00")
	if given, ok := p.given[about].(*mcp.ElicitResult); ok {
		if answer, _ := given.Content["answer"].(string); given.Action == "accept" && answer != "" {
			return event.Answer(answer), nil
		}
		return event.Deny, nil
	}
	if i := p.session.InitializeParams(); i == nil || i.Capabilities == nil || i.Capabilities.Elicitation == nil {
		return "", errors.New("the client has no way to ask a person")
	}
	names, err := json.Marshal(a.Choices)
	if err != nil {
		return "", err
	}
	message := string(a.Question)
	if a.Detail != "" {
		message += "\n" + a.Detail
	}
	p.asked = mcp.InputRequestMap{about: &mcp.ElicitParams{
		Mode: "form", Message: message,
		RequestedSchema: json.RawMessage(fmt.Sprintf(
			`{"type":"object","properties":{"answer":{"type":"string","title":"Allow it?","enum":%s}},"required":["answer"]}`, names)),
	}}
	return "", errUnanswered
}
