package electron

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/holdfast-go/holdfast/transport"
)

// script is the window host: CommonJS modules without dependencies, for
// Electron's main process.
//
//go:embed host/*.cjs
var script embed.FS

// mainModule is the one that is started.
const mainModule = "host.cjs"

// writeScript writes the window host below a folder and returns the path of its
// main module.
func writeScript(dir string) (string, error) {
	files, err := script.ReadDir("host")
	for i := 0; err == nil && i < len(files); i++ {
		var text []byte
		if text, err = fs.ReadFile(script, "host/"+files[i].Name()); err == nil {
			err = os.WriteFile(filepath.Join(dir, files[i].Name()), text, 0o600)
		}
	}
	if err != nil {
		return "", &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "the script of the window host cannot be written", Err: err}
	}
	return filepath.Join(dir, mainModule), nil
}
