package tools

import (
	"context"
	"strconv"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type revalidateArgs struct {
	onPage
	Refs []refText `json:"refs"`
}

// mostRefs bounds the refs of one call: what a model can keep an eye on.
const mostRefs = 200

func revalidateTool() *spec {
	return define[revalidateArgs](Tool{
		Name:  "webpage_revalidate",
		Title: "Check refs",
		Description: "Checks whether refs, also of earlier snapshots, still stand for what they stood for, and makes those usable again under their numbers. " +
			"Cheaper than a snapshot after BROWSER_STALE_REF. The others say why not: document_changed, node_gone, identity_mismatch or not_archived.",
		Class: Read, Effect: None,
	},
		refList("refs", "the refs to check", mostRefs).needed(),
	)
}

func (a revalidateArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	list := make([]refs.Ref, len(a.Refs))
	for i, r := range a.Refs {
		list[i] = refs.Ref(r)
	}
	r, err := page.Revalidate(ctx, browser.RevalidateRequest{Refs: list})
	if err != nil {
		return err
	}
	k.where(r.Title, r.URL)
	k.fromPage(r.String())
	if n := r.Failed(); n > 0 {
		k.say(strconv.Itoa(n) + " cannot be used: take a webpage_snapshot for the refs of what is there now.")
	}
	k.structured = struct {
		SessionID browser.TabID `json:"session_id"`
		*browser.RevalidateResult
	}{k.session, r}
	return nil
}
