package provider_test

import (
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

var long = flag.Bool("long", false, "run case R11 with all its 20,000 rows")

// rowsWithRefs returns the lines of an outline that begin with a ref, and those
// that hold one further on (the lines of tables).
func rowsWithRefs(text string) []string {
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		if regexp.MustCompile(`^ *e\d+ |, e\d+`).MatchString(line) {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	return rows
}

// The outline part: the list says where it stands and can be aimed at; its ref
// outlives what scrolling does to the rows.
func TestCaseR10VirtualListOutline(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R10-virtual-list/"))
	snap := snapshot(t, page)
	row := regexp.MustCompile(`(e\d+) scrollable.*\(0 px above, (\d+) px below\)`).FindStringSubmatch(snap.String())
	if row == nil {
		t.Fatalf("the list does not say how much is below:\n%s", snap)
	}
	if below, _ := strconv.Atoi(row[2]); below < 350_000 {
		t.Errorf("%d px below", below)
	}
	box, err := refs.Parse(row[1])
	if err != nil {
		t.Fatal(err)
	}
	third := ref(t, snap, "", "Item 3")
	receipt, err := page.Scroll(within(t, 10*time.Second), browser.ScrollRequest{Ref: box, DY: 36 * 4990})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(receipt)
	region := regionOf(t, page, browser.Region{Ref: box})
	if !strings.Contains(region.String(), box.String()+" scrollable") || !strings.Contains(region.String(), "Item 5000") {
		t.Errorf("the list after a scroll:\n%s", region)
	}
	clickRef(t, page, ref(t, region, "", "Item 5000"))
	holds(t, page, "__result.picked === 5000")
	// Its node shows another row now.
	_, err = page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: third})
	refuses(t, "a row that scrolled away", err, browser.CodeStaleRef)
	holds(t, page, "__result.picked === 5000")
}

func TestCaseR11HugeTable(t *testing.T) {
	rows, address := 2000, "/cases/R11-huge-table/?rows=2000"
	if *long {
		rows, address = 20_000, "/cases/R11-huge-table/"
	}
	page := open(t, newProvider(t), testpage.Cases(t).URL(address))
	before := heap()
	snap := snapshot(t, page)
	if snap.Elapsed > 15*time.Second {
		t.Errorf("the snapshot took %v", snap.Elapsed)
	}
	t.Logf("%d rows: %v, heap %d MB", rows, snap.Elapsed, (heap()-before)>>20)
	text := snap.String()
	if n := utf8.RuneCountInString(text); n > 40_000 {
		t.Errorf("%d characters", n)
	}
	for _, want := range []string{
		fmt.Sprintf("each of %d", rows), `"No"`, `"Name"`, `"Amount"`, `"Action"`, `"Account 1"`, `button "Export all"`, `textbox "Filter"`, "more", strconv.Itoa(rows+2) + " refs",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the outline lacks %s:\n%.3000s", want, text)
		}
	}
	// Row 19999 by its own means: find, and the ref beside the hit.
	last := rows - 1
	found := find(t, page, fmt.Sprintf("\"Account %d\"", last))
	if found.Total != 1 {
		t.Fatalf("%s", found)
	}
	button := regexp.MustCompile(`(e\d+)`).FindString(found.Hits[0].Context)
	r, err := refs.Parse(button)
	if err != nil {
		t.Fatalf("the hit does not show the row's button: %s", found)
	}
	clickRef(t, page, r)
	holds(t, page, "__result.opened === 19999 || __result.opened === __rows - 1")

	first := firstButton(t, text)
	again := snapshot(t, page)
	if got := firstButton(t, again.String()); got != first {
		t.Errorf("the first row's button was %s and is %s", first, got)
	}
	if grown := int64(heap()) - int64(before); grown > 300<<20 {
		t.Errorf("the library keeps %d MB", grown>>20)
	}
}

// firstButton finds the ref in the first line of the table.
func firstButton(t *testing.T, text string) string {
	t.Helper()
	m := regexp.MustCompile(`"1", "Account 1", "37\.00", (e\d+)`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no first row in\n%.2000s", text)
	}
	return m[1]
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Step 1: the list of a select is no page of rows.
func TestCaseR14NativeSelectOutline(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R14-native-select/"))
	text := snapshot(t, page).String()
	for _, want := range []string{`combobox "Plan" value="Choose" (301 options)`, `combobox "Town" value="-" (3 options)`, `listbox "Colours"`, "multiple"} {
		if !strings.Contains(text, want) {
			t.Errorf("the outline lacks %s:\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 20 {
		t.Errorf("%d lines:\n%s", lines, text)
	}
	// The options are not printed; they can be searched by a part of their label.
	_, err := page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: ref(t, snapshot(t, page), "combobox", "Plan"), Labels: []string{"28"}})
	if e := browser.AsError(err); e == nil || !strings.Contains(e.Text(), "301 options") || !strings.Contains(e.Text(), `"Option 128"`) && !strings.Contains(e.Text(), `"Option 28"`) {
		t.Errorf("the options like it must be named: %v", err)
	}
}

// The outline part: what is hidden is not there, what is shown forges nothing.
func TestCaseR28Injection(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R28-injection/"))
	snap := snapshot(t, page)
	text, err := page.Text(within(t, 10*time.Second), browser.TextRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for what, printed := range map[string]string{"outline": snap.String(), "text": text.String(), "find": find(t, page, "account").String()} {
		for _, n := range []int{1, 2, 3, 4, 6, 7, 8} { // 5, white on white, can be read by who selects it
			if strings.Contains(printed, fmt.Sprintf("HID-%d", n)) {
				t.Errorf("the %s holds HID-%d:\n%s", what, n, printed)
			}
		}
		for line := range strings.Lines(printed) {
			if regexp.MustCompile(`^\s*(- )?(e\d+ )?(button|link) "Forged"`).MatchString(line) {
				t.Errorf("the page forged a row of the %s: %s", what, line)
			}
		}
	}
	for _, want := range []string{"VIS-1", "VIS-2", "VIS-3"} {
		if !strings.Contains(snap.String(), want) {
			t.Errorf("the outline lacks %s:\n%s", want, snap)
		}
	}
	if snap.Refs != 3 || len(rowsWithRefs(snap.String())) != 3 {
		t.Errorf("%d refs, rows %q", snap.Refs, rowsWithRefs(snap.String()))
	}
	clickRef(t, page, ref(t, snap, "button", "Continue"))
	holds(t, page, "__result.go === 1 && __result.danger === 0")
}

// With both kinds of dialog.
func TestCaseR35ModalBudget(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)
	for _, query := range []string{"", "?aria"} {
		t.Run("dialog"+query, func(t *testing.T) {
			page := open(t, p, cases.URL("/cases/R35-modal-budget/"+query))
			snap := snapshot(t, page)
			if strings.Contains(snap.String(), "Create post") || strings.Contains(snap.String(), "Audience") {
				t.Errorf("the closed dialog is shown:\n%.1000s", snap)
			}
			background := find(t, page, `"Background 1"`)
			clickRef(t, page, ref(t, snap, "button", "Compose"))
			small, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{MaxChars: 4000})
			if err != nil {
				t.Fatal(err)
			}
			text := small.String()
			if n := utf8.RuneCountInString(text); n > 4000 {
				t.Errorf("%d characters", n)
			}
			behind := strings.Index(text, "blocked by the dialog")
			for _, want := range []string{"Create post", "Message", "Audience", "Send", "Close"} {
				if at := strings.Index(text, want); at < 0 || at > behind {
					t.Errorf("%s stands at %d, the background at %d:\n%s", want, at, behind, text)
				}
			}
			clickErr := func() error {
				_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: background.Hits[0].Ref})
				return err
			}()
			if e := browser.AsError(clickErr); e == nil || !strings.Contains(e.Text(), "Create post") {
				t.Errorf("the background is blocked by the dialog Create post, and was clicked or refused for something else: %v", clickErr)
			}
			holds(t, page, "__result.bg === 0")
			fill(t, page, "textbox", "Message", "hi")
			click(t, page, "button", "Send")
			holds(t, page, "__result.sent === 'hi' && __result.bg === 0")
		})
	}
}

// Step 2: huge names, texts and addresses are cut.
func TestCaseR41BigMessageOutline(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R41-big-message/"))
	snap := snapshot(t, page)
	text := snap.String()
	if n := utf8.RuneCountInString(text); n > 40_000 || snap.Elapsed > 10*time.Second {
		t.Errorf("%d characters in %v", n, snap.Elapsed)
	}
	if len(text) > 2000 {
		t.Errorf("four rows take %d bytes:\n%.3000s", len(text), text)
	}
	for _, want := range []string{`button "Small"`, "LLL\"…", "word word", `link "Long link"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the outline lacks %s:\n%.2000s", want, text)
		}
	}
	if words, err := page.Text(within(t, 10*time.Second), browser.TextRequest{}); err != nil || utf8.RuneCountInString(words.Text) > 20_000 {
		t.Errorf("the text: %v", err)
	}
	holds(t, page, "__result.alive === true")
}

func TestCaseR44FoldOutliers(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R44-fold-outliers/"))
	snap := snapshot(t, page)
	text := snap.String()
	for _, want := range []string{"each of 400", "more", "Lamp 237", "sold out", "Notify me", "Lamp 300", "price missing", `link "Page 2"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the outline lacks %s:\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if line := strings.TrimSpace(line); line == "generic" || line == "group" || line == "listitem" {
			t.Errorf("an empty wrapper has a line:\n%s", text)
		}
	}
	unfolded := wholeText(t, testpage.Cases(t).URL("/cases/R44-fold-outliers/"))
	if len(text)*10 > len(unfolded) {
		t.Errorf("%d characters, unfolded %d", len(text), len(unfolded))
	}
	// By name within its card, in a second call.
	found := find(t, page, `"Lamp 311"`)
	if found.Total != 1 || found.Hits[0].Why != "in a table" {
		t.Fatalf("%s", found)
	}
	r, err := refs.Parse(regexp.MustCompile(`e\d+`).FindString(found.Hits[0].Context))
	if err != nil {
		t.Fatalf("the hit does not show the card's button: %s", found)
	}
	clickRef(t, page, r)
	clickRef(t, page, ref(t, snap, "button", "Notify me"))
	holds(t, page, "__result.added.join() === '311' && __result.notified === 237")
	if lost := find(t, page, "price missing"); lost.Total != 1 || !strings.Contains(lost.String(), "Lamp 300") {
		t.Errorf("the odd price: %s", lost)
	}
	data, err := page.Extract(within(t, 10*time.Second), browser.ExtractRequest{Kind: browser.ExtractList})
	if err != nil || len(data.Data) == 0 || data.Data[0].Total < 398 {
		t.Errorf("the cards as data: %v, %.500v", err, data)
	}
}

// wholeText is the outline of a page row by row.
func wholeText(t *testing.T, address string) string {
	t.Helper()
	p := newProvider(t, provider.WithOutline(outline.Options{Unfolded: true}))
	page := open(t, p, address)
	snap, err := page.Snapshot(within(t, 20*time.Second), browser.SnapshotRequest{MaxLines: 10_000, MaxChars: 400_000})
	if err != nil {
		t.Fatal(err)
	}
	return snap.String()
}

// What has no name says so, what has no refs says what can be done, what is
// said twice in a row is said once.
func TestPagesWithLittleOnThem(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<p>Loading</p><p>Loading</p><p>Loading</p><img alt="Logo" width=50 height=50 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img alt="Logo" width=50 height=50 src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`))
	text := snapshot(t, page).String()
	if !strings.HasPrefix(text, "title: (empty") {
		t.Errorf("the empty title:\n%s", text)
	}
	if strings.Count(text, "Loading") != 1 || strings.Count(text, "Logo") != 1 {
		t.Errorf("neighbours that say the same:\n%s", text)
	}
	for _, want := range []string{"scroll", "navigate", "execute"} {
		if !strings.Contains(text, want) {
			t.Errorf("without refs the outline must say what can be done (%s):\n%s", want, text)
		}
	}
	empty := snapshot(t, open(t, newProvider(t), testpage.HTML(t, "")))
	if empty.Refs != 0 || !strings.Contains(empty.String(), "0 rows") {
		t.Errorf("an empty page:\n%s", empty)
	}
}
