package refs

// Several registries of one owner can share one row of numbers, so that a ref
// of one page means nothing on another: the owner sets the numbers aside that a
// Publish or an Adopt needs, has the registry Skip to before the first of them,
// and learns from Last how many were issued. Registries can then be at work at
// the same time.

// Last returns the number that was issued last, 0 when none was.
func (r *Registry) Last() Ref { return r.last }

// Need returns how many numbers a Publish or an Adopt of the observation issues
// at most. It changes nothing.
func (r *Registry) Need(o Observation) int {
	none := r.opts.FreshNumbers || otherDocument(r.document.Loader, o.Document.Loader)
	n := 0
	for i := range o.Targets {
		t := &o.Targets[i]
		if !t.Node.valid() {
			continue
		}
		if !none {
			if s, _ := r.recognise(t); s != 0 {
				continue
			}
		}
		n++
	}
	return n
}

// Skip says that the numbers up to and including to were issued by other
// registries; the next one here is a later one. It never goes back.
func (r *Registry) Skip(to Ref) {
	if to <= r.last {
		return
	}
	r.foreignNumbers.add(span{r.last + 1, to})
	r.last = to
}

// span is a row of numbers, both ends included.
type span struct{ first, last Ref }

// spans are the numbers that others issued, in order. Only the newest are kept:
// which page a number of long ago belonged to matters to nobody.
type spans []span

const mostSpans = 256

func (s *spans) add(n span) {
	if k := len(*s); k > 0 && (*s)[k-1].last+1 == n.first {
		(*s)[k-1].last = n.last
		return
	}
	if len(*s) == mostSpans {
		copy(*s, (*s)[1:])
		*s = (*s)[:mostSpans-1]
	}
	*s = append(*s, n)
}

// has reports whether a number is in one of them.
func (s spans) has(n Ref) bool {
	lo, hi := 0, len(s)
	for lo < hi {
		mid := (lo + hi) / 2
		if s[mid].last < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(s) && s[lo].first <= n
}
