// A stranger: what users write, over the public packages alone. It is compiled by
// a test and not run; its module is none of the repository's (testdata).
module consumer.example

go 1.26.0

require (
	github.com/chromedp/chromedp v0.23.1
	github.com/holdfast-go/holdfast v0.0.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

require (
	github.com/chromedp/cdproto v0.160.3 // indirect
	github.com/coder/websocket v1.8.15 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/josharian/intern v1.0.0 // indirect
	github.com/mailru/easyjson v0.9.2 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)

replace github.com/holdfast-go/holdfast => ../../..
