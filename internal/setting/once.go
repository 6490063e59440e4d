// Package setting holds what the hosts' options share: that each is given once,
// and the settings of a program that a host starts.
package setting

import "github.com/holdfast-go/holdfast/transport"

// Once knows which options were given. Op is what is tried with them ("launch"),
// for errors.
type Once struct {
	Op    string
	given map[string]bool
}

// Take notes an option, and refuses it the second time.
func (o *Once) Take(name string) error {
	if o.given[name] {
		return o.Invalid("the option " + name + " was given twice")
	}
	if o.given == nil {
		o.given = map[string]bool{}
	}
	o.given[name] = true
	return nil
}

// Invalid is the error of an option that makes no sense.
func (o *Once) Invalid(detail string) error {
	return &transport.Error{Kind: transport.KindInvalid, Op: o.Op, Detail: detail}
}
