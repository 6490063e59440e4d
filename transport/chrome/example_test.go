package chrome_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// A browser with a window and a profile that is kept. What went wrong is told by
// the kind of the error, what to do by its hint.
func ExampleLaunch() {
	ctx := context.Background()
	host, err := chrome.Launch(ctx, chrome.WithHeadful(), chrome.WithUserDataDir("profile"))
	if err != nil {
		if e, ok := errors.AsType[*transport.Error](err); ok {
			fmt.Println(e.Kind, e.Hint)
		}
		return
	}
	b, err := provider.New(ctx, host) // owns the browser
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
}
