package dom

import "context"

// nestedRoots bounds how deep closed shadow roots may lie in each other.
const nestedRoots = 20

// openClosed asks the debugger about the elements that the last read suspects
// of a closed shadow root, and makes the roots known to the world. It reports
// whether there were any: the page has to be read again then. Elements are
// asked about once, so a page whose roots are known costs nothing more.
//
// It takes one round trip to ask, and two for each depth of nesting: the roots
// of one depth go into the world together and tell what they hold.
func (w *world) openClosed(ctx context.Context) (opened bool, err error) {
	l := w.borrow()
	defer l.release(ctx)
	var found nodesReply
	if err := l.nodes(ctx, "suspects", &found); err != nil {
		return false, err
	}
	for range nestedRoots {
		var roots []int64
		for _, n := range found.nodes {
			if n.closed && n.root != 0 {
				roots = append(roots, n.root)
			}
		}
		if len(roots) == 0 {
			break
		}
		opened = true
		found = nodesReply{}
		for len(roots) > 0 {
			some := roots[:min(len(roots), mostHandedIn)]
			roots = roots[len(some):]
			var inner nodesReply
			if err := l.handIn(ctx, "openRoots", some, &inner); err != nil {
				return false, err
			}
			found.nodes = append(found.nodes, inner.nodes...)
		}
	}
	return opened, nil
}
