package main

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// table is a table in Markdown. All columns but the first hold numbers.
type table struct {
	rows [][]string
}

// row adds a row; the first one is the heading. Durations are told in
// milliseconds, byte counts as they are made by the functions below.
func (t *table) row(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		switch v := c.(type) {
		case time.Duration:
			line[i] = millis(v)
		case float64:
			line[i] = fmt.Sprintf("%.2f", v)
		default:
			line[i] = fmt.Sprint(v)
		}
	}
	t.rows = append(t.rows, line)
}

// millis tells a duration in milliseconds with three digits or so.
func millis(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms >= 100:
		return fmt.Sprintf("%.0f", ms)
	case ms >= 10:
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.2f", ms)
}

func kilobytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/1024) }
func megabytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }

// write prints the table with a line under its heading.
func (t *table) write(w io.Writer) error {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 2) // what a line under a heading needs
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for n, row := range t.rows {
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString("| " + cell + pad + " |")
			} else {
				b.WriteString(" " + pad + cell + " |")
			}
		}
		b.WriteByte('\n')
		if n == 0 {
			for i, width := range widths {
				if i == 0 {
					b.WriteString("|" + strings.Repeat("-", width+2) + "|")
				} else {
					b.WriteString(strings.Repeat("-", width+1) + ":|")
				}
			}
			b.WriteByte('\n')
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
