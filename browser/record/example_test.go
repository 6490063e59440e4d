package record_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// A film of what a program does: it uses the recorder's provider in place of its
// own, and knows of nothing else.
func Example() {
	film := func(ctx context.Context, program func(context.Context, browser.Provider) error) error {
		b, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx) })
		if err != nil {
			return err
		}
		defer b.Close()
		recorder, err := record.New(b, record.WithMaxFrames(100))
		if err != nil {
			return err
		}
		if err := recorder.Start(); err != nil {
			return err
		}
		if err := program(ctx, recorder.Provider()); err != nil {
			return err
		}
		fmt.Println(recorder.Stop().Frames, "pictures")
		return recorder.SaveGIF("film.gif", "")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // in this example there is no time for a browser
	fmt.Println(film(ctx, nil) != nil)
	// Output: true
}

// The encoder by itself: a dot that moves.
func ExampleEncodeGIF() {
	at := 0
	next := func() (record.Shown, bool, error) {
		picture := image.NewRGBA(image.Rect(0, 0, 30, 10))
		picture.Set(at*10, 5, color.White)
		at++
		return record.Shown{Picture: picture, For: 100 * time.Millisecond}, at <= 3, nil
	}
	var film bytes.Buffer
	if err := record.EncodeGIF(&film, image.Pt(30, 10), next); err != nil {
		fmt.Println(err)
		return
	}
	decoded, err := gif.DecodeAll(&film)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(decoded.Image), "frames, the second is of", decoded.Image[1].Rect)
	// Output:
	// 3 frames, the second is of (0,5)-(11,6)
}
