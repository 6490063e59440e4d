package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/holdfasttest"
)

const output = `goos: linux
pkg: github.com/holdfast-go/holdfast/provider
cpu: some
BenchmarkSnapshot/aclu-2         	     100	  11000000 ns/op	         2.29 floor-ratio	         0.42 ax-ratio	        11.0 ms/snapshot
    bench_test.go:88: BenchmarkSnapshot is a word in a log
BenchmarkSnapshot/v8-blog-2      	     100	   7100000 ns/op	         2.04 floor-ratio	         0.27 ax-ratio	         7.1 ms/snapshot
BenchmarkSnapshot/yahoo-2-2      	     100	  16900000 ns/op	         1.23 floor-ratio	         0.59 ax-ratio	        16.9 ms/snapshot
BenchmarkOther
PASS
ok  	github.com/holdfast-go/holdfast/provider	3.000s
pkg: github.com/holdfast-go/holdfast/refs
BenchmarkResolve-2   	 9000000	       130 ns/op	       0 B/op	       0 allocs/op
BenchmarkPublish/large-2   	 900	       1300000 ns/op
pkg: github.com/holdfast-go/holdfast/cdp
BenchmarkCall/fake-2  	 900	  0 ns/op	 1.05 new-ratio
`

func TestTable(t *testing.T) {
	results, err := parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	const want = `| package | benchmark | parts | time | ratio to | median | least | most |
|---|---|---|---|---|---|---|---|
| provider | Snapshot | 3 | 11 ms | floor | 2.04 | 1.23 | 2.29 |
| provider | Snapshot | 3 | 11 ms | ax | 0.42 | 0.27 | 0.59 |
| cdp | Call | 1 |  | new | 1.05 | 1.05 | 1.05 |
| refs | Resolve | 1 | 130 ns | | | | |
| refs | Publish | 1 | 1.3 ms | | | | |

ax: one raw Accessibility.getFullAXTree, not decoded
floor: the least that reading a page can cost: one in-page walk, ../shared/floor.js
new: see the benchmark
`
	if diff := holdfasttest.Diff(want, table(results)); diff != "" {
		t.Errorf("(- want, + got)\n%s", diff)
	}
}

// Every ratio that a benchmark of this repository reports is explained, and
// nothing else looks like one.
func TestRatiosAreExplained(t *testing.T) {
	reported := regexp.MustCompile(`ReportMetric\(.*"([^"]*ratio[^"]*)"\)`)
	seen := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range reported.FindAllStringSubmatch(string(text), -1) {
			to, ok := strings.CutSuffix(match[1], "-ratio")
			if seen[to] = true; !ok || against[to] == "" {
				t.Errorf("%s reports %q, which the table does not explain", path, match[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for to := range against {
		if !seen[to] {
			t.Errorf("no benchmark has a ratio to %q any more", to)
		}
	}
}

// A benchmark of a module that is none is a failure, and the table comes all the
// same.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, io.Discard, []string{t.TempDir()}, nil); err == nil || !strings.Contains(out.String(), "| package |") {
		t.Errorf("%v, printed\n%s", err, out.String())
	}
	out.Reset()
	if err := run(&out, io.Discard, []string{"testdata/module"}, []string{"-benchtime=1x"}); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "| counter.example | Count | 2 | ") || !strings.Contains(text, "BenchmarkCount/two") {
		t.Errorf("printed\n%s", text)
	}
}
