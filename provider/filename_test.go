package provider

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSafeName(t *testing.T) {
	for _, tc := range []struct{ name, want, reason string }{
		{"report.bin", "report.bin", "a plain name stays"},
		{"Jahresabschluss 2024 (2).pdf", "Jahresabschluss 2024 (2).pdf", "blanks and brackets are harmless"},
		{"报告.pdf", "报告.pdf", "so are other scripts"},
		{"../../evil.txt", "_.._evil.txt", "no way out"},
		{`..\..\evil.txt`, `_.._evil.txt`, "nor on Windows"},
		{"/etc/passwd", "_etc_passwd", "no root"},
		{"C:evil.txt", "C_evil.txt", "no drive, no stream"},
		{"", "download", "nothing"},
		{"..", "download", "dots only"},
		{"...txt", "txt", "no leading dots"},
		{".bashrc", "bashrc", "no hidden files"},
		{"con.txt", "_con.txt", "a device on Windows"},
		{"CON", "_CON", "with any case"},
		{"lpt1.tar.gz", "_lpt1.tar.gz", "and any extension"},
		{"a\x00b\n\x1b[31m.txt", "ab[31m.txt", "no control characters"},
		{"exe\u202egpj.txt", "exegpj.txt", "nothing that turns the text round"},
		{"trailing. . ", "trailing", "Windows drops these"},
		{"bad\xff.txt", "bad_.txt", "not UTF-8"},
		{"a" + strings.Repeat("é", 300) + ".pdf", "a" + strings.Repeat("é", 97) + ".pdf", "cut between characters, with its extension"},
	} {
		if got := safeName(tc.name); got != tc.want {
			t.Errorf("%q (%s) gave %q, not %q", tc.name, tc.reason, got, tc.want)
		}
	}
}

func TestReserveTakesNoName(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"a.txt", "a (1).txt", "a (2).txt"} {
		path, err := reserve(dir, "a.txt")
		if err != nil || path != filepath.Join(dir, want) {
			t.Errorf("%q, %v, not %q", path, err, want)
		}
	}
	// What is there is not written to, wherever it leads.
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	if path, err := reserve(dir, "b.txt"); err != nil || path != filepath.Join(dir, "b (1).txt") {
		t.Errorf("%q, %v", path, err)
	}
}
