// Package lang is what an agent says to people, in English and Chinese: one
// table of all texts, over golang.org/x/text/message.
//
// The language is a value that the program passes. It resolves "auto" itself,
// once, where it starts:
//
//	language := lang.Resolve(flagLanguage, os.Getenv)
//	store, err := history.Open(dir, history.WithLanguage(language))
//	guard, err := policy.New(approver, policy.WithLanguage(language))
//
// A package that tells people something makes a [Printer] of that value when it
// is constructed and says a [Message] with it:
//
//	p := lang.New(language)
//	notify(event.Problem{
//		Code: CodeNotSaved,
//		Text: p.Say(lang.HistoryNotSaved, err),
//		Hint: p.Say(lang.HistoryMakeRoom),
//	})
//
// A new text is a constant of type Message and a row beside it with both
// languages (files rows_*.go; add to the one that fits). Fields for people have
// the type [event.Words], which nothing outside this package makes: the test of
// this package type-checks all of agent/... and fails for a constant or a
// conversion that makes Words elsewhere, a message that is missing in a language,
// verbs that differ between languages or do not fit the arguments of a Say, and a
// message that nothing says.
//
// Words of the protocol have names for people, too: [Printer.State],
// [Printer.Phase], [Printer.Progress], [Printer.Subject], [Printer.Answer],
// [Printer.Outcome], [Printer.Reason], [Printer.Action], [Printer.Level],
// [Printer.Tool], [Printer.Card], [Printer.Question], [Printer.Explain] and
// [Printer.Why].
//
// Codes (BROWSER_*, HISTORY_*, states, reasons) are the same in every language,
// and so is all that a model reads: that is English and does not come from here.
package lang
