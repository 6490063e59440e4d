package browser

import "time"

// sort keeps of what a result for a holder tells of tabs what is the holder's,
// lays what belongs to others into their inboxes, and adds what came for this
// one. A provider tells such things once, in the next result of any page.
func (l *leases) sort(n news, h *holder, now time.Time) {
	if n.opened != nil {
		for _, t := range *n.opened {
			if l.tabs[t.ID] == nil {
				l.add(t.ID, h, now)
			}
		}
	}
	if n.closed != nil {
		var kept []Tab
		for _, t := range *n.closed {
			if l.deliver(Event{ClosedTab: &t}, h, now) {
				kept = append(kept, t)
			}
		}
		*n.closed = kept
	}
	if n.since == nil {
		return
	}
	mine := h.inbox
	h.inbox = nil
	for _, e := range *n.since {
		if l.deliver(e, h, now) {
			mine = append(mine, e)
		}
	}
	*n.since = mine
}

// deliver brings an event to whom it belongs and reports whether that is the
// holder, or nobody.
func (l *leases) deliver(event Event, h *holder, now time.Time) bool {
	tab := event.OpenedTab
	if tab == nil {
		tab = event.ClosedTab
	}
	if tab == nil {
		return true // of the page itself
	}
	e := l.of(*tab, nil, now)
	if e == nil {
		if l.limbo = append(l.limbo, event); len(l.limbo) > keptEvents {
			l.limbo = l.limbo[1:]
		}
		return false
	}
	if event.ClosedTab != nil {
		l.close(e, now)
	}
	if e.holder == nil || e.holder == h {
		return true
	}
	e.holder.tell(event)
	return false
}

// settle delivers what waited for a tab that was being opened.
func (l *leases) settle(now time.Time) {
	waiting := l.limbo
	l.limbo = nil
	for _, event := range waiting {
		l.deliver(event, nil, now)
	}
}

// tell keeps an event for a caller's next result. People look for themselves.
func (h *holder) tell(e Event) {
	if h.person {
		return
	}
	if h.inbox = append(h.inbox, e); len(h.inbox) > keptEvents {
		h.inbox = h.inbox[1:]
	}
}
