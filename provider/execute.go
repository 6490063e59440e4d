package provider

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/collect"
	"github.com/holdfast-go/holdfast/internal/spelling"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

//go:embed js/value.js
var valueScript string

// WithoutExecute removes Execute: it answers BROWSER_NOT_IMPLEMENTED.
func WithoutExecute() Option {
	return option(func(c *config) error { c.noExecute = true; return nil })
}

// Execute runs code of the caller's, or sends one command that is allowed.
func (p *page) Execute(ctx context.Context, r browser.ExecuteRequest) (*browser.ExecuteResult, error) {
	if err := p.owner.config.checkExecute(&r); err != nil {
		return nil, err
	}
	if r.Method != "" {
		if err := p.checkMethod(&r); err != nil {
			return nil, err
		}
	}
	since, err := p.begin(ctx, "execute")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start, m := time.Now(), p.now()
	result := &browser.ExecuteResult{Receipt: browser.Receipt{Action: "execute", SinceLast: since}}
	limit, cancel := limited(ctx, r.Timeout)
	defer cancel()
	if r.Method != "" {
		err = p.command(limit, r, result)
	} else {
		err = p.evaluate(limit, r, result)
	}
	if err != nil && ctx.Err() == nil && limit.Err() != nil {
		p.interrupt(ctx)
		err = &browser.Error{
			Code: browser.CodeTimeout, Reason: "execute", Err: err,
			Message: fmt.Sprintf("execute: no value within %v; the wait was ended, and what was begun may still take effect", r.Timeout),
			Hint:    "Look at the page before doing it again. A promise that may never settle goes into Promise.race with a timer.",
		}
	}
	return p.executed(ctx, result, m, start, err)
}

// executed waits for what came of the code and finishes the result, or puts
// what is known into the error.
func (p *page) executed(ctx context.Context, result *browser.ExecuteResult, m mark, start time.Time, err error) (*browser.ExecuteResult, error) {
	if errors.Is(err, browser.ErrDialogOpen) && p.OpenDialog() != nil {
		result.State, result.Reason, result.What = browser.ExecuteUnreturnable, "dialog", "waited for by a dialog that the code opened"
		err = nil
	}
	if err == nil || ctx.Err() == nil && errors.Is(err, errLeft) {
		if _, lost := p.settle(ctx, m, dom.AfterRequest{}); lost != nil {
			return nil, p.halfway(ctx, &result.Receipt, m, lost)
		}
	}
	if lost := p.conclude(ctx, &result.Receipt, m); lost != nil && err == nil {
		err = lost
	}
	result.Elapsed = time.Since(start)
	switch {
	case errors.Is(err, errLeft) && result.Navigated != nil:
		result.State, result.Reason = browser.ExecuteUnreturnable, "navigated"
		result.What = "of a document that the page has left meanwhile"
		result.Advice = "Run code that reads the new document once it is there."
	case err != nil:
		failure := browser.AsError(failed("execute", err))
		copied := *failure
		copied.Details.Receipt = &result.Receipt
		return nil, &copied
	}
	p.tellChanges(ctx, &result.Receipt)
	return result, nil
}

func (c *config) checkExecute(r *browser.ExecuteRequest) error {
	switch {
	case c.noExecute:
		return &browser.Error{
			Code: browser.CodeNotImplemented, Reason: "execute_off", Message: "execute was removed by the program",
			Hint: "Use the other actions: click, fill, press, scroll, snapshot, text, extract.",
		}
	case (strings.TrimSpace(r.Code) == "") == (r.Method == ""):
		return invalid("execute takes code or a method, one of them")
	case r.Method == "" && len(r.Params) > 0:
		return invalid("params belong to a method")
	case r.Timeout < 0 || r.Timeout > browser.MaxExecuteTimeout:
		return invalid("execute waits for %v at most, not %v", browser.MaxExecuteTimeout, r.Timeout)
	case r.MaxChars < 0 || r.MaxChars > browser.MaxExecuteChars:
		return invalid("a value has between 1 and %d characters", browser.MaxExecuteChars)
	}
	if r.Timeout == 0 {
		r.Timeout = browser.DefaultExecuteTimeout
	}
	if r.MaxChars == 0 {
		r.MaxChars = browser.DefaultExecuteChars
	}
	return nil
}

// sourceURL names the caller's code in stack traces.
const sourceURL = "holdfast-execute"

// remote is Runtime.RemoteObject.
type remote struct {
	Type        string          `json:"type"`
	Subtype     string          `json:"subtype"`
	Class       string          `json:"className"`
	Value       json.RawMessage `json:"value"`
	Unserial    string          `json:"unserializableValue"`
	Description string          `json:"description"`
	ObjectID    string          `json:"objectId"`
}

// evaluated is the reply of Runtime.evaluate and of what goes on from it.
type evaluated struct {
	Result    remote `json:"result"`
	Exception *struct {
		Text      string `json:"text"`
		Line      int    `json:"lineNumber"`
		Column    int    `json:"columnNumber"`
		ScriptID  string `json:"scriptId"`
		Exception remote `json:"exception"`
	} `json:"exceptionDetails"`
}

// object is code that may be an object, which the engine takes for a block.
var object = regexp.MustCompile(`(?s)^\s*\{.*\}\s*$`)

// evaluate runs code and takes its value in. In the mode of a console the
// engine takes await at the top level and lets names be declared again; code
// with a return at the top level, which it refuses before anything has run, is
// run as the body of a function. Like in a console what looks like an object is
// one, where that makes sense.
func (p *page) evaluate(ctx context.Context, r browser.ExecuteRequest, out *browser.ExecuteResult) error {
	p.mu.Lock()
	p.pulses++
	group := "holdfast-execute-" + strconv.Itoa(p.pulses)
	p.mu.Unlock()
	defer func() {
		p.session.Send(context.WithoutCancel(ctx), "Runtime.releaseObjectGroup", map[string]string{"objectGroup": group}).Abandon()
	}()
	var reply evaluated
	var err error
	shift := 0
	asObject := object.MatchString(r.Code)
	if asObject {
		shift = len("(")
		reply, err = p.evaluateCode(ctx, "("+r.Code+"\n)", group)
		asObject = err != nil || !reply.refused()
	}
	if !asObject {
		shift = 0
		reply, err = p.evaluateCode(ctx, r.Code, group)
	}
	if err == nil && reply.illegalReturn() {
		const head = "(async () => {"
		shift = len(head)
		reply, err = p.evaluateCode(ctx, head+r.Code+"\n})()", group)
	}
	if err == nil && reply.Exception == nil && reply.Result.Subtype == "promise" {
		id := reply.Result.ObjectID
		reply = evaluated{}
		err = p.runtime(ctx, "Runtime.awaitPromise", map[string]string{"promiseObjectId": id}, &reply)
	}
	if err != nil {
		return err
	}
	if reply.Exception != nil {
		return p.thrown(ctx, reply, r.Code, shift)
	}
	return p.takeValue(ctx, reply.Result, r.MaxChars, out)
}

func (p *page) evaluateCode(ctx context.Context, code, group string) (evaluated, error) {
	params := map[string]any{ // the values are of several types
		"expression": code + "\n//# sourceURL=" + sourceURL, "replMode": true,
		"awaitPromise": true, "userGesture": true, "objectGroup": group,
	}
	if until, ok := ctx.Deadline(); ok {
		// The engine ends code that never yields by itself; nobody else can.
		params["timeout"] = max(1, time.Until(until).Milliseconds())
	}
	var reply evaluated
	return reply, p.runtime(ctx, "Runtime.evaluate", params, &reply)
}

// errLeft says that the document went while the code ran.
var errLeft = errors.New("the page left the document in which the code ran")

// runtime sends a command of the Runtime domain; a document that goes meanwhile
// and code that the engine has ended have errors of their own.
func (p *page) runtime(ctx context.Context, method string, params, result any) error {
	err := p.call(ctx, method, params, result)
	var refused *cdp.Error
	if !errors.As(err, &refused) {
		return err
	}
	const internal = -32603 // what Chrome answers to code that its own time limit has ended
	switch text := refused.Message; {
	case strings.Contains(text, "navigated or closed"), strings.Contains(text, "context was destroyed"),
		strings.Contains(text, "Cannot find context"), strings.Contains(text, "Promise was collected"):
		return errLeft
	case refused.Code == internal:
		<-ctx.Done()
		return ctx.Err()
	}
	return err
}

// interrupt ends code that still keeps the page's thread busy. A page that
// answers is left alone: the command would end the next script that runs.
func (p *page) interrupt(ctx context.Context) {
	const patience = 300 * time.Millisecond
	asking, cancel := limited(ctx, patience)
	defer cancel()
	if p.call(asking, "Runtime.evaluate", map[string]string{"expression": "0"}, nil) == nil || ctx.Err() != nil {
		return
	}
	ending, stop := limited(ctx, patience)
	defer stop()
	// Not call, which an open dialog ends: code that shows one after the other
	// would go on for ever.
	if err := p.session.Call(ending, "Runtime.terminateExecution", nil, nil); err != nil {
		p.owner.config.log.Debug("provider: code that takes too long could not be ended", "tab", p.id, "error", err)
	}
}

// illegalReturn reports whether the engine refused the code, before it ran, for
// a return at the top level.
func (e *evaluated) illegalReturn() bool {
	return e.Exception != nil && e.Exception.ScriptID != "" &&
		e.Exception.Exception.Description == "SyntaxError: Illegal return statement"
}

// refused reports whether the engine refused the code before it ran.
func (e *evaluated) refused() bool {
	x := e.Exception
	return x != nil && x.ScriptID != "" && strings.HasPrefix(x.Exception.Description, "SyntaxError") &&
		!strings.Contains(x.Exception.Description, "\n    at ")
}

// place is where a stack trace names the caller's code.
var place = regexp.MustCompile(sourceURL + `:(\d+):(\d+)`)

// words say what was thrown: of an error its message and stack, of other
// objects what they hold.
func (p *page) words(ctx context.Context, thrown remote) string {
	var held browser.ExecuteResult
	switch {
	case thrown.Type == "undefined":
		return "undefined"
	case thrown.Type == "object" && thrown.Subtype != "error" && thrown.Subtype != "node" && thrown.ObjectID != "" &&
		p.takeValue(ctx, thrown, browser.DefaultExecuteChars, &held) == nil && held.State == browser.ExecuteValue:
		return string(held.Value) + held.Text
	case thrown.Description != "":
		return thrown.Description
	case len(thrown.Value) > 0:
		return string(thrown.Value)
	}
	return "a " + thrown.Type
}

// thrown is the error of code that threw, or that is none. shift is how far its
// first line was moved to the right.
func (p *page) thrown(ctx context.Context, e evaluated, code string, shift int) error {
	x := e.Exception
	what := p.owner.mask(p.words(ctx, x.Exception)) // before it is cut: half a secret would be known by nobody
	first, trace, _ := strings.Cut(what, "\n    at ")
	line, column := 0, 0
	if found := place.FindStringSubmatch(trace); found != nil {
		line, _ = strconv.Atoi(found[1]) // they are digits
		column, _ = strconv.Atoi(found[2])
	}
	failure := &browser.Error{
		Code: browser.CodeScript, Reason: "exception",
		Hint: "What the code did before it threw has taken effect. Mend the code.",
	}
	if e.refused() {
		failure.Reason, failure.Hint = "syntax", "Nothing of it ran. Mend the code."
		line, column = x.Line+1, x.Column+1
		if lines := strings.Split(code, "\n"); line > len(lines) { // where ours begins
			line, column = len(lines), utf8.RuneCountInString(lines[len(lines)-1])+1
		}
	}
	if line == 1 {
		column = max(1, column-shift)
	}
	failure.Message = "the code threw " + outline.Quote(short(first))
	if failure.Reason == "syntax" {
		failure.Message = "the code is no JavaScript: " + outline.Quote(short(first))
	}
	if line > 0 {
		failure.Message += fmt.Sprintf(" at line %d, column %d", line, column)
		failure.Details.Line, failure.Details.Column = line, column
	}
	return failure
}

// takeValue makes a result of what the code gave.
func (p *page) takeValue(ctx context.Context, v remote, most int, out *browser.ExecuteResult) error {
	switch {
	case v.Type == "undefined":
		out.State = browser.ExecuteNone
		return nil
	case v.Subtype == "null":
		return p.value(out, "null", most)
	case v.Unserial != "":
		if v.Unserial == "-0" {
			return p.value(out, "-0", most)
		}
		out.Notes = append(out.Notes, "the value is "+v.Unserial+", given as text")
		return p.value(out, strconv.Quote(strings.TrimSuffix(v.Unserial, "n")), most)
	case v.Type == "string":
		return p.value(out, wellFormed(v.Value), most)
	case v.Type == "number" || v.Type == "boolean":
		return p.value(out, string(v.Value), most)
	case v.Type == "symbol" || v.Type == "function" || v.Subtype == "node":
		what := v.Description
		if v.Type == "function" {
			what = ""
		}
		unreturnable(out, first(v.Subtype, v.Type), "value", what)
		return nil
	}
	var reply struct {
		Result struct {
			Value struct {
				Data json.RawMessage `json:"data"`
				Stop *struct {
					Reason string `json:"reason"`
					Path   string `json:"path"`
					What   string `json:"what"`
				} `json:"stop"`
				Notes []string `json:"notes"`
			} `json:"value"`
		} `json:"result"`
		Exception *json.RawMessage `json:"exceptionDetails"`
	}
	err := p.runtime(ctx, "Runtime.callFunctionOn", map[string]any{
		"functionDeclaration": valueScript, "objectId": v.ObjectID, "returnByValue": true,
		"arguments": []map[string]valueLimits{{"value": {Nodes: 200_000, Depth: 200, Characters: browser.MaxExecuteChars, Notes: 10}}},
	}, &reply)
	if err != nil {
		return err
	}
	got := reply.Result.Value
	switch {
	case len(got.Data) > 0:
		for _, n := range got.Notes {
			out.Notes = append(out.Notes, outline.Clean(n))
		}
		return p.value(out, string(got.Data), most)
	case got.Stop != nil:
		unreturnable(out, got.Stop.Reason, got.Stop.Path, got.Stop.What)
	default:
		unreturnable(out, "opaque", "value", v.Class)
	}
	return nil
}

// valueLimits are the limits of value.js. Chrome itself gives values back to a
// depth of 250 or so.
type valueLimits struct {
	Nodes      int `json:"nodes"`
	Depth      int `json:"depth"`
	Characters int `json:"characters"`
	Notes      int `json:"notes"`
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// wellFormed writes a text of JSON anew that holds half of a character: not
// every program could read it.
func wellFormed(text json.RawMessage) string {
	var s string
	if !bytes.Contains(text, []byte(`\ud`)) || json.Unmarshal(text, &s) != nil {
		return string(text)
	}
	return string(spelling.Quote(s))
}

// value puts JSON into a result, or its beginning.
func (p *page) value(out *browser.ExecuteResult, text string, most int) error {
	out.State = browser.ExecuteValue
	text = p.owner.maskJSON(text) // before it is cut, as above
	n := utf8.RuneCountInString(text)
	if n <= most {
		out.Value = json.RawMessage(text)
		return nil
	}
	head, _ := collect.Cut(text, most)
	out.Text, out.Chars = strings.Clone(head), n
	out.Advice = "Return less: a slice, fewer fields, a count. Ask for more characters only when all of it is needed."
	return nil
}

// unreturnable says what a value is that cannot leave the page, and how to get
// what was wanted of it.
func unreturnable(out *browser.ExecuteResult, reason, path, what string) {
	out.State, out.Reason, out.Path = browser.ExecuteUnreturnable, reason, path
	said := map[string][2]string{
		"node":      {"a DOM node (" + what + ")", "Return what of it is wanted: textContent, value, outerHTML, getBoundingClientRect().toJSON(). To act on it take its ref from a snapshot."},
		"functions": {"an object with nothing but functions", "Call one of them and return what it gives."},
		"function":  {"a function", "Call it and return what it gives, or return String(f) to see it."},
		"symbol":    {what, "Return its description: symbol.description."},
		"cycle":     {"a cycle (it is " + what + " again)", "Return the fields that are wanted, without the one that leads back."},
		"depth":     {"deeper than 200 levels", "Return a part of it."},
		"window":    {"a window", "Return what of it is wanted: location.href, name, length."},
		"promise":   {"a promise within the value", "Await it before: await Promise.all([...])."},
		"opaque":    {"an object whose data are behind getters or private (" + what + ")", "Return the fields by name, as in ({x: r.x}), or JSON.stringify them."},
		"getter":    {"a getter that threw (" + what + ")", "Return the fields that are wanted."},
		"too_large": {"larger than what can be given back", "Return less: a slice, fewer fields, a count."},
	}
	text, ok := said[reason]
	if !ok {
		text = [2]string{"a " + reason, "Return plain data: texts, numbers, lists, objects."}
	}
	out.What, out.Advice = text[0], text[1]
}
