package dom

import (
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// A name that only a style sheet gives is found however many elements of that
// class have none, also where nobody may read the sheet.
func TestNamesOfSheetsOfOtherOrigins(t *testing.T) {
	s, other := testpage.New(t), testpage.New(t)
	other.Handle("/sheet.css", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		w.Write([]byte(`button{width:30px;height:20px} .chosen .act::before{content:"Remove"} .t[data-state=on]::after{content:"Resume"}`))
	}))
	p := openURL(t, s.Page("/", `<!doctype html><title>t</title><link rel="stylesheet" href="`+other.URL("/sheet.css")+`">`+
		strings.Repeat(`<div><button class="act"></button><button class="t">Play</button></div>`, 250)+
		`<div class="chosen"><button class="act"></button><button class="t" data-state="on"></button></div>`))
	for range 2 {
		tree := p.read()
		for _, name := range []string{"Remove", "Resume"} {
			if n := len(operable(tree, name)); n != 1 {
				t.Errorf("%d buttons %q, want 1", n, name)
			}
		}
	}
}

// What the sheets of a frame do not say leaves the rest of the page as it is.
func TestNamesOfSheetsBehindAFrame(t *testing.T) {
	p := openPage(t, `<style>.bin::before{content:"Remove"}</style><button class=bin></button><iframe srcdoc="<button>Inside</button>"></iframe><button class=bin></button>`)
	tree := p.read()
	if n := len(operable(tree, "Remove")); n != 2 {
		t.Errorf("%d buttons are called by the sheet, want 2", n)
	}
}
