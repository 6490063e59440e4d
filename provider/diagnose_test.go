package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

// checks are all steps of a diagnosis, in their order.
var checks = []string{"endpoint", "tab", "evaluate", "isolated world", "reader", "frames", "screenshot", "input"}

func diagnose(t *testing.T, p *provider.Provider) *browser.Diagnosis {
	t.Helper()
	d, err := p.Diagnose(within(t, 60*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range d.Checks {
		names = append(names, c.Name)
	}
	if strings.Join(names, ",") != strings.Join(checks, ",") {
		t.Fatalf("the checks are %v, want %v", names, checks)
	}
	return d
}

func TestDiagnose(t *testing.T) {
	p := newProvider(t)
	before, err := p.Tabs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := diagnose(t, p)
	// Only a browser's own session tells the version of the protocol.
	if !d.OK || !strings.Contains(d.Browser, "Chrome/") || (d.Protocol == "") != *onElectron || strings.Contains(d.String(), "failed") {
		t.Errorf("%s", d)
	}
	for _, c := range d.Checks {
		if c.State != browser.CheckOK || c.Took <= 0 || !strings.Contains(d.String(), c.Name) {
			t.Errorf("%+v", c)
		}
	}
	eventually(t, "the tab of the diagnosis is gone", func() bool {
		after, err := p.Tabs(t.Context())
		return err == nil && len(after) <= len(before)
	})
}

func TestDiagnoseATabHost(t *testing.T) {
	if d := diagnose(t, over(t, tabHost(t))); !d.OK || !strings.Contains(d.Browser, "Chrome/") {
		t.Errorf("%s", d)
	}
}

func TestDiagnoseSaysWhatDoesNotWork(t *testing.T) {
	b := testbrowser.Launch(t)
	p, err := provider.New(within(t, 20*time.Second), b)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	page := open(t, p, "about:blank")
	p.Takeover(page.ID(), true)
	d := diagnose(t, p)
	if d.OK || d.Checks[0].State != browser.CheckOK || d.Checks[1].State != browser.CheckFailed || d.Checks[1].Advice == "" || d.Checks[2].State != browser.CheckSkipped {
		t.Errorf("while a person holds the browser: %s", d)
	}
	p.Takeover(page.ID(), false)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	d = diagnose(t, p)
	if d.OK || d.Checks[0].State != browser.CheckFailed || !strings.Contains(d.String(), "Start or reach") {
		t.Errorf("without a browser: %s", d)
	}
}
