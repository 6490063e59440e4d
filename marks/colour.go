package marks

import (
	"image/color"
	"math"
)

// ink is black or white, whichever is easier to read on a colour.
func ink(on color.RGBA) color.RGBA {
	black, white := color.RGBA{A: 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
	if contrast(on, white) >= contrast(on, black) {
		return white
	}
	return black
}

// contrast is the contrast ratio of two opaque colours, from 1 to 21, as WCAG
// 2.2 defines it.
func contrast(a, b color.RGBA) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
