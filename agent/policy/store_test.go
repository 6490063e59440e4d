package policy

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/internal/faultfs"
)

func TestStores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sites.json")
	for name, s := range map[string]Store{"memory": &memory{}, "file": NewFile(path)} {
		for site, a := range map[string]event.Answer{"https://a.test": event.Always, "https://b.test": event.Deny, "https://c.test": event.Always} {
			if err := s.Remember(t.Context(), site, a); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Remember(t.Context(), "https://c.test", ""); err != nil {
			t.Fatal(err)
		}
		for site, want := range map[string]event.Answer{
			"https://a.test": event.Always, "https://b.test": event.Deny, "https://c.test": "", "https://nobody.test": "",
		} {
			if a, err := s.Answer(t.Context(), site); a != want || err != nil {
				t.Errorf("%s: %s is %q, %v", name, site, a, err)
			}
		}
	}
	got, err := NewFile(path).Sites()
	if diff := cmp.Diff(map[string]event.Answer{"https://a.test": event.Always, "https://b.test": event.Deny}, got); err != nil || diff != "" {
		t.Errorf("the file has %v\n%s", err, diff)
	}
	if a, err := NewFile(path).Answer(t.Context(), "https://b.test"); a != event.Deny || err != nil {
		t.Errorf("another program reads %q, %v", a, err)
	}
}

func TestDamagedFileAllowsNothing(t *testing.T) {
	system := &faultfs.FS{}
	f := NewFile("p/sites.json")
	f.system = system
	system.Put("p/sites.json", []byte(`{"https://a.test":"alw`))
	if a, err := f.Answer(t.Context(), "https://a.test"); a != "" || err == nil {
		t.Errorf("read %q, %v", a, err)
	}
	if err := f.Remember(t.Context(), "https://b.test", event.Always); err == nil {
		t.Error("a damaged file was overwritten")
	}
	system.Put("p/sites.json", []byte(`null`))
	system.Quota = 10
	if err := f.Remember(t.Context(), "https://b.test", event.Always); err == nil {
		t.Error("a full disk was not told")
	}
}
