package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// result is a line of go test -bench.
type result struct {
	pkg  string // within its module's repository
	name string // of the benchmark, without the part
	part string // "" when it has none
	// metrics are in the order of the line.
	metrics []metric
}

type metric struct {
	value float64
	unit  string
}

// metric returns a metric by its unit.
func (r *result) metric(unit string) (float64, bool) {
	for _, m := range r.metrics {
		if m.unit == unit {
			return m.value, true
		}
	}
	return 0, false
}

const module = "github.com/holdfast-go/holdfast/"

// parse reads what go test prints; lines that are no results are passed over.
func parse(output io.Reader) ([]result, error) {
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<20) // a benchmark may log a whole page
	var results []result
	var pkg string
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 2 && fields[0] == "pkg:" {
			pkg = strings.TrimPrefix(fields[1], module)
		}
		// A name, how often it ran, and at least one pair of value and unit.
		if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if _, err := strconv.Atoi(fields[1]); err != nil {
			continue
		}
		r := result{pkg: pkg}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if i := strings.LastIndexByte(name, '-'); i >= 0 { // GOMAXPROCS
			if _, err := strconv.Atoi(name[i+1:]); err == nil {
				name = name[:i]
			}
		}
		r.name, r.part, _ = strings.Cut(name, "/")
		for i := 2; i < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				break
			}
			r.metrics = append(r.metrics, metric{value, fields[i+1]})
		}
		results = append(results, r)
	}
	return results, lines.Err()
}
