package collect

// Documents numbers the documents that a page shows one after the other. The
// zero Documents is in document 0, whose loader is not known yet.
type Documents struct {
	current, last int
	loaders       map[string]int
	order         []string
}

// mostLoaders bounds the documents that can be come back to; browsers keep
// fewer than ten alive.
const mostLoaders = 64

// Current is the document of now.
func (d *Documents) Current() int { return d.current }

// Enter takes in that the page shows the document of a loader: a new one, or
// one that was kept alive.
func (d *Documents) Enter(loader string) {
	if n, known := d.loaders[loader]; known {
		d.current = n
		return
	}
	d.last++
	d.current = d.last
	d.remember(loader)
}

// Name takes in which loader the first document has. When another one is there
// than the last that was entered, the page has gone on unseen: that is a new
// document.
func (d *Documents) Name(loader string) {
	switch n, known := d.loaders[loader]; {
	case known && n == d.current:
	case len(d.loaders) == 0:
		d.remember(loader)
	default:
		d.Enter(loader)
	}
}

func (d *Documents) remember(loader string) {
	if d.loaders == nil {
		d.loaders = map[string]int{}
	}
	if len(d.order) == mostLoaders {
		delete(d.loaders, d.order[0])
		d.order = d.order[1:]
	}
	d.loaders[loader] = d.current
	d.order = append(d.order, loader)
}
