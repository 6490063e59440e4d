package shop

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/holdfasttest"
)

var update = flag.Bool("update", false, "record anew, with a browser")

func TestBasket(t *testing.T) {
	shop := httptest.NewServer(http.HandlerFunc(basket)) // the program under test
	defer shop.Close()
	recording := holdfasttest.Recording{File: "testdata/basket.gz", Update: *update}
	page := holdfasttest.Page(t, recording, shop.URL)

	snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
	if err != nil {
		t.Fatal(err)
	}
	add, err := snap.Ref("button", "Add a kettle")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: add}); err != nil {
		t.Fatal(err)
	}
	if snap, err = page.Snapshot(t.Context(), browser.SnapshotRequest{}); err != nil {
		t.Fatal(err)
	}
	holdfasttest.Golden(t, "testdata/basket.txt", *update, snap.String())
}

func basket(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte(`<title>Basket</title>
<button onclick="document.querySelector('output').textContent = '1 kettle'">Add a kettle</button><output>empty</output>`))
}
