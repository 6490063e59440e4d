// Package model is the contract between an agent and a language model: messages
// of typed blocks, tools, one method that streams a turn, what a turn cost, and
// errors by kind. It knows no vendor and no page.
//
// A turn is a [Request] and a sequence of events:
//
//	for event, err := range m.Stream(ctx, request) {
//		if err != nil {
//			return err // always the last thing of a stream
//		}
//		switch e := event.(type) {
//		case model.TextDelta:
//			show(e.Text)
//		case model.Finish:
//			messages = append(messages, e.Message)
//		}
//	}
//
// A stream that was not cut ends with a [Finish]; every other end is an error.
// Tool calls are complete in the message of Finish and nowhere else, so a call
// that arrived in part can not be made.
//
// The names are many because messages and streams are typed: each block of a
// message and each event of a stream is a type of its own.
package model
