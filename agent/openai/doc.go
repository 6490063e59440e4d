// Package openai is a [model.Model] over any endpoint that speaks the OpenAI
// chat completions protocol: OpenAI itself, DeepSeek, OpenRouter, Ollama, vLLM,
// LM Studio and many more.
//
//	client, err := openai.New("https://api.example.com", "some-model", openai.WithKey(key))
//	if err != nil {
//		return err
//	}
//	defer client.Close()
//	for event, err := range client.Stream(ctx, request) {
//
// # What it makes up for
//
// Endpoints differ. The client takes a base URL with or without /v1 and tries
// the other one after a 404, and only then; it remembers which one answered. It
// sends reasoning models the parameters they take, leaves out one that an
// endpoint names as unsupported, moves images out of tool results, where the
// protocol has no place for them, and merges neighbouring messages of one role.
//
// # Streams
//
// Server-sent events are read as the WHATWG specification has them, without a
// limit of 64 KB a line. Two liberties: at the end of a stream an event whose
// lines are whole counts without its blank line, and a stream whose finish
// reason came needs no [DONE]. A stream that ends earlier is an error.
//
// A fragment of a tool call belongs to the call with its id; without an id, to
// the call with its index; without either, to the call in progress. A new id
// starts a new call, also under an index in use. Cut arguments are never
// repaired: at the output limit they are [model.Truncated], and arguments that
// are no JSON object otherwise come back as [model.ToolUse.Malformed], to be
// answered, not made.
//
// A <think> block that opens an answer is reasoning, not text.
//
// # Failures
//
// Every error is a [*model.Error] or the context's. Connection failures and the
// statuses 408, 429 and 5xx are tried again, after min(1000·2ⁿ + jitter, 8000)
// ms or as long as Retry-After says; nothing is tried again once a stream began.
// Keys, values of headers and queries of the base URL never stand in an error:
// they are taken out of whatever an endpoint says.
package openai
