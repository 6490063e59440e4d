//go:build unix

package replay_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

func TestRecordFileIsPrivate(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "session.gz"), filepath.Join(dir, "other")
	if err := os.WriteFile(other, []byte("keep me"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, before := range []string{"none", "file", "link"} {
		switch before {
		case "file":
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
		case "link":
			if err := errors.Join(os.Remove(path), os.Symlink(other, path)); err != nil {
				t.Fatal(err)
			}
		}
		rec, err := replay.RecordFile(newFakeHost(echo), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if !info.Mode().IsRegular() || info.Mode().Perm() != 0o600 {
			t.Errorf("over %s the file is %v", before, info.Mode())
		}
		p, err := replay.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "keep me" {
		t.Errorf("the file behind the link has %q, %v", text, err)
	}
	_, err := replay.RecordFile(newFakeHost(echo), dir)
	wantKind(t, err, transport.KindInvalid)
	_, err = replay.OpenFile(filepath.Join(dir, "missing"))
	wantKind(t, err, transport.KindNotFound)
}
