package keys_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent/keys"
)

const testKey = "tsk_do_not_show_0123456789"

func TestKeysDoNotShow(t *testing.T) {
	k := keys.New(" " + testKey + "\n")
	if k.Reveal() != testKey || k.Empty() || !keys.New(" ").Empty() {
		t.Errorf("the key is %q", k.Reveal())
	}
	if got := k.Scrub("no " + testKey + " here"); got != "no [key] here" || (keys.Key{}).Scrub("as it is") != "as it is" {
		t.Errorf("scrubbed: %s", got)
	}
	held := struct {
		K keys.Key
		S keys.Store
	}{k, keys.Fixed(testKey)}
	encoded, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "key", k, "held", held)
	for _, s := range []string{
		string(encoded), logged.String(), k.String(),
		fmt.Sprintf("%v %+v %#v %s %q %x %d", k, k, k, k, k, k, k), fmt.Sprintf("%v %+v %#v", held, held, held),
	} {
		if strings.Contains(s, testKey) || strings.Contains(s, fmt.Sprintf("%x", testKey)) {
			t.Errorf("the key shows: %s", s)
		}
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "system1.json")
	store := keys.NewFile(path)
	if k, err := store.Key(t.Context(), "jev"); err != nil || !k.Empty() {
		t.Fatalf("an empty store gave %q, %v", k.Reveal(), err)
	}
	for name, value := range map[string]string{"jev": testKey, "laya": "other", "gone": "x"} {
		if err := store.Set(name, keys.New(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Set("gone", keys.Key{}); err != nil {
		t.Fatal(err)
	}
	again := keys.NewFile(path)
	for name, want := range map[string]string{"jev": testKey, "laya": "other", "gone": ""} {
		if k, err := again.Key(t.Context(), name); err != nil || k.Reveal() != want {
			t.Errorf("%s is %q, %v", name, k.Reveal(), err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read the keys: %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.WriteFile(path, []byte(`{"jev":"`+testKey), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Key(t.Context(), "jev"); err == nil || strings.Contains(err.Error(), testKey) {
		t.Errorf("a damaged file gave %v", err)
	}
	if err := again.Set("jev", keys.New("new")); err == nil {
		t.Error("a damaged file was overwritten")
	}
}
