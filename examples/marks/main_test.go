package main

import (
	"bytes"
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

func TestComplete(t *testing.T) {
	for _, c := range []struct{ name, style, address, file, want string }{
		{"all given", "tint", "http://shop.test/", "x.PNG", ""},
		{"no address", "frame", "", "x.png", "address"},
		{"another style", "bold", "http://shop.test/", "x.png", `not "bold"`},
		{"another format", "frame", "http://shop.test/", "x.gif", "x.gif"},
	} {
		o := options{file: c.file}
		err := o.complete(c.style, c.address)
		if got := err != nil; got != (c.want != "") || got && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRun(t *testing.T) {
	testbrowser.Host(t) // so that the test is skipped where there is no browser
	o := options{scale: 2, file: filepath.Join(t.TempDir(), "page.jpg")}
	address := testpage.HTML(t, `<title>Shop</title><button>Pay</button> <button disabled>Later</button>`)
	if err := o.complete("frame", address); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(t.Context(), &out, address, o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"screenshot 2560x1600", `e1 button "Pay" at `, `e2 button "Later"`, "page.jpg"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it does not tell %s:\n%s", want, out.String())
		}
	}
	data, err := os.ReadFile(o.file)
	if err != nil {
		t.Fatal(err)
	}
	if c, format, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || format != "jpeg" || c.Width != 2560 {
		t.Errorf("%s %dx%d: %v", format, c.Width, c.Height, err)
	}
}
