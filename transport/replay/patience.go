package replay

import "time"

// stir tells wait that something has happened.
func (p *player) stir() {
	select {
	case p.kick <- struct{}{}:
	default: // it has been told
	}
}

// wait releases what has been withheld for too long.
func (p *player) wait() {
	timer := time.NewTimer(p.patience)
	timer.Stop()
	waits := -1 // the reply that the timer runs for
	for {
		select {
		case <-p.done:
			timer.Stop()
			return
		case <-p.kick:
		case <-timer.C:
			p.mu.Lock()
			p.release(waits)
			p.mu.Unlock()
		}
		p.mu.Lock()
		now := p.withheld()
		p.mu.Unlock()
		switch {
		case now < 0:
			timer.Stop()
		case now != waits:
			timer.Reset(p.patience)
		}
		waits = now
	}
}

// withheld returns the first reply that the program waits for, or -1.
func (p *player) withheld() int {
	first := -1
	for at := range p.due {
		if reply := p.items[at].reply; first < 0 || reply < first {
			first = reply
		}
	}
	return first
}

// release gives out the reply, if it is still withheld, as if the commands
// before it had been overtaken.
func (p *player) release(first int) {
	if p.closed || first != p.withheld() {
		return
	}
	p.missing(first)
	l := p.items[first].lane
	for l.most+1 < len(l.outs) && l.outs[l.most+1] < first {
		l.most++
	}
	for p.most+1 < len(p.outs) && p.outs[p.most+1] < first {
		p.most++
	}
	p.advance()
	if !p.items[first].given { // its session was never announced
		p.items[first].passed = true
		p.deliver(first)
	}
}
