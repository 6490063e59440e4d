package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-go/holdfast/agent/event"
)

const (
	// mostSlow is how many slow requests of a panel are done at the same time.
	mostSlow = 4
	// writeLimit is how long a panel may take to read a message: one that hangs
	// comes back later and gets a snapshot.
	writeLimit = 15 * time.Second
	// longestID is in bytes.
	longestID = 64
	// pingEvery finds connections whose other end has vanished.
	pingEvery = 30 * time.Second
)

// socket is the connection of a panel.
type socket struct {
	web  *web
	conn *websocket.Conn
	slow chan struct{}
	work sync.WaitGroup
}

func newSocket(w *web, c *websocket.Conn) *socket {
	return &socket{web: w, conn: c, slow: make(chan struct{}, mostSlow)}
}

// run serves the panel until its connection ends, or ctx does. What it has begun
// by then is carried out: nobody can know what a panel that was cut off has seen.
func (s *socket) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	notes := s.web.engine.notes.join()
	defer s.web.engine.notes.leave(notes)
	s.work.Go(func() {
		defer cancel()
		s.tellEvents(ctx)
	})
	s.work.Go(func() {
		defer cancel()
		s.tellNotes(ctx, notes)
	})
	s.read(ctx)
	cancel()
	_ = s.conn.CloseNow()
	s.work.Wait()
}

// tellEvents writes the events, the first of which is a snapshot.
func (s *socket) tellEvents(ctx context.Context) {
	listener := s.web.engine.feed.Listen()
	for e, err := range listener.All(ctx) {
		if err != nil || s.write(ctx, withoutPictures(e)) != nil {
			return
		}
	}
}

// tellNotes writes what goes to every panel and is no event.
func (s *socket) tellNotes(ctx context.Context, notes *subscriber) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-notes.ready:
			for _, n := range notes.take() {
				if s.write(ctx, n) != nil {
					return
				}
			}
		case <-ping.C:
			limited, cancel := context.WithTimeout(ctx, writeLimit)
			err := s.conn.Ping(limited)
			cancel()
			if err != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (s *socket) write(ctx context.Context, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		s.web.log.Error("a message to a panel", "error", err)
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, text)
}

// read takes requests until the connection ends. They are carried out in their
// order, the slow ones beside the others.
func (s *socket) read(ctx context.Context) {
	for {
		kind, text, err := s.conn.Read(ctx)
		if err != nil {
			return
		}
		var r request
		if kind != websocket.MessageText || json.Unmarshal(text, &r) != nil || r.ID == "" || len(r.ID) > longestID {
			_ = s.conn.Close(websocket.StatusPolicyViolation, "no request") // the peer speaks something else
			return
		}
		if !slowRequests[r.Type] {
			s.answer(ctx, r, text)
			continue
		}
		select {
		case s.slow <- struct{}{}:
		case <-ctx.Done():
			return
		}
		s.work.Go(func() {
			defer func() { <-s.slow }()
			s.answer(ctx, r, text)
		})
	}
}

// answer carries a request out, once for all times that it is said, and replies.
func (s *socket) answer(ctx context.Context, r request, text []byte) {
	var done reply
	if readOnly[r.Type] {
		done = s.web.engine.answer(ctx, r, text)
	} else {
		// Not with the socket's context: what was begun is not half done because a
		// panel was cut off.
		done = s.web.done.do(r.ID, func() reply { return s.web.engine.answer(s.web.ctx, r, text) })
	}
	_ = s.write(ctx, note{noteReply, done}) // a panel that has gone asks again
}

// readOnly requests change nothing, so that they may be done again.
var readOnly = map[string]bool{
	requestLook: true, requestPicture: true, requestExport: true, requestDiagnose: true, requestTry: true, string(event.CommandHello): true,
}

// mostDone is how many replies are kept: far more than a panel can have open.
const mostDone = 512

// doneCommands remembers what requests came to, by their ids, so that one that is
// said again after a cut connection is not done again.
type doneCommands struct {
	mu    sync.Mutex
	known map[string]*doneCommand
	order []string
}

type doneCommand struct {
	ended chan struct{}
	reply reply
}

func newDoneCommands() *doneCommands { return &doneCommands{known: map[string]*doneCommand{}} }

// do carries a command out, or waits for the one that was begun under this id.
func (d *doneCommands) do(id string, carryOut func() reply) reply {
	d.mu.Lock()
	c, again := d.known[id]
	if !again {
		c = &doneCommand{ended: make(chan struct{})}
		d.known[id] = c
		if d.order = append(d.order, id); len(d.order) > mostDone {
			delete(d.known, d.order[0])
			d.order = d.order[1:]
		}
	}
	d.mu.Unlock()
	if again {
		<-c.ended
		return c.reply
	}
	c.reply = carryOut()
	close(c.ended)
	return c.reply
}

// withoutPictures leaves the data of pictures out of an event; panels fetch what
// they show.
func withoutPictures(e event.Event) event.Event {
	switch b := e.Body.(type) {
	case event.Snapshot:
		items := make([]event.Item, len(b.Items))
		for i, item := range b.Items {
			items[i] = bare(item)
		}
		b.Items = items
		e.Body = b
	case event.ItemAdded:
		e.Body = event.ItemAdded{Item: bare(b.Item)}
	case event.ItemUpdated:
		e.Body = event.ItemUpdated{Item: bare(b.Item)}
	}
	return e
}

func bare(i event.Item) event.Item {
	c, ok := i.Content.(event.ToolCall)
	if !ok || len(c.Images) == 0 {
		return i
	}
	images := make([]event.Picture, len(c.Images))
	for n, image := range c.Images {
		image.Data = nil
		images[n] = image
	}
	c.Images = images
	i.Content = c
	return i
}
