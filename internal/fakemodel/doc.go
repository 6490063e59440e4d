// Package fakemodel is a scripted server that speaks the OpenAI chat completions
// protocol, and the transcripts of real ones.
//
//	server := httptest.NewServer(fakemodel.New(
//		fakemodel.Call("webpage_open", `{"url":"https://shop.example/"}`),
//		fakemodel.Say("Done."),
//	))
//
// Each request takes the next answer of the script. An answer is a function of
// the request, so that a script can use what an earlier tool call told.
package fakemodel
