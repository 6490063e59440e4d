package ax_test

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/ax"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// What assistive technology is told of a page, as an outline. The elements are
// those of the in-page reader, which also looks at them before an action.
func Example() {
	exact := func(ctx context.Context, page dom.Caller) error {
		inPage, err := dom.New(page)
		if err != nil {
			return err
		}
		reader, err := ax.New(inPage)
		if err != nil {
			return err
		}
		tree, err := reader.Read(ctx, ax.ReadOptions{Listeners: true})
		if err != nil {
			return err
		}
		fmt.Println(outline.Build(tree, outline.Options{}))
		return nil
	}
	var page dom.Caller // a *cdp.Session, or the Target of chromedp
	fmt.Println(exact(context.Background(), page))
	// Output:
	// dom: nil caller
}
