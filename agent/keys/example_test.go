package keys_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/holdfast-go/holdfast/agent/keys"
)

// A key is put away once, by whoever has it, and taken out where it is used;
// printing it shows nothing.
func ExampleFile() {
	dir, err := os.MkdirTemp("", "keys")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store := keys.NewFile(filepath.Join(dir, "keys.json"))
	if err := store.Set("decisions", keys.New("tsk_123")); err != nil {
		fmt.Println(err)
		return
	}
	key, err := store.Key(context.Background(), "decisions")
	fmt.Println(key, key.Reveal() == "tsk_123", err)
	// Output:
	// [key] true <nil>
}
