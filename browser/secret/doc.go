// Package secret keeps named secrets and takes them out of everything that a
// model, a log or a person reads. It is pure: it types nothing and sends
// nothing.
//
// An agent never has a secret. It writes the placeholder into what it fills in,
// alone or within other text:
//
//	{{secret:shop-password}}
//
// The provider puts the value in at the moment of typing, when the document
// that takes it is of one of the secret's sites, and only then. In results,
// events, errors and logs the value stands as its placeholder again, also when
// the page shows it ([Store.Mask]).
//
// # What is found
//
// A value is found in its plain form and as programs write it: escaped for
// JSON, HTML or an address. Case, blanks, line breaks and invisible characters
// make no difference, so a value that a page shows in capitals or in groups of
// four is found, as is one that is split over several elements (see
// [Store.MaskAll]) and one of which only the beginning or the end is left
// beside an ellipsis. What a page does beyond that (reverses it, draws it,
// encrypts it) is not found. Pictures are another matter: see the provider's
// screenshots.
package secret
