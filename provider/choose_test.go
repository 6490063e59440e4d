package provider_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func selectOf(tb testing.TB, page browser.Page, snap *browser.Snapshot, r browser.SelectRequest, role, name string) *browser.Receipt {
	tb.Helper()
	r.Ref = ref(tb, snap, role, name)
	receipt, err := page.Select(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func TestCaseR14NativeSelect(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R14-native-select/"))
	snap := snapshot(t, page)
	text := snap.String()
	if strings.Contains(text, "Option 13") || !strings.Contains(text, "301 options") {
		t.Errorf("the collapsed list must be one row with a count:\n%s", text)
	}
	plan := ref(t, snap, "combobox", "Plan")
	receipt, err := page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: plan, Labels: []string{"Option 287"}})
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Value == nil || *receipt.Value != "Option 287" || receipt.ValueDiffers {
		t.Errorf("the receipt must name the option: %s", receipt)
	}
	holds(t, page, "plan.value === 'v287' && __result.plan.change === 1 && __result.plan.input === 1")

	_, err = page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: plan, Labels: []string{"Option 13"}})
	if !errors.Is(err, browser.ErrInvalidValue) || !strings.Contains(err.Error(), "disabled") {
		t.Errorf("a disabled option: %v", err)
	}
	holds(t, page, "plan.value === 'v287'")

	town := ref(t, snap, "combobox", "Town")
	_, err = page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: town, Labels: []string{"Springfield"}})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrInvalidValue) || !strings.Contains(e.Text(), "spr-il") || !strings.Contains(e.Text(), "spr-ma") {
		t.Errorf("two options of one label: %v", err)
	}
	if _, err := page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: town, Values: []string{"spr-il"}}); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "town.value === 'spr-il'")

	receipt = selectOf(t, page, snap, browser.SelectRequest{Labels: []string{"Red", "Blue"}}, "listbox", "Colours")
	if receipt.Value == nil || *receipt.Value != "Red, Blue" {
		t.Errorf("two colours: %s", receipt)
	}
	holds(t, page, "[...colours.selectedOptions].map(o => o.value).join() === 'red,blue'")

	// An option that is on the page can be clicked; the list of a closed one is
	// the browser's own: a click opens nothing that stays open.
	click(t, page, "option", "Green")
	holds(t, page, "[...colours.selectedOptions].map(o => o.value).join() === 'green'")
	receipt = click(t, page, "combobox", "Plan")
	if !strings.Contains(receipt.String(), "select") {
		t.Errorf("a click on a closed list must advise to select: %s", receipt)
	}
	holds(t, page, "!plan.matches(':open')")
	click(t, page, "combobox", "Town")
	holds(t, page, "!town.matches(':open') && plan.value === 'v287'")
}

// TestChoicesAreTrusted chooses with every kind of control whose value is not
// typed and looks at what the page is told.
func TestChoicesAreTrusted(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Choices</title>
<label>Closed <select id="shut"><option>zero<option>one<option disabled>two<option>three</select></label>
<label>First <select id="first"><option>zero<option selected>one</select></label>
<label>Alone <select id="alone"><option disabled selected>choose<option>one</select></label>
<label>Open <select id="list" size="3"><option>zero<option>one<option>two</select></label>
<label>Many <select id="many" multiple size="3"><option>zero<option selected>one<option>two</select></label>
<label>Range <input id="range" type="range" min="10" max="20" step="2.5" value="10"></label>
<label>Any <input id="any" type="range" step="any" value="3"></label>
<label>Date <input id="date" type="date"></label>
<label>Start <input id="start" type="date" value="2030-12-31"></label>
<label>Time <input id="time" type="time"></label>
<label>Seconds <input id="seconds" type="time" step="1"></label>
<label>Moment <input id="moment" type="datetime-local"></label>
<label>Month <input id="month" type="month"></label>
<label>Week <input id="week" type="week"></label>
<label lang="de">Tag <input id="tag" type="date"></label>
<script>
const seen = {};
for (const type of ['input', 'change']) addEventListener(type, e => (seen[e.target.id] ||= []).push(type + (e.isTrusted ? '' : ' by script') + ' ' + [...e.target.selectedOptions || [e.target]].map(o => o.value)), true);
</script>`))
	snap := snapshot(t, page)
	for _, tc := range []struct{ name, id, value, want string }{
		{"Closed", "shut", "three", "three"},
		{"First", "first", "zero", "zero"},
		{"Alone", "alone", "one", "one"},
		{"Open", "list", "two", "two"},
		{"Range", "range", "17.5", "17.5"},
		{"Range", "range", "20", "20"},
		{"Range", "range", "10", "10"},
		{"Range", "range", "13", "12.5"},
		{"Any", "any", "41.5", "41.5"},
		{"Date", "date", "2031-02-28", "2031-02-28"},
		{"Date", "date", "2024-02-29", "2024-02-29"},
		{"Start", "start", "2031-01-01", "2031-01-01"},
		{"Time", "time", "23:45", "23:45"},
		{"Time", "time", "00:00", "00:00"},
		{"Seconds", "seconds", "12:00:01", "12:00:01"},
		{"Moment", "moment", "2031-02-28T23:45", "2031-02-28T23:45"},
		{"Month", "month", "2031-01", "2031-01"},
		{"Week", "week", "2031-W01", "2031-W01"},
		{"Tag", "tag", "2031-02-28", "2031-02-28"},
	} {
		evalAs[any](t, page, "seen."+tc.id+" = [], 0")
		receipt, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "", tc.name), Value: tc.value})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		want := fmt.Sprintf("input %s, change %s", tc.want, tc.want)
		if got := evalAs[string](t, page, "seen."+tc.id+".join(', ')"); got != want {
			t.Errorf("%s: the page heard %q, want %q (%s)", tc.name, got, want, receipt)
		}
		if got := evalAs[string](t, page, tc.id+".value"); got != tc.want {
			t.Errorf("%s holds %q, want %q", tc.name, got, tc.want)
		}
		if receipt.Value == nil || *receipt.Value != tc.want || receipt.ValueDiffers != (tc.value != tc.want) {
			t.Errorf("%s: the receipt: %s", tc.name, receipt)
		}
		// The same once more changes nothing and is no event.
		receipt, err = page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "", tc.name), Value: tc.value})
		if err != nil || !receipt.NoEffect {
			t.Errorf("%s again: %v, %v", tc.name, receipt, err)
		}
		if got := evalAs[int](t, page, "seen."+tc.id+".length"); got != 2 {
			t.Errorf("%s again: the page heard %d events", tc.name, got)
		}
	}
	selectOf(t, page, snap, browser.SelectRequest{Labels: []string{"zero", "two"}}, "", "Many")
	if got, want := evalAs[string](t, page, "seen.many.join(', ')"), "input zero,one, change zero,one, input zero, change zero, input zero,two, change zero,two"; got != want {
		t.Errorf("Many: the page heard %q, want %q", got, want)
	}
	selectOf(t, page, snap, browser.SelectRequest{Values: []string{}}, "", "Many")
	holds(t, page, "many.selectedOptions.length === 0")
}

// TestChoiceThatThePageTakesForItself fills controls of a page that listens to
// their keys, or changes them meanwhile.
func TestChoiceThatThePageTakesForItself(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Keys</title>
<label>Stops <select id="stops"><option>zero<option>one<option>two</select></label>
<label>Steps <select id="steps"><option>zero<option>one<option>two</select></label>
<script>
stops.addEventListener('keydown', e => e.preventDefault());
setInterval(() => { if (!steps.done) steps.selectedIndex = 0; }, 1);
steps.addEventListener('change', () => { steps.done = true; });
</script>`))
	for _, id := range []string{"stops", "steps"} {
		receipt := fill(t, page, "combobox", strings.ToUpper(id[:1])+id[1:], "two")
		if got := evalAs[string](t, page, id+".value"); got != "two" || receipt.ValueDiffers {
			t.Errorf("%s holds %q: %s", id, got, receipt)
		}
	}
}
