package shop_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/examples/quickstart/shop"
)

func ask(handler http.Handler, method, path, contentType string, body io.Reader) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, body)
	request.Header.Set("Content-Type", contentType)
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

func TestPagesAndWhatTheyNeed(t *testing.T) {
	handler := shop.Handler()
	titles := map[string]string{
		"/":           "Catalogue",
		"/checkout":   "Checkout",
		"/queue":      "Packing queue",
		"/delivery":   "Delivery",
		"/calculator": "Delivery calculator",
	}
	references := regexp.MustCompile(`(?:src|href)="([^"#]+)"`)
	for path, title := range titles {
		answer := ask(handler, http.MethodGet, path, "", nil)
		page := answer.Body.String()
		if answer.Code != http.StatusOK || !strings.Contains(page, "<title>"+title+" – Kelp &amp; Cove</title>") {
			t.Errorf("%s: %d without the title %s", path, answer.Code, title)
		}
		for _, match := range references.FindAllStringSubmatch(page, -1) {
			// Relative, so that the shop can be mounted anywhere.
			if strings.HasPrefix(match[1], "/") || strings.Contains(match[1], ":") {
				t.Errorf("%s refers to %s", path, match[1])
			}
			target := "/" + strings.TrimPrefix(match[1], "./")
			if got := ask(handler, http.MethodGet, target, "", nil).Code; got != http.StatusOK {
				t.Errorf("%s refers to %s, which answers %d", path, match[1], got)
			}
		}
	}
	if got := ask(handler, http.MethodGet, "/nothing", "", nil).Code; got != http.StatusNotFound {
		t.Errorf("a path without a page answers %d", got)
	}
	if got := ask(handler, http.MethodGet, "/pages/order.html", "", nil).Code; got != http.StatusNotFound {
		t.Errorf("the templates are served: %d", got)
	}
}

func TestCheckoutHasEveryKindOfInput(t *testing.T) {
	page := ask(shop.Handler(), http.MethodGet, "/checkout", "", nil).Body.String()
	kinds := []string{
		"checkbox", "color", "date", "datetime-local", "email", "file", "hidden", "month", "number", "password",
		"radio", "range", "search", "submit", "tel", "text", "time", "url", "week",
	}
	for _, kind := range kinds {
		if !strings.Contains(page, `<input type="`+kind+`"`) {
			t.Errorf("no input of type %s", kind)
		}
	}
	for _, part := range []string{"<textarea", "<select", " multiple", `contenteditable="true"`, `<button type="reset"`, "<datalist"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
}

type order struct {
	Number int     `json:"number"`
	Fields []field `json:"fields"`
}

type field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Type  string `json:"type"`
	Size  int64  `json:"size"`
}

func TestOrderShowsWhatWasSent(t *testing.T) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range [][2]string{{"name", "Ada </script><b>"}, {"extras", "card"}, {"password", "secret äö"}, {"extras", "box"}, {"phone", ""}} {
		if err := form.WriteField(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	file, err := form.CreateFormFile("picture", "boat.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(file, "a boat"); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	handler := shop.Handler()
	if got := ask(handler, http.MethodGet, "/orders.json", "", nil).Body.String(); got != "[]\n" {
		t.Errorf("orders before the first one: %q", got)
	}
	answer := ask(handler, http.MethodPost, "/order", form.FormDataContentType(), &body)
	page := answer.Body.String()
	if answer.Code != http.StatusOK {
		t.Fatalf("%d %s", answer.Code, page)
	}
	want := order{Number: 1001, Fields: []field{
		{Name: "name", Value: "Ada </script><b>"},
		{Name: "extras", Value: "card"},
		{Name: "password", Value: "secret äö"},
		{Name: "extras", Value: "box"},
		{Name: "phone"},
		{Name: "picture", Value: "boat.txt", Type: "application/octet-stream", Size: 6},
	}}

	var kept []order
	if err := json.Unmarshal(ask(handler, http.MethodGet, "/orders.json", "", nil).Body.Bytes(), &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]order{want}, kept); diff != "" {
		t.Errorf("orders.json (-want +got):\n%s", diff)
	}

	_, script, _ := strings.Cut(page, "window.__result = ")
	script, _, _ = strings.Cut(script, ";\n")
	var result order
	if err := json.Unmarshal([]byte(script), &result); err != nil {
		t.Fatalf("%v in %s", err, script)
	}
	if diff := cmp.Diff(want, result); diff != "" {
		t.Errorf("__result (-want +got):\n%s", diff)
	}

	rows := regexp.MustCompile(`<th scope="row">(.*?)</th><td>(.*?)</td>`).FindAllStringSubmatch(page, -1)
	var shown []string
	for _, row := range rows {
		shown = append(shown, row[1]+": "+row[2])
	}
	wantShown := []string{
		"name: Ada &lt;/script&gt;&lt;b&gt;", "extras: card", "password: 9 characters", "extras: box",
		`phone: <span class="quiet">empty</span>`, "picture: boat.txt (6 bytes)",
	}
	if !slices.Equal(shown, wantShown) {
		t.Errorf("the page shows\n%q, want\n%q", shown, wantShown)
	}
}

func TestOrderRefusesWhatIsNoForm(t *testing.T) {
	handler := shop.Handler()
	for name, body := range map[string]string{"another encoding": "a=1", "cut short": "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1"} {
		contentType := "application/x-www-form-urlencoded"
		if name == "cut short" {
			contentType = "multipart/form-data; boundary=x"
		}
		if got := ask(handler, http.MethodPost, "/order", contentType, strings.NewReader(body)).Code; got != http.StatusBadRequest {
			t.Errorf("%s: %d", name, got)
		}
	}
	if got := ask(handler, http.MethodGet, "/orders.json", "", nil).Body.String(); got != "[]\n" {
		t.Errorf("it was taken all the same: %s", got)
	}
}
