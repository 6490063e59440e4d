package electron

import (
	"bufio"
	"errors"
	"strings"
	"testing"
)

// A line may be as long as the bound, whatever the size of the buffer, and what
// is longer is not read to its end.
func TestReadLine(t *testing.T) {
	const most = 1000
	for _, test := range []struct {
		name  string
		input string
		want  int // of the first line; -1 when it is too long
	}{
		{"short", "a\nb\n", 1},
		{"empty", "\nb\n", 0},
		{"as long as it may be", strings.Repeat("x", most) + "\n", most},
		{"longer", strings.Repeat("x", most+1) + "\n", -1},
		{"without end", strings.Repeat("x", 100*most), -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := strings.NewReader(test.input)
			line, err := readLine(bufio.NewReaderSize(source, 16), most)
			if test.want < 0 {
				if !errors.Is(err, errLong) {
					t.Errorf("got %d bytes, %v", len(line), err)
				}
				if read := len(test.input) - source.Len(); read > 2*most {
					t.Errorf("%d bytes were read", read)
				}
				return
			}
			if err != nil || len(line) != test.want {
				t.Errorf("got %d bytes, %v", len(line), err)
			}
		})
	}
}
