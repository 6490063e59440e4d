package refs

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// env is the world of one script: a page and a registry that observes it.
type env struct {
	r    *Registry
	page Observation
}

func newEnv(o Options) *env { return &env{r: New(o)} }

// args are the words of a command: name=value ones and the others.
type args struct {
	named map[string]string
	words []string
}

// do runs one command:
//
//	options [fresh] [cap=N] [epochs=N] [entries=N]   a new registry
//	load loader=L url=U, and the elements, one a line   what the page shows
//	observe [unread=F,F]       a full read, published
//	adopt [epoch=N] [nodes]    a read of these nodes, or of all
//	navigate                   Invalidate
//	resolve, archived refs     one line each
//	restore, rebind ref [epoch=N] [url=U], and the element as it is now
//	backfill url [epoch=N]
//	document, list, lookup nodes, nodes table
//	export, restart            Export; and Hydrate into a new registry
//
// An element is: node role "name" [in="text of its item"] [frame=F] [at=address]
// [path=a,b] [unsure]. A node is the letter of its table and its number there.
func (e *env) do(input []string) ([]string, error) {
	words, err := fields(input[0])
	if err != nil {
		return nil, err
	}
	a := args{named: map[string]string{}}
	for _, w := range words[1:] {
		if k, v, ok := strings.Cut(w, "="); ok {
			a.named[k] = v
		} else {
			a.words = append(a.words, w)
		}
	}
	elements, err := parseElements(input[1:])
	if err != nil {
		return nil, err
	}
	switch words[0] {
	case "options":
		return e.options(a)
	case "load":
		e.page = Observation{Document: Document{Loader: a.named["loader"], URL: a.named["url"]}, Targets: elements}
		return nil, nil
	case "observe":
		o := e.page
		if f := a.named["unread"]; f != "" {
			o.Unread = strings.Split(f, ",")
			o.Targets = slices.DeleteFunc(slices.Clone(o.Targets), func(t Target) bool { return slices.Contains(o.Unread, t.Frame) })
		}
		return e.delta(o, e.r.Publish(o)), nil
	case "adopt":
		return e.adopt(a)
	case "navigate":
		return e.delta(Observation{}, e.r.Invalidate()), nil
	case "resolve":
		return each(a.words, func(ref Ref) string {
			t, err := e.r.Resolve(ref)
			return answer(err, showTarget(t))
		})
	case "archived":
		return each(a.words, func(ref Ref) string {
			t, d, ok := e.r.Archived(ref)
			if !ok {
				return "not archived"
			}
			return showTarget(t) + " of " + showDocument(d)
		})
	case "show":
		epoch, err := e.epoch(a)
		if err != nil {
			return nil, err
		}
		var list []Ref
		for _, w := range a.words {
			ref, err := Parse(w)
			if err != nil {
				return nil, err
			}
			list = append(list, ref)
		}
		return []string{answer(e.r.Show(epoch, list), "ok")}, nil
	case "recognise":
		return []string{fmt.Sprint(e.r.Recognise(e.page))}, nil
	case "restore", "rebind":
		return e.put(words[0], a, elements)
	case "backfill":
		epoch, err := e.epoch(a)
		if err != nil {
			return nil, err
		}
		return []string{answer(e.r.BackfillURL(epoch, a.words[0]), showDocument(e.r.Document()))}, nil
	case "document":
		return []string{fmt.Sprintf("epoch %d, observed %v, %s", e.r.Epoch(), e.r.Observed(), showDocument(e.r.Document()))}, nil
	case "lookup":
		return e.lookup(a)
	case "list":
		var out []string
		for _, l := range e.r.List() {
			out = append(out, fmt.Sprintf("%v %s%d %s %q frame=%s", l.Ref, l.Node.Table, l.Node.ID, l.Role, l.Name, l.Frame))
		}
		return out, nil
	case "nodes":
		return []string{fmt.Sprint(e.r.Nodes(a.words[0]))}, nil
	case "export":
		return showBindings(e.r.Export()), nil
	case "restart":
		b := e.r.Export()
		e.r = New(e.r.opts)
		return nil, e.r.Hydrate(b)
	default:
		return nil, errors.New("no such command")
	}
}

func (e *env) options(a args) ([]string, error) {
	o := Options{FreshNumbers: slices.Contains(a.words, "fresh")}
	for name, to := range map[string]*int{"cap": &o.LiveCap, "epochs": &o.ArchiveEpochs, "entries": &o.ArchiveEntries} {
		if v := a.named[name]; v != "" {
			n, err := strconv.Atoi(v)
			if err != nil {
				return nil, err
			}
			*to = n
		}
	}
	e.r = New(o)
	return nil, nil
}

// epoch is the current one unless the command names another.
func (e *env) epoch(a args) (uint64, error) {
	if v := a.named["epoch"]; v != "" {
		return strconv.ParseUint(v, 10, 64)
	}
	return e.r.Epoch(), nil
}

func (e *env) adopt(a args) ([]string, error) {
	epoch, err := e.epoch(a)
	if err != nil {
		return nil, err
	}
	o := e.page
	if len(a.words) > 0 {
		o.Targets = nil
		for _, t := range e.page.Targets {
			if slices.Contains(a.words, t.Node.Table+strconv.Itoa(int(t.Node.ID))) {
				o.Targets = append(o.Targets, t)
			}
		}
	}
	d, err := e.r.Adopt(epoch, o)
	if err != nil {
		return []string{answer(err, "")}, nil
	}
	return e.delta(o, d), nil
}

// put restores or rebinds; the element is given below the command.
func (e *env) put(how string, a args, elements []Target) ([]string, error) {
	epoch, err := e.epoch(a)
	if err != nil {
		return nil, err
	}
	ref, err := Parse(a.words[0])
	if err != nil {
		return nil, err
	}
	if len(elements) == 0 {
		elements = []Target{{}}
	}
	if how == "rebind" {
		err = e.r.Rebind(epoch, ref, elements[0])
	} else {
		err = e.r.Restore(epoch, ref, elements[0], a.named["url"])
	}
	return []string{answer(err, "ok")}, nil
}

func (e *env) lookup(a args) ([]string, error) {
	var out []string
	for _, w := range a.words {
		n, err := parseNode(w)
		if err != nil {
			return nil, err
		}
		ref, ok := e.r.Lookup(n)
		if !ok {
			out = append(out, w+": none")
			continue
		}
		out = append(out, w+": "+ref.String())
	}
	return out, nil
}

// delta shows what a call did, a line for each target.
func (e *env) delta(o Observation, d Delta) []string {
	head := fmt.Sprintf("epoch %d: %d kept, %d new", d.Epoch, d.Kept, d.New)
	if d.Evicted > 0 {
		head += fmt.Sprintf(", %d evicted", d.Evicted)
	}
	if len(d.Gone) > 0 {
		head += fmt.Sprintf(", gone %v", d.Gone)
	}
	out := []string{head}
	for i, ref := range d.Refs {
		t := o.Targets[i]
		name := ref.String()
		if ref == 0 {
			name = "-"
		}
		out = append(out, fmt.Sprintf("%s %s%d %s %q", name, t.Node.Table, t.Node.ID, t.Role, t.Name))
	}
	return out
}

func each(words []string, f func(Ref) string) ([]string, error) {
	var out []string
	for _, w := range words {
		ref, err := Parse(w)
		if err != nil {
			return nil, err
		}
		out = append(out, w+": "+f(ref))
	}
	return out, nil
}

func answer(err error, ok string) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return ok
}

func showTarget(t Target) string {
	s := fmt.Sprintf("%s%d %s %q", t.Node.Table, t.Node.ID, t.Role, t.Name)
	if t.Frame != "" {
		s += " frame=" + t.Frame
	}
	if t.Address != "" {
		s += " at=" + t.Address
	}
	return s
}

func showDocument(d Document) string {
	return fmt.Sprintf("document %q at %q", d.Loader, d.URL)
}

// showBindings leaves the digests out, but for whether there are any.
func showBindings(b Bindings) []string {
	out := []string{fmt.Sprintf("document %q, last %v", b.Loader, b.Last)}
	for _, k := range b.Keys {
		out = append(out, fmt.Sprintf("%v digest %v", k.Ref, k.Key != 0))
	}
	return out
}

func parseElements(lines []string) ([]Target, error) {
	var out []Target
	for _, l := range lines {
		words, err := fields(l)
		if err != nil {
			return nil, err
		}
		if len(words) < 3 {
			return nil, fmt.Errorf("not an element: %s", l)
		}
		t := Target{Role: words[1], Name: strings.Trim(words[2], `"`)}
		if t.Node, err = parseNode(words[0]); err != nil {
			return nil, err
		}
		item, unsure := "", false
		var path []string
		for _, w := range words[3:] {
			k, v, _ := strings.Cut(w, "=")
			switch v = strings.Trim(v, `"`); k {
			case "in":
				item = v
			case "frame":
				t.Frame = v
			case "at":
				t.Address = v
			case "path":
				path = strings.Split(v, ",")
			case "unsure":
				unsure = true
			default:
				return nil, fmt.Errorf("what is %q?", w)
			}
		}
		t.Key = Key(t.Role, t.Name, path...)
		if !unsure {
			h := fnv.New64a()
			fmt.Fprintf(h, "%s\x00%s\x00%s", t.Role, t.Name, item)
			t.Identity = h.Sum64()
		}
		out = append(out, t)
	}
	return out, nil
}

func parseNode(s string) (Node, error) {
	id, err := strconv.ParseUint(s[1:], 10, 32)
	return Node{Table: s[:1], ID: uint32(id)}, err
}
