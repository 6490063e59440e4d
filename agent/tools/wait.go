package tools

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type waitArgs struct {
	onPage
	TimeMS    int               `json:"time_ms"`
	Text      string            `json:"text"`
	TextGone  string            `json:"text_gone"`
	Ref       refText           `json:"ref"`
	State     browser.WaitState `json:"state"`
	URL       string            `json:"url"`
	Until     browser.Until     `json:"until"`
	TimeoutMS int               `json:"timeout_ms"`
}

// waitLimit is the longest that a wait may be asked for, in milliseconds.
const waitLimit = int(browser.MaxWait / time.Millisecond)

func waitTool() *spec {
	return define[waitArgs](Tool{
		Name:  "webpage_wait",
		Title: "Wait",
		Description: "Waits for exactly one of: time_ms, text, text_gone, ref (with state), url, until. " +
			"until stable waits until the page has come to rest, also for the end of an answer that is being written. " +
			"A time-out is an answer (satisfied: false, with what was seen), not an error: look at the page then. Next: webpage_snapshot.",
		Class: Read, Effect: None,
	},
		integer("time_ms", "wait so many milliseconds", 1, waitLimit),
		text("text", "wait until this text is shown in the page").filled(),
		text("text_gone", "wait until this text is not shown any more").filled(),
		ref("ref", "wait for this element"),
		choice("state", "what ref is waited for", browser.StateVisible, browser.StateHidden, browser.StateEnabled).word(string(browser.StateVisible)),
		text("url", "wait until the address contains this; * stands for anything").filled(),
		choice("until", "load: pictures and frames too; stable: nothing changes any more", browser.UntilLoad, browser.UntilStable),
		integer("timeout_ms", "give up after so many milliseconds; default 10000, for stable 30000", 1, waitLimit),
	)
}

func (a waitArgs) check() error {
	given := 0
	for _, is := range []bool{a.TimeMS != 0, a.Text != "", a.TextGone != "", a.Ref != 0, a.URL != "", a.Until != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return errors.New("give exactly one of time_ms, text, text_gone, ref, url and until")
	case a.State != "" && a.Ref == 0:
		return errors.New("state goes with ref")
	case a.TimeMS != 0 && a.TimeoutMS != 0:
		return errors.New("time_ms takes no timeout_ms")
	}
	return nil
}

func (a waitArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Wait(ctx, browser.WaitRequest{
		Time: milliseconds(a.TimeMS), Text: a.Text, TextGone: a.TextGone, Ref: refs.Ref(a.Ref), State: a.State,
		URL: a.URL, Until: a.Until, Timeout: milliseconds(a.TimeoutMS),
	})
	if err != nil {
		return err
	}
	k.where(r.Title, r.URL)
	shown := *r
	shown.URL = ""
	k.fromPage(shown.String())
	if r.Satisfied {
		k.say("Next: webpage_snapshot, to see the page as it is now.")
	} else {
		k.say("It did not happen in that time. Take a webpage_snapshot to see what there is, or wait again.")
	}
	k.structured = struct {
		SessionID browser.TabID `json:"session_id"`
		*browser.WaitResult
	}{k.session, r}
	return nil
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }
