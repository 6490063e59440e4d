package main

import (
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"strings"
	"sync"
)

// kind is a page of which many are opened.
type kind struct {
	name string
	html string
}

// kinds are pages of three sizes. Each has a button that a round switches on and
// off again, at its top, so that a click needs no scrolling.
func kinds() []kind {
	return []kind{{"form", form()}, {"list", list()}, {"article", article()}}
}

// toggle is what a round clicks.
const toggle = "Follow"

const head = `<!doctype html><meta charset=utf-8><title>%s</title><h1>%[1]s</h1>
<button aria-pressed=false onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') == 'false')">` + toggle + `</button>
`

// form has some 20 elements.
func form() string {
	var b strings.Builder
	fmt.Fprintf(&b, head, "Form")
	b.WriteString("<form>")
	for _, name := range []string{"Name", "Street", "Town", "Post code", "Country", "Telephone", "Mail", "Notes"} {
		fmt.Fprintf(&b, "<p><label>%s <input name=%q></label>", name, name)
	}
	for _, name := range []string{"News by mail", "I have read the terms", "Keep me signed in"} {
		fmt.Fprintf(&b, "<p><label><input type=checkbox> %s</label>", name)
	}
	b.WriteString("<p><select aria-label=Title><option>Ms<option>Mr</select> <button type=button>Send</button> <a href=/help>Help</a></form>")
	return b.String()
}

// list has 200 rows with a link and a button each.
func list() string {
	var b strings.Builder
	fmt.Fprintf(&b, head, "Invoices")
	b.WriteString("<table><tr><th>Invoice<th>Customer<th>Due<th>")
	for i := range 200 {
		fmt.Fprintf(&b, "<tr><td><a href=/invoices/%d>Invoice %[1]d</a><td>%s<td>%d May<td><button>Pay</button>", 1000+i, customer(i), 1+i%31)
	}
	b.WriteString("</table>")
	return b.String()
}

func customer(i int) string {
	first := []string{"Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Tony"}
	last := []string{"Hill", "Marsh", "Field", "Brook", "Stone"}
	return first[i%len(first)] + " " + last[i%len(last)]
}

// article has 150 sections of two paragraphs with ten links, as a long article
// of an encyclopedia has.
func article() string {
	var b strings.Builder
	fmt.Fprintf(&b, head, "Seaweed")
	sentence := "The fronds of this kind are flat and brown, and a holdfast keeps them on the rock while the water moves. "
	for i := range 150 {
		fmt.Fprintf(&b, "<h2 id=s%d>Section %[1]d</h2>", i)
		for p := range 2 {
			b.WriteString("<p>" + sentence)
			for l := range 5 {
				n := (i*10+p*5+l)*7919%5000 + 1
				fmt.Fprintf(&b, "<a href=/wiki/%d>%s</a>, %s", n, html.EscapeString(fmt.Sprintf("species %d", n)), sentence[:40])
			}
		}
	}
	return b.String()
}

// site serves the kinds on loopback until it is closed.
type site struct {
	server  *http.Server
	port    int
	serving sync.WaitGroup
	failed  error // of serving
}

// serve begins to serve kinds under their names, and the files of a folder, when
// there is one, under /saved/.
func serve(kinds []kind, saved string) (*site, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for _, k := range kinds {
		mux.HandleFunc("/"+k.name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			// A browser that has gone away is its own affair.
			_, _ = w.Write([]byte(k.html))
		})
	}
	if saved != "" {
		mux.Handle("/saved/", http.StripPrefix("/saved/", http.FileServer(http.Dir(saved))))
	}
	s := &site{server: &http.Server{Handler: mux}, port: listener.Addr().(*net.TCPAddr).Port}
	s.serving.Go(func() { s.failed = s.server.Serve(listener) })
	return s, nil
}

// url is the address of a page on a host name of this machine.
func (s *site) url(host, path string) string {
	return fmt.Sprintf("http://%s:%d/%s", host, s.port, path)
}

func (s *site) close() error {
	err := s.server.Close()
	s.serving.Wait()
	if !errors.Is(s.failed, http.ErrServerClosed) {
		err = errors.Join(err, s.failed)
	}
	return err
}
