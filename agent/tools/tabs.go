package tools

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

type tabsArgs struct {
	onPage
	Action tabsAction    `json:"action"`
	TabID  browser.TabID `json:"tab_id"`
	Code   string        `json:"code"`
}

type tabsAction string

const (
	listTabs    tabsAction = "list"
	activateTab tabsAction = "activate"
	closeTab    tabsAction = "close"
	releaseTab  tabsAction = "release"
	handoffTab  tabsAction = "handoff"
	claimTab    tabsAction = "claim"
)

func tabsTool() *spec {
	return define[tabsArgs](Tool{
		Name:  "webpage_tabs",
		Title: "List, activate, close or hand over tabs",
		Description: "list shows the tabs with their ids; activate brings one to the front and makes it the default page of all other tools; close closes one. " +
			"A tab_id is also the session_id of its page; a popup is not the default page until it is activated. " +
			"Where agents share a browser: claim takes a tab that nobody holds, or that of a code; release gives one up; handoff makes a code for another agent to claim it with.",
		Class: Mutate, Effect: Navigation,
	},
		choice("action", "what to do", listTabs, activateTab, closeTab, releaseTab, handoffTab, claimTab).needed(),
		text("tab_id", "the tab; default: the page of session_id, for claim the one of the code").filled(),
		text("code", "for claim: what handoff gave").filled(),
	)
}

// session is the tab that is meant, so that a guard sees it.
func (a tabsArgs) session() browser.TabID {
	if a.TabID != "" {
		return a.TabID
	}
	return a.SessionID
}

func (a tabsArgs) check() error {
	switch {
	case a.Action == listTabs && a.TabID != "":
		return errors.New("list takes no tab_id")
	case a.Action != claimTab && a.Code != "":
		return errors.New("code is for claim only")
	case a.Action == claimTab && a.Code == "" && a.session() == "":
		return errors.New("claim takes a tab_id, a code, or both")
	case a.TabID != "" && a.SessionID != "" && a.TabID != a.SessionID:
		return errors.New("tab_id and session_id name different tabs; give one of them")
	}
	return nil
}

func (a tabsArgs) effect() Effect {
	if a.Action == listTabs {
		return None
	}
	return Navigation
}

// tabList is the structured value of webpage_tabs list.
type tabList struct {
	// SessionID is the default page; it may be closed.
	SessionID browser.TabID `json:"session_id,omitempty"`
	Tabs      []browser.Tab `json:"tabs"`
}

// tabDone is the structured value of webpage_tabs for all that changes a tab.
type tabDone struct {
	Action    tabsAction    `json:"action"`
	SessionID browser.TabID `json:"session_id"`
	Title     string        `json:"title,omitempty"`
	URL       string        `json:"url,omitempty"`
	// Code is that of a hand-off, Expires its end.
	Code    string    `json:"code,omitempty"`
	Expires time.Time `json:"expires,omitzero"`
}

func (a tabsArgs) run(ctx context.Context, k *call) error {
	switch {
	case a.Action == listTabs:
		return a.list(ctx, k)
	case a.Action == claimTab:
		return a.claim(ctx, k)
	case k.session == "":
		return noPage(k.name)
	}
	switch a.Action {
	case activateTab:
		return a.activate(ctx, k)
	case releaseTab:
		return a.release(ctx, k)
	case handoffTab:
		return a.handoff(ctx, k)
	}
	return a.close(ctx, k)
}

func (a tabsArgs) list(ctx context.Context, k *call) error {
	tabs, err := k.catalogue.provider.Tabs(ctx)
	if err != nil {
		return err
	}
	_, shared := k.catalogue.provider.(browser.Leaser)
	current := k.catalogue.pick("")
	if len(tabs) == 1 {
		k.say("1 tab")
	} else {
		k.say(strconv.Itoa(len(tabs)) + " tabs")
	}
	for _, t := range tabs {
		line := string(t.ID) + " " + whereabouts(t.Title, t.URL)
		if t.ID == current {
			line += " (default page)"
		}
		if t.Active {
			line += " (in front)"
		}
		if t.Opener != "" {
			line += " (opened by " + string(t.Opener) + ")"
		}
		if shared && t.Label == "" {
			line += " (nobody's: claim it before you use it)"
		}
		k.fromPage(line)
	}
	k.structured = tabList{SessionID: current, Tabs: append([]browser.Tab{}, tabs...)}
	return nil
}

func (a tabsArgs) activate(ctx context.Context, k *call) error {
	provider := k.catalogue.provider
	if err := provider.Activate(ctx, k.session); err != nil {
		return err
	}
	k.catalogue.use(k.session)
	done := tabDone{Action: a.Action, SessionID: k.session}
	// It is in front whether its title can be had or not.
	if tab, err := k.catalogue.tab(ctx, k.session); err == nil {
		k.where(tab.Title, tab.URL)
		done.Title, done.URL = tab.Title, tab.URL
	}
	k.say("activated " + string(k.session) + ", the default page now; refs are those of its own snapshots")
	k.structured = done
	return nil
}

func (a tabsArgs) close(ctx context.Context, k *call) error {
	if err := k.catalogue.provider.CloseTab(ctx, k.session); err != nil {
		return err
	}
	k.say("closed " + string(k.session))
	if k.catalogue.drop(k.session) {
		k.say("There is no default page now: activate a tab or open a page.")
	}
	k.structured = tabDone{Action: a.Action, SessionID: k.session}
	return nil
}
