package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// A dialog of a popup stops the page that opened it, too. That page says so at
// once, and goes on when the dialog is answered.
func TestDialogOfAPopupHoldsItsOpenerUp(t *testing.T) {
	p := newProvider(t, provider.WithDialogs(provider.AskDialogs))
	site := testpage.New(t)
	site.Page("/pop", `<title>Pop</title><p>Popup`)
	page := open(t, p, site.Page("/", `<title>Main</title><button onclick="w=open('/pop','x','width=300,height=300')">Open</button>`))
	r := click(t, page, "button", "Open")
	if len(r.OpenedTabs) != 1 {
		t.Fatalf("%v", r)
	}
	popup, err := p.Page(within(t, 5*time.Second), r.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the popup is there", func() bool { return evalAs[string](t, popup, "document.title") == "Pop" })
	evalAs[bool](t, popup, "setTimeout(()=>alert('hey'),0)>0")
	var blocked error
	eventually(t, "the opener is held up", func() bool {
		began := time.Now()
		_, blocked = page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{})
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("it took %v", took)
		}
		return blocked != nil
	})
	if !errors.Is(blocked, browser.ErrDialogOpen) || !strings.Contains(blocked.Error(), string(r.OpenedTabs[0].ID)) {
		t.Errorf("%v", blocked)
	}
	if _, err := popup.Dialog(within(t, 5*time.Second), browser.DialogRequest{Action: browser.AcceptDialog}); err != nil {
		t.Fatal(err)
	}
	if snapshot(t, page).Title != "Main" {
		t.Error("the opener is not what it was")
	}
}
