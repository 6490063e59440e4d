package provider

import (
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/spelling"
	"github.com/holdfast-go/holdfast/outline"
)

// maskResult takes secrets out of a result, in place: out of every text that it
// holds, however deep, so that a field that is added later is no gap. Texts of
// types of their own (codes, states, ids) are ours, not a page's.
func maskResult[T any](p *Provider, result *T, err error) (*T, error) {
	if p.config.secrets.Empty() {
		return result, err
	}
	if result != nil {
		p.maskIn(reflect.ValueOf(result))
	}
	return result, p.maskError(err)
}

var (
	textType    = reflect.TypeFor[string]()
	rawType     = reflect.TypeFor[json.RawMessage]()
	timeType    = reflect.TypeFor[time.Time]()
	errorType   = reflect.TypeFor[error]()
	outlineType = reflect.TypeFor[outline.Outline]() // made of a tree without secrets
)

func (p *Provider) maskIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == textType {
			v.SetString(p.mask(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem() != outlineType {
			p.maskIn(v.Elem())
		}
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == errorType {
			v.Set(reflect.ValueOf(p.maskError(v.Interface().(error))))
			return
		}
		inside := reflect.New(v.Elem().Type()).Elem()
		inside.Set(v.Elem())
		p.maskIn(inside)
		v.Set(inside)
	case reflect.Struct:
		if v.Type() == timeType {
			return
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				p.maskIn(f)
			}
		}
	case reflect.Slice:
		if v.Type() == rawType {
			v.SetBytes([]byte(p.maskJSON(string(v.Bytes()))))
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return // a picture
		}
		for i := range v.Len() {
			p.maskIn(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			p.maskIn(v.Index(i))
		}
	case reflect.Map:
		p.maskMap(v)
	}
}

// maskJSON takes secrets out of JSON. A number that is one becomes a text.
func (p *Provider) maskJSON(text string) string {
	hidden := p.mask(text)
	if hidden == text || json.Valid([]byte(hidden)) {
		return hidden
	}
	return string(spelling.Quote(hidden))
}

// maskMap masks keys, too: a map's are often the names that a page gave.
func (p *Provider) maskMap(v reflect.Value) {
	for _, k := range v.MapKeys() {
		key, value := reflect.New(k.Type()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(k)
		value.Set(v.MapIndex(k))
		p.maskIn(key)
		p.maskIn(value)
		if !key.Equal(k) {
			v.SetMapIndex(k, reflect.Value{})
		}
		v.SetMapIndex(key, value)
	}
}

// maskError takes secrets out of an error. The one of the caller is not touched:
// it may be shared.
func (p *Provider) maskError(err error) error {
	if err == nil || p.config.secrets.Empty() {
		return err
	}
	var e *browser.Error
	if e = browser.AsError(err); e == nil {
		return p.maskCause(err)
	}
	hidden := *e
	hidden.Message, hidden.Hint, hidden.Reason = p.mask(e.Message), p.mask(e.Hint), browser.Reason(p.mask(string(e.Reason)))
	if e.Err != nil {
		hidden.Err = p.maskCause(e.Err)
	}
	p.maskIn(reflect.ValueOf(&hidden.Details).Elem())
	return &hidden
}

// maskCause hides the words of an error whose words tell a secret; errors.Is
// and errors.As still see what it is.
func (p *Provider) maskCause(err error) error {
	if text := err.Error(); p.mask(text) != text {
		return maskedError{p.mask(text), err}
	}
	return err
}

type maskedError struct {
	text string
	kind error
}

func (e maskedError) Error() string        { return e.text }
func (e maskedError) Is(target error) bool { return errors.Is(e.kind, target) }
