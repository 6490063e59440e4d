package main

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pulse is how often a client hears of a call that takes long. Clients give up
// calls of which they hear nothing.
const pulse = 2 * time.Second

// report tells the client of a call that goes on, if it asked to be told, until
// the call ends.
func report(ctx context.Context, r *mcp.CallToolRequest) (stop func()) {
	token := r.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(pulse)
		defer ticker.Stop()
		began := time.Now()
		for {
			select {
			case <-ticker.C:
				seconds := time.Since(began).Round(time.Second).Seconds()
				// A client that cannot be told is told nothing more.
				if r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
					ProgressToken: token, Progress: seconds, Message: fmt.Sprintf("%s: %.0f s", r.Params.Name, seconds),
				}) != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}
