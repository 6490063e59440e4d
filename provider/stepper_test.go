package provider_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// steppersPage has sliders and spin buttons that the page itself works. drive
// makes one: keys says what each key adds, Home and End go to the ends.
const steppersPage = `<!doctype html><title>Steppers</title>
	<style>[role] { display: block; width: 200px; height: 20px; background: #ccc }</style>
	<span id=volume role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=100 aria-valuenow=20></span>
	<span id=far role=slider tabindex=0 aria-label=Far aria-valuemin=0 aria-valuemax=1000 aria-valuenow=0></span>
	<span id=lift role=slider tabindex=0 aria-label=Lift aria-orientation=vertical aria-valuemin=0 aria-valuemax=10 aria-valuenow=5 aria-valuetext="floor 5"></span>
	<span id=count role=spinbutton tabindex=0 aria-label=Count aria-valuenow=1></span>
	<span id=mirror role=slider tabindex=0 aria-label=Mirror aria-valuemin=0 aria-valuemax=10 aria-valuenow=5></span>
	<span id=tenths role=slider tabindex=0 aria-label=Tenths aria-valuemin=0 aria-valuemax=1 aria-valuenow=0></span>
	<span id=late role=slider tabindex=0 aria-label=Late aria-valuemin=0 aria-valuemax=10 aria-valuenow=5></span>
	<span id=deaf role=slider tabindex=0 aria-label=Deaf aria-valuemin=0 aria-valuemax=10 aria-valuenow=5></span>
	<span id=mouse role=slider onclick="1" aria-label=Mouse aria-valuemin=0 aria-valuemax=10 aria-valuenow=5></span>
	<script>
	let heard = [];
	function drive(id, keys, show = f => f()) {
		const e = document.getElementById(id);
		let now = +e.getAttribute('aria-valuenow');
		const min = +(e.getAttribute('aria-valuemin') ?? -1e9), max = +(e.getAttribute('aria-valuemax') ?? 1e9);
		e.addEventListener('keydown', event => {
			heard.push(event.key + (event.isTrusted ? '' : '!'));
			const add = event.key === 'Home' ? -1e9 : event.key === 'End' ? 1e9 : keys[event.key];
			if (!add) return;
			event.preventDefault();
			now = Math.min(max, Math.max(min, now + add));
			show(() => {
				e.setAttribute('aria-valuenow', now);
				if (e.hasAttribute('aria-valuetext')) e.setAttribute('aria-valuetext', 'floor ' + now);
			});
		});
	}
	drive('volume', {ArrowRight: 5, ArrowLeft: -5});
	drive('far', {ArrowRight: 1, ArrowLeft: -1, PageUp: 100, PageDown: -100});
	drive('lift', {ArrowUp: 1, ArrowDown: -1});
	drive('count', {ArrowUp: 1, ArrowDown: -1});
	drive('mirror', {ArrowRight: -1, ArrowLeft: 1});
	drive('tenths', {ArrowUp: 0.1, ArrowDown: -0.1});
	drive('late', {ArrowRight: 1, ArrowLeft: -1}, f => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(f))));
	</script>`

// TestFillOfSlidersOfThePage fills what the page itself steps by keys: the value
// is read back, a step at a time is learnt, and what cannot be reached is told.
func TestFillOfSlidersOfThePage(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, steppersPage))
	snap := snapshot(t, page)
	for _, c := range []struct{ role, name, value, holds, note string }{
		{"slider", "Volume", "45", "45", "stepped there"},
		{"slider", "Volume", "45", "45", "so already"},
		{"slider", "Volume", "52", "50", "in steps of 5"},
		{"slider", "Volume", "0", "0", "stepped there"},
		{"slider", "Volume", "100", "100", "stepped there"},
		{"slider", "Far", "687", "687", "stepped there"},
		{"slider", "Far", "12", "12", "stepped there"},
		{"slider", "Lift", "8", "floor 8", "stepped there"},
		{"spinbutton", "Count", "-7", "-7", "stepped there"},
		{"slider", "Mirror", "9", "9", "stepped there"},
		{"slider", "Tenths", "0.7", "0.7", "stepped there"},
		{"slider", "Late", "8", "8", "stepped there"},
	} {
		r, err := page.Fill(t.Context(), browser.FillRequest{Ref: ref(t, snap, c.role, c.name), Value: c.value})
		if err != nil {
			t.Errorf("%s to %s: %v", c.name, c.value, err)
			continue
		}
		if r.Value == nil || !strings.HasPrefix(*r.Value, c.holds) || !strings.Contains(strings.Join(r.Notes, "; "), c.note) {
			t.Errorf("%s to %s: it holds %s, want %s; notes %q, want %q", c.name, c.value, heldValue(r), c.holds, r.Notes, c.note)
		}
		if r.ValueDiffers != (c.note == "in steps of 5") || r.NoEffect != (c.note == "so already") {
			t.Errorf("%s to %s: differs %v, no effect %v", c.name, c.value, r.ValueDiffers, r.NoEffect)
		}
	}
	if heard := evalAs[[]string](t, page, "heard"); len(heard) > 120 || strings.Contains(strings.Join(heard, ""), "!") {
		t.Errorf("%d keys were pressed: %q", len(heard), heard)
	}
}

// TestFillOfSlidersThatTakeNoKeys is refused, with what to do instead.
func TestFillOfSlidersThatTakeNoKeys(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, steppersPage))
	snap := snapshot(t, page)
	for _, c := range []struct {
		name, value string
		want        error
		hint        string
	}{
		{"Deaf", "7", browser.ErrNotActionable, "Drag its handle"},
		{"Mouse", "7", browser.ErrNotActionable, "Drag its handle"},
		{"Volume", "101", browser.ErrInvalidValue, "a number from 0 to 100"},
		{"Volume", "loud", browser.ErrInvalidValue, "a number from 0 to 100"},
	} {
		_, err := page.Fill(t.Context(), browser.FillRequest{Ref: ref(t, snap, "slider", c.name), Value: c.value})
		if !errors.Is(err, c.want) || !strings.Contains(browser.AsError(err).Hint, c.hint) {
			t.Errorf("%s to %s: %v, want %v with the hint %q", c.name, c.value, err, c.want, c.hint)
		}
	}
	holds(t, page, "deaf.ariaValueNow === '5' && volume.ariaValueNow === '20'")
}

func heldValue(r *browser.Receipt) string {
	if r.Value == nil {
		return "nothing"
	}
	return *r.Value
}
