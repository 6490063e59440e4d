// Package shop is the built-in web shop of the quickstart: a small site that
// needs no network, so that the demonstration and the tests have something to
// see and to act on.
//
// Its pages, relative to where the handler is mounted:
//
//	./           the catalogue: 40 items, search, sort and a cart
//	./checkout   a form with every kind of input
//	./queue      a list that re-orders itself and recycles its rows
//	./delivery   an iframe with a widget in shadow roots
//
// The form posts to ./order, which shows what was sent, has it as
// window.__result, and keeps it for ./orders.json.
//
// Each page tells in window.__log, an array of strings, what was really done
// to it: the handlers write it from their data, not from the text on the
// screen, and mark events that no person could have made as untrusted. The
// iframe writes into the log of its page.
//
// The queue moves by itself. ./queue?freeze stands still until its buttons or
// window.queue (rotate, shuffle, shipNext, renew, live) move it; ?seed=N and
// ?every=MS choose another order and another pace.
package shop

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
)

//go:embed assets pages
var files embed.FS

// A page of the shop, as its templates see it.
type page struct {
	Path  string // relative to the mount point; "./" is the catalogue
	Title string
	Order order // of the order page
}

// Handler serves the shop. Each handler keeps its own orders, in memory. It is
// safe for concurrent use. Mount it at the root or, with [http.StripPrefix],
// under a path that ends in a slash: the shop's own addresses are relative.
func Handler() http.Handler {
	var book book
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", http.FileServerFS(files))
	mux.Handle("GET /{$}", show("catalogue.html", page{Path: "./", Title: "Catalogue"}))
	mux.Handle("GET /checkout", show("checkout.html", page{Path: "checkout", Title: "Checkout"}))
	mux.Handle("GET /queue", show("queue.html", page{Path: "queue", Title: "Packing queue"}))
	mux.Handle("GET /delivery", show("delivery.html", page{Path: "delivery", Title: "Delivery"}))
	mux.Handle("GET /calculator", show("calculator.html", page{Path: "calculator", Title: "Delivery calculator"}))
	mux.HandleFunc("POST /order", book.take)
	mux.HandleFunc("GET /orders.json", book.list)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	return uncached(mux)
}

func show(file string, p page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { render(w, file, p) })
}

// render writes one page.
func render(w http.ResponseWriter, file string, p page) {
	tmpl, err := template.New(file).ParseFS(files, "pages/layout.html", "pages/"+file)
	// Into memory first: a failing template must not end half-way in a page
	// that looks like a whole one.
	var out bytes.Buffer
	if err == nil {
		err = tmpl.Execute(&out, p)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// An error here is a reader that went away.
	out.WriteTo(w)
}

// uncached makes the browser ask each time: a page must not come out of an
// older build's cache.
func uncached(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		handler.ServeHTTP(w, r)
	})
}
