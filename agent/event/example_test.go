package event_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
)

// What a panel in another process reads.
func ExampleEvent() {
	e := event.Event{Seq: 7, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Body: event.TextDelta{Item: "i3", Text: "Hel"}}
	text, err := json.Marshal(e)
	fmt.Println(string(text), err)
	fmt.Println(e) // the same
	// Output:
	// {"seq":7,"time":"2026-01-02T03:04:05Z","type":"text_delta","data":{"item":"i3","text":"Hel"}} <nil>
	// {"seq":7,"time":"2026-01-02T03:04:05Z","type":"text_delta","data":{"item":"i3","text":"Hel"}}
}

// A listener begins with the state and goes on with what happens.
func ExampleFeed() {
	feed := event.NewFeed(event.Options{})
	listener := feed.Listen()
	feed.Emit(event.ItemAdded{Item: event.Item{ID: "i1", Content: event.Answered{}}})
	feed.Emit(event.TextDelta{Item: "i1", Text: "Done."})
	feed.Close()
	var timeline event.Timeline
	for e, err := range listener.All(context.Background()) {
		if err == nil {
			err = timeline.Apply(e)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, item := range timeline.Snapshot().Items {
		fmt.Println(item.ID, item.Content.(event.Answered).Text)
	}
	// Output:
	// i1 Done.
}
