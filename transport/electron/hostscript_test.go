package electron_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/internal/testelectron"
)

// TestHostScript runs the host's own tests, which need no browser.
func TestHostScript(t *testing.T) {
	node := testelectron.Node(t)
	tests, err := filepath.Glob("host/test/*.test.cjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests were found: %v", err)
	}
	for _, name := range tests {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			// Each file is a program: it runs its tests and fails with them.
			if out, err := exec.CommandContext(t.Context(), node, name).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestHostReadsListsAsSiteDoes asks the host's lists and package site about the
// same addresses: what pages are kept from must not depend on the transport.
func TestHostReadsListsAsSiteDoes(t *testing.T) {
	type lists struct {
		Allow []string `json:"allow"`
		Block []string `json:"block"`
	}
	type question struct {
		Lists   lists  `json:"lists"`
		Address string `json:"address"`
	}
	all := []lists{
		{Allow: []string{"*.example.com", "127.0.0.1:80"}, Block: []string{"ads.example.com", "10.0.0.1"}},
		{Allow: []string{"https://example.com"}},
		{Allow: []string{"example.com:443", "localhost:8080", "[::1]:8080"}},
		{Allow: []string{"https://*", "*:8443"}, Block: []string{"HTTPS://EXAMPLE.com./", "0x7f.1", "bücher.example"}},
		{Block: []string{"[::ffff:10.0.0.1]", "64:ff9b::7f00:1", "::127.0.0.1", "*.co.uk"}},
		{Block: []string{"example.com:8080", "http://*:99"}},
		{Allow: []string{"2130706433", "*.xn--bcher-kva.example", "faß.de"}},
	}
	addresses := []string{
		"", "example.com", "http://", "http://example.com/", "https://example.com/", "https://example.com:443/", "http://example.com:443/",
		"https://a.example.com./x", "http://ads.example.com:81/", "http://notexample.com/", "http://example.com..", "http://*.example.com/",
		"http://u:p@example.com/", "https://@example.com/", "ws://example.com/", "wss://u@example.com/", "wss://example.com/",
		"http://127.1/", "http://0x7f000001:80/", "http://127.0.0.1:81/", "http://[::1]:8080/", "http://[::ffff:127.0.0.1]/",
		"http://[::ffff:10.0.0.1]/", "http://10.0.0.1/", "http://[64:ff9b::a00:1]/", "http://[64:ff9b::7f00:1]/", "http://[::7f00:1]/", "http://[::1]/",
		"http://[::]/", "http://[::ffff:0:0]/", "http://localhost:8080/", "https://localhost:8080/", "http://localhost/", "http://example.com:8080/", "https://example.com:8080/",
		"http://any.test:99/", "https://any.test:8443/", "http://any.test:8443/", "http://bücher.example/", "https://xn--bcher-kva.example/", "http://a.bücher.example/",
		"http://FASS.de/", "http://fa\u00df.de/", "http://a.co.uk/", "http://co.uk/", "http://example\u3002com/", "http://\uff45xample.com/", "http:\\\\example.com\\x", "http:/example.com", " http://example.com\n",
		"http://exa\tmple.com/", "http://example.com:99999/", "http://example.com:/", "http://1.2.3.4.5/", "http://256.1.1.1/",
		"blob:https://example.com/1", "blob:https://other.test/1", "blob:null/1", "blob:file:///1", "filesystem:https://other.test/x",
		"data:text/html,<p>", "about:srcdoc", "about:blank", "ABOUT:blank#x", "chrome-error://chromewebdata/",
		"file:///etc/hostname", "chrome://version/", "javascript:1", "mailto:a@example.com", "view-source:http://example.com/", "devtools://devtools/x",
	}
	data, err := os.ReadFile("../../browser/site/testdata/spellings.json")
	if err != nil {
		t.Fatal(err)
	}
	var spellings []struct {
		In string `json:"in"`
	}
	if err := json.Unmarshal(data, &spellings); err != nil {
		t.Fatal(err)
	}
	for _, s := range spellings {
		addresses = append(addresses, s.In)
	}

	var questions []question
	var want []site.Verdict
	for _, l := range all {
		list, err := site.New(l.Allow, l.Block)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range addresses {
			questions = append(questions, question{l, a})
			v := list.CheckDocument(a)
			v.Address = "" // how an address is shown is its own business
			want = append(want, v)
		}
	}
	asked, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	const script = `
		const { Sites } = require('./host/sites.cjs')
		const questions = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
		process.stdout.write(JSON.stringify(questions.map(({ lists, address }) => {
			const { allowed, reason, rule } = new Sites(lists).check(address)
			return { Allowed: allowed, Reason: reason, Rule: rule }
		})))`
	cmd := exec.CommandContext(t.Context(), testelectron.Node(t), "-e", script)
	cmd.Stdin = bytes.NewReader(asked)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	var got []site.Verdict
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d questions", len(got), len(want))
	}
	for i, q := range questions {
		if diff := cmp.Diff(want[i], got[i]); diff != "" {
			t.Errorf("%q with %v (-site +host):\n%s", q.Address, q.Lists, diff)
		}
	}
}
