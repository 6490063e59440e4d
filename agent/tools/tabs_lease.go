package tools

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// elsewhere: only the code knows which tab it claims.
func (a tabsArgs) elsewhere() bool { return a.Action == claimTab && a.session() == "" }

// leaser returns the provider as one that keeps callers apart.
func (k *call) leaser() (browser.Leaser, error) {
	if l, ok := k.catalogue.provider.(browser.Leaser); ok {
		return l, nil
	}
	return nil, &browser.Error{
		Code: browser.CodeNotImplemented, Reason: "one_caller", Message: k.name + ": this browser is not shared with other agents: all tabs can be used as they are",
		Hint: "Go on without claim, release and handoff.",
	}
}

func (a tabsArgs) release(ctx context.Context, k *call) error {
	leaser, err := k.leaser()
	if err != nil {
		return err
	}
	if err := leaser.Release(ctx, k.session); err != nil {
		return err
	}
	k.say("released " + string(k.session) + ": it stays open, and anybody can claim it")
	if k.catalogue.drop(k.session) {
		k.say("There is no default page now: activate a tab or open a page.")
	}
	k.structured = tabDone{Action: a.Action, SessionID: k.session}
	return nil
}

func (a tabsArgs) handoff(ctx context.Context, k *call) error {
	leaser, err := k.leaser()
	if err != nil {
		return err
	}
	h, err := leaser.Handoff(ctx, k.session)
	if err != nil {
		return err
	}
	k.say("code " + h.Code + " claims " + string(k.session) + " once, until " + h.Expires.UTC().Format(time.RFC3339) + "; until then it is yours")
	k.say("Give the code to the other agent: webpage_tabs, action claim, code. A new code replaces this one.")
	k.structured = tabDone{Action: a.Action, SessionID: k.session, Code: h.Code, Expires: h.Expires}
	return nil
}

func (a tabsArgs) claim(ctx context.Context, k *call) error {
	leaser, err := k.leaser()
	if err != nil {
		return err
	}
	tab, err := leaser.Claim(ctx, browser.ClaimRequest{Tab: a.session(), Code: a.Code})
	if err != nil {
		return err
	}
	k.session = tab.ID
	k.catalogue.use(k.session)
	k.where(tab.Title, tab.URL)
	k.say("claimed " + string(k.session) + ", the default page now. Next: webpage_snapshot.")
	k.structured = tabDone{Action: a.Action, SessionID: k.session, Title: tab.Title, URL: tab.URL}
	return nil
}
