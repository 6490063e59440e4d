package provider

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName bounds a file name in bytes; file systems take 255, and a number
// may be added.
const longestName = 200

// reserved are names that mean devices on Windows, with any extension.
var reserved = map[string]bool{
	"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true,
}

// safeName makes of a name that a page suggests one that is a plain file of a
// folder on every system: no separators, no control or invisible characters, no
// dots at its ends.
func safeName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(name, "_") {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			b.WriteByte('_')
		case !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r):
		default:
			b.WriteRune(r)
		}
	}
	safe := strings.Trim(b.String(), " .")
	extension := filepath.Ext(safe)
	if len(extension) > longestName/4 {
		extension = ""
	}
	stem := strings.TrimSuffix(safe, extension)
	if most := longestName - len(extension); len(stem) > most {
		for !utf8.RuneStart(stem[most]) {
			most--
		}
		stem = stem[:most]
	}
	if first, _, _ := strings.Cut(stem, "."); stem == "" || reserved[strings.ToLower(first)] {
		stem = "_" + stem
	}
	if stem == "_" && extension == "" {
		return "download"
	}
	return stem + extension
}

// mostSameName bounds the files of one name.
const mostSameName = 10_000

// reserve makes an empty file of the name in the folder, with a number where
// there is one already, so that no other download takes it.
func reserve(dir, name string) (string, error) {
	extension := filepath.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	for n := range mostSameName {
		path := filepath.Join(dir, name)
		if n > 0 {
			path = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", stem, n, extension))
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			return path, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", fs.ErrExist
}
