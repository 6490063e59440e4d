package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type uploadArgs struct {
	onPage
	Ref   refText  `json:"ref"`
	Files []string `json:"files"`
}

func uploadTool() *spec {
	return define[uploadArgs](Tool{
		Name:  "webpage_upload",
		Title: "Upload files",
		Description: "Gives files to a file field, or to the button or label that opens a file chooser; without ref to the chooser that is open. " +
			"Files come only from folders that the program allows. Without files the open chooser is cancelled.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the file field or what opens the chooser; default: the chooser that is open"),
		texts("files", "paths of the files; none: cancel the chooser", 100),
	)
}

func (a uploadArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Upload(ctx, browser.UploadRequest{Ref: refs.Ref(a.Ref), Files: a.Files})
	})
}
