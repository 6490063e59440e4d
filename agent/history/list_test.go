package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/internal/faultfs"
)

func TestChangesOfTheArchiveAreTold(t *testing.T) {
	type told struct {
		IDs     []string
		Current string
	}
	var got []told
	s := mustOpen(t, &faultfs.FS{}, WithNotify(func(b event.Body) {
		c := b.(event.Conversations)
		now := told{Current: c.Current}
		for _, e := range c.List {
			now.IDs = append(now.IDs, e.ID)
		}
		got = append(got, now)
	}))
	a, b := talk(t, "a"), talk(t, "b")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Save(a))
	must(s.Archive(a))
	must(s.Save(b))
	_, err := s.Switch(b, "a")
	must(err)
	must(s.Delete("a"))
	want := []told{{[]string{"a"}, ""}, {[]string{"b", "a"}, "a"}, {[]string{"b"}, ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
