package cdp_test

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// The protocol by itself: a tab, a command, an event.
func Example() {
	if err := title(context.Background()); err != nil {
		fmt.Println(err)
	}
}

func title(ctx context.Context) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	defer host.Close()
	stream, err := host.Stream(ctx, "")
	if err != nil {
		return err
	}
	conn := cdp.NewConn(stream)
	defer conn.Close()
	targets, err := cdp.NewTargets(ctx, conn)
	if err != nil {
		return err
	}
	tab, err := targets.Open(ctx, transport.OpenTab{})
	if err != nil {
		return err
	}
	session, err := targets.Attach(ctx, tab.ID)
	if err != nil {
		return err
	}
	loaded := session.Listen("Page.loadEventFired")
	defer loaded.Close()
	if err := session.Call(ctx, "Page.enable", nil, nil); err != nil {
		return err
	}
	if err := session.Call(ctx, "Page.navigate", map[string]string{"url": "data:text/html,<title>Kelp</title>"}, nil); err != nil {
		return err
	}
	select {
	case <-loaded.C():
	case <-ctx.Done():
		return ctx.Err()
	}
	var reply struct {
		Result struct{ Value string } `json:"result"`
	}
	if err := session.Call(ctx, "Runtime.evaluate", map[string]string{"expression": "document.title"}, &reply); err != nil {
		return err
	}
	fmt.Println(reply.Result.Value)
	return nil
}
