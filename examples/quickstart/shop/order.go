package shop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// maxOrder bounds what one order may hold, in bytes, its file included.
const maxOrder = 16 << 20

const firstNumber = 1001

// An order is a posted form, in the order in which the browser sent it.
type order struct {
	Number int     `json:"number"`
	Fields []field `json:"fields"`
}

// A field is one value of the form, or one file of it.
type field struct {
	Name  string `json:"name"`
	Value string `json:"value"`          // of a file: its name
	Type  string `json:"type,omitempty"` // of a file: its media type
	Size  int64  `json:"size,omitempty"` // of a file: its size in bytes
}

// Shown is the value as the page shows it: a person may look over the
// customer's shoulder, so a password is only counted.
func (f field) Shown() string {
	switch {
	case f.Name == "password" && f.Value != "":
		return fmt.Sprintf("%d characters", len([]rune(f.Value)))
	case f.Type != "" && f.Value != "":
		return fmt.Sprintf("%s (%d bytes)", f.Value, f.Size)
	}
	return f.Value
}

// book holds the orders that were taken. It is safe for concurrent use.
type book struct {
	mu     sync.Mutex
	orders []order
}

func (b *book) take(w http.ResponseWriter, r *http.Request) {
	taken, err := read(w, r)
	if err != nil {
		http.Error(w, "the order cannot be read: "+err.Error(), http.StatusBadRequest)
		return
	}
	b.mu.Lock()
	taken.Number = firstNumber + len(b.orders)
	b.orders = append(b.orders, taken)
	b.mu.Unlock()
	render(w, "order.html", page{Path: "order", Title: "Order received", Order: taken})
}

func (b *book) list(w http.ResponseWriter, _ *http.Request) {
	b.mu.Lock()
	orders := append([]order{}, b.orders...) // an empty list, not null
	b.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	// An error here is a reader that went away.
	json.NewEncoder(w).Encode(orders)
}

// read takes the form part by part: [http.Request.ParseMultipartForm] would
// lose the order of its fields.
func read(w http.ResponseWriter, r *http.Request) (order, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxOrder)
	parts, err := r.MultipartReader()
	if err != nil {
		return order{}, err
	}
	taken := order{Fields: []field{}}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return taken, nil
		}
		if err != nil {
			return order{}, err
		}
		f := field{Name: part.FormName()}
		if _, isFile := part.Header["Content-Type"]; isFile {
			f.Value = part.FileName()
			f.Type = part.Header.Get("Content-Type")
			f.Size, err = io.Copy(io.Discard, part)
		} else {
			var value []byte
			value, err = io.ReadAll(part)
			f.Value = string(value)
		}
		if err != nil {
			return order{}, err
		}
		taken.Fields = append(taken.Fields, f)
	}
}
