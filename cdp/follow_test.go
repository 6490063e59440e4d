package cdp_test

import (
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
)

func TestFollow(t *testing.T) {
	b, conn := dial(t)
	l := conn.Session("P").Listen("A.one")
	other, otherConn := dial(t)
	b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"P","targetInfo":{"targetId":"T"}}}`)
	b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"C","targetInfo":{"targetId":"F"}},"sessionId":"P"}`)
	b.sync(t, conn)
	if !l.Follow(conn.Session("C")) {
		t.Fatal("a session that was just attached is not followed")
	}
	b.say(`{"method":"A.one","params":{"n":1},"sessionId":"P"}`)
	b.say(`{"method":"A.one","params":{"n":2},"sessionId":"C"}`)
	b.say(`{"method":"A.two","sessionId":"C"}`)
	b.say(`{"method":"A.one","params":{"n":3},"sessionId":"P"}`)
	b.sync(t, conn)
	want(t, "both sessions", drain(l), `P/A.one{"n":1}+0`, `C/A.one{"n":2}+0`, `P/A.one{"n":3}+0`)

	b.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"C"},"sessionId":"P"}`)
	b.say(`{"method":"A.one","params":{"n":4},"sessionId":"P"}`)
	b.sync(t, conn)
	want(t, "after the child", drain(l), `P/A.one{"n":4}+0`)

	late := conn.Session("C") // made by one who reads the announcement too late
	if l.Follow(late) {
		t.Error("a session that is over is followed")
	}
	if err := late.Call(t.Context(), "A.call", nil, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("a session that is over answered %v", err)
	}
	other.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"X","targetInfo":{"targetId":"T"}}}`)
	other.sync(t, otherConn)
	if l.Follow(otherConn.Session("X")) {
		t.Error("a session of another connection is followed")
	}
	b.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"P"}}`)
	b.sync(t, conn)
	want(t, "the end of its own session", drain(l), "end")
	if l.Follow(conn.Session("P")) {
		t.Error("an ended listener follows")
	}
}
