package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// group is a benchmark with its parts.
type group struct {
	pkg, name string
	parts     []result
}

// grouped puts the parts of benchmarks together, in the order of their first.
func grouped(results []result) []group {
	var groups []group
	for _, r := range results {
		i := slices.IndexFunc(groups, func(g group) bool { return g.pkg == r.pkg && g.name == r.name })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{pkg: r.pkg, name: r.name})
		}
		groups[i].parts = append(groups[i].parts, r)
	}
	return groups
}

// against says what the ratios are to.
var against = map[string]string{
	"alone":    "the same with one page open",
	"ax":       "one raw Accessibility.getFullAXTree, not decoded",
	"bare":     "the same with protocol commands, or the same bytes over a socket, and nothing of ours",
	"floor":    "the least that reading a page can cost: one in-page walk, ../shared/floor.js",
	"handlers": "a bare click, until the handlers of the page ended and two frames passed",
	"plain":    "the same picture without marks",
	"tool":     "the same call of the same tool without a runner",
}

// table writes a line for each ratio of each benchmark, then one for each
// benchmark that has none.
func table(results []result) string {
	const ratio = "-ratio"
	var with, without, known []string
	for _, g := range grouped(results) {
		units := slices.DeleteFunc(g.units(), func(unit string) bool { return !strings.HasSuffix(unit, ratio) })
		line := fmt.Sprintf("| %s | %s | %d | %s |", g.pkg, g.name, len(g.parts), g.time())
		for _, unit := range units {
			values, to := g.values(unit), strings.TrimSuffix(unit, ratio)
			known = append(known, to)
			with = append(with, fmt.Sprintf("%s %s | %.2f | %.2f | %.2f |", line, to,
				median(values), slices.Min(values), slices.Max(values)))
		}
		if len(units) == 0 {
			without = append(without, line+" | | | |")
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for i, to := range known {
		known[i] = to + ": " + cmp.Or(against[to], "see the benchmark")
	}
	return "| package | benchmark | parts | time | ratio to | median | least | most |\n|---|---|---|---|---|---|---|---|\n" +
		strings.Join(append(with, without...), "\n") + "\n\n" + strings.Join(known, "\n") + "\n"
}

// time is the median of what the parts took: by the benchmark's own account in
// milliseconds, where it gives one, else for each operation.
func (g *group) time() string {
	for _, unit := range g.units() {
		if unit == "ms" || strings.HasPrefix(unit, "ms/") {
			return fmt.Sprintf("%.3g ms", median(g.values(unit)))
		}
	}
	values := g.values("ns/op")
	if len(values) == 0 || median(values) == 0 {
		return ""
	}
	switch ns := median(values); {
	case ns >= 1e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	default:
		return fmt.Sprintf("%.3g ns", ns)
	}
}

func (g *group) units() []string {
	var units []string
	for _, r := range g.parts {
		for _, m := range r.metrics {
			if !slices.Contains(units, m.unit) {
				units = append(units, m.unit)
			}
		}
	}
	return units
}

func (g *group) values(unit string) []float64 {
	var values []float64
	for _, r := range g.parts {
		if value, ok := r.metric(unit); ok {
			values = append(values, value)
		}
	}
	return values
}

// median is the upper one of two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
