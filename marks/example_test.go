package marks_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
)

// A screenshot at two device pixels for a CSS pixel gets a box for each element
// that can be seen, and the model a legend beside it.
func Example() {
	picture := image.NewRGBA(image.Rect(0, 0, 640, 400))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	marking, err := marks.Plan([]marks.Element{
		{Ref: 3, Role: "button", Name: "Pay", Box: outline.Box{X: 40, Y: 120, Width: 64, Height: 24}},
		{Ref: 4, Role: "link", Name: "Terms", Box: outline.Box{X: 40, Y: 160, Width: 50, Height: 16}, Covered: true},
	}, marks.View{DeviceScale: 2}, picture.Bounds(), marks.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	marking.Draw(picture)
	fmt.Println(marking)
	fmt.Println(marking.Marks[0].Pixels, picture.RGBAAt(80, 250) != color.RGBA{255, 255, 255, 255})
	// Output:
	// e3 button "Pay" at 40,120 size 64×24
	// not marked: 1 covered
	// (80,240)-(208,288) true
}
