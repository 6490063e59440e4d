package policy_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// A person is asked for a site once; what is blocked is not even asked for.
func ExamplePolicy() {
	ask := policy.ApproverFunc(func(_ context.Context, a event.Approval) (event.Answer, error) {
		fmt.Println("asked for", a.Subject, a.Site)
		return event.Once, nil
	})
	settings := policy.Defaults()
	settings.Blocked = []string{"*.evil.test"}
	p, err := policy.New(ask, policy.WithSettings(settings))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, url := range []string{"https://shop.test/", "https://shop.test/cart", "https://www.evil.test/"} {
		err := p.Guard(context.Background(), tools.Request{
			Tool: tools.Tool{Name: "webpage_open"}, Effect: tools.Navigation, Arguments: json.RawMessage(`{"url":"` + url + `"}`),
		})
		fmt.Println(url, err)
	}
	// Output:
	// asked for site https://shop.test
	// https://shop.test/ <nil>
	// https://shop.test/cart <nil>
	// https://www.evil.test/ BROWSER_SITE_BLOCKED: this site may not be used: the program's rule "*.evil.test" blocks it
}
