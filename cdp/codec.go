package cdp

import (
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/mailru/easyjson"
)

// tolerant accepts what pages put into strings: a lone surrogate becomes
// U+FFFD instead of an error.
var tolerant = jsonv2.AllowInvalidUTF8(true)

// encodeParams returns the params as raw JSON, or nil for none. Raw JSON is
// taken as it is, after a check: it may come from a model, and one stray byte
// would end the connection for everyone.
func encodeParams(params any) ([]byte, error) {
	var raw []byte
	switch v := params.(type) {
	case nil:
		return nil, nil
	case jsonv2.Value:
		raw = v
	case []byte:
		raw = v
	case easyjson.Marshaler:
		out, err := easyjson.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
		raw = out
	default:
		out, err := jsonv2.Marshal(v, tolerant)
		if err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
		if string(out) == "null" {
			return nil, nil
		}
		if out[0] != '{' {
			return nil, errNoObject
		}
		return out, nil
	}
	if len(raw) == 0 {
		return nil, nil
	}
	if !jsonv2.Value(raw).IsValid(tolerant) {
		return nil, errors.New("params: not valid JSON")
	}
	if jsonv2.Value(raw).Kind() != '{' {
		return nil, errNoObject
	}
	return raw, nil
}

var errNoObject = errors.New("params: not a JSON object")

// decodeResult decodes the result of a command. Raw results alias the message,
// which belongs to no one else.
func decodeResult(raw []byte, result any) error {
	if result == nil {
		return nil
	}
	if raw == nil {
		raw = []byte("{}")
	}
	switch v := result.(type) {
	case *jsonv2.Value:
		*v = raw
		return nil
	case *[]byte:
		*v = raw
		return nil
	}
	return decode(raw, result)
}

// decode decodes JSON that came from the browser.
func decode(raw []byte, v any) error {
	if u, ok := v.(easyjson.Unmarshaler); ok {
		return easyjson.Unmarshal(raw, u)
	}
	return jsonv2.Unmarshal(raw, v, tolerant)
}
