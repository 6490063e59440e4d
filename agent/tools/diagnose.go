package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type diagnoseArgs struct{}

func diagnoseTool() *spec {
	return define[diagnoseArgs](Tool{
		Name:  "webpage_diagnose",
		Title: "Diagnose the browser",
		Description: "Says what of the browser works: connection, tabs, scripts, reading, frames, pictures, input, each with its time and what to do about it. " +
			"Use it when several calls failed for no reason that you can see.",
		Class: Read, Effect: None,
	})
}

func (diagnoseArgs) run(ctx context.Context, k *call) error {
	d, ok := k.catalogue.provider.(browser.Diagnoser)
	if !ok {
		return &browser.Error{Code: browser.CodeNotImplemented, Message: "this provider cannot diagnose itself"}
	}
	result, err := d.Diagnose(ctx)
	if err != nil {
		return err
	}
	k.fromPage(result.String())
	k.structured = result
	return nil
}
