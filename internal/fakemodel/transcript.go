package fakemodel

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

// Transcript is an answer of a real endpoint and what a client must make of it.
type Transcript struct {
	Name string
	// Body is the raw body, sent with Want.HTTP.
	Body []byte
	Want Want
}

// Want is the result that a transcript must give.
type Want struct {
	HTTP struct {
		Status      int    `json:"status"`
		ContentType string `json:"content_type"`
	} `json:"http"`
	// Outcome is ok or error.
	Outcome       string `json:"outcome"`
	ErrorKind     string `json:"error_kind"`
	ErrorContains string `json:"error_contains"`
	Content       string `json:"content"`
	Reasoning     string `json:"reasoning"`
	ToolCalls     []struct {
		// ID is * for any that is not empty.
		ID   string `json:"id"`
		Name string `json:"name"`
		// Arguments are JSON. When they are left out, ArgumentsLength is what their
		// length is, in bytes.
		Arguments       string `json:"arguments"`
		ArgumentsLength int    `json:"arguments_length"`
	} `json:"tool_calls"`
	FinishReason string `json:"finish_reason"`
	Usage        *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`
}

// Transcripts reads the transcripts of a folder: NAME.txt and NAME.expect.json.
// Tests get ../shared/sse from package testpage.
func Transcripts(folder fs.FS) ([]Transcript, error) {
	names, err := fs.Glob(folder, "*.expect.json")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("fakemodel: the folder has no transcripts")
	}
	list := make([]Transcript, len(names))
	for i, name := range names {
		t := &list[i]
		t.Name = strings.TrimSuffix(name, ".expect.json")
		if t.Body, err = fs.ReadFile(folder, t.Name+".txt"); err != nil {
			return nil, err
		}
		want, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(want, &t.Want); err != nil {
			return nil, fmt.Errorf("fakemodel: %s: %w", name, err)
		}
	}
	return list, nil
}

// Reply sends the transcript, or its first n bytes when n is not negative; what
// is missing then is missing at a proper end of the connection.
func (t Transcript) Reply(n int) Reply {
	body := t.Body
	if n >= 0 {
		body = body[:n]
	}
	return Reply{
		Status: t.Want.HTTP.Status, Header: http.Header{"Content-Type": {t.Want.HTTP.ContentType}}, Body: string(body),
	}
}
