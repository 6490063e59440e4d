package browser

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"time"
)

// Handoff is a tab on its way from one caller to another. Its holder keeps it,
// and can use it, until the code is claimed.
type Handoff struct {
	Tab TabID `json:"tab_id"`
	// Code claims the tab, once, whoever gives it. It is a secret of 128 bits.
	Code string `json:"code"`
	// Expires is when the code ends to work.
	Expires time.Time `json:"expires"`
}

// The reasons of a [CodeClaimRefused] error.
const (
	// ReasonCodeUnknown: there never was such a code, or it is long forgotten.
	ReasonCodeUnknown Reason = "code_unknown"
	// ReasonCodeUsed: the tab was claimed with it before.
	ReasonCodeUsed Reason = "code_used"
	// ReasonCodeExpired: it was claimed too late.
	ReasonCodeExpired Reason = "code_expired"
	// ReasonCodeWithdrawn: the tab was given up, taken by a person or closed, or
	// another code was made for it.
	ReasonCodeWithdrawn Reason = "code_withdrawn"
	// ReasonCodeOtherTab: it is for another tab than the one that was named. The
	// code is as good as before.
	ReasonCodeOtherTab Reason = "code_other_tab"
)

// offer is a code that works. Only its hash is kept.
type offer struct {
	sum     [sha256.Size]byte
	expires time.Time
}

// spent is a code that worked once.
type spent struct {
	sum    [sha256.Size]byte
	reason Reason
}

// keptSpent bounds how many codes are remembered that do not work any more.
const keptSpent = 1000

// sumOf hashes a code as people and models write it.
func sumOf(code string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.ToUpper(strings.TrimSpace(code))))
}

// handoff makes a code for a tab. An earlier one works no longer.
func (l *leases) handoff(e *lease, h *holder, now time.Time) (*Handoff, error) {
	if err := l.check(e, h, now); err != nil {
		return nil, err
	}
	if e.closed {
		return nil, noSuchTab(e.tab)
	}
	l.withdraw(e, now)
	code := rand.Text()
	e.used = now
	e.offer = &offer{sum: sumOf(code), expires: now.Add(l.codeLife)}
	return &Handoff{Tab: e.tab, Code: code, Expires: e.offer.expires}, nil
}

// withdraw ends the code of a tab, if there is one.
func (l *leases) withdraw(e *lease, now time.Time) {
	reason := ReasonCodeWithdrawn
	if e.offer != nil && !now.Before(e.offer.expires) {
		reason = ReasonCodeExpired // nobody asked meanwhile
	}
	l.spend(e, reason)
}

func (l *leases) spend(e *lease, reason Reason) {
	if e.offer == nil {
		return
	}
	l.spent = append(l.spent, spent{e.offer.sum, reason})
	if len(l.spent) > keptSpent {
		l.spent = l.spent[1:]
	}
	e.offer = nil
}

// redeem gives the tab of a code to a holder; tab is empty or must be that one.
func (l *leases) redeem(code string, tab TabID, h *holder, now time.Time) (*lease, error) {
	if h.closed {
		return nil, l.check(nil, h, now)
	}
	sum := sumOf(code)
	var hit *lease
	for _, e := range l.tabs {
		// Every code is compared, each in the same time.
		if e.offer != nil && subtle.ConstantTimeCompare(e.offer.sum[:], sum[:]) == 1 {
			hit = e
		}
	}
	switch {
	case hit == nil:
		reason := ReasonCodeUnknown
		for _, s := range l.spent {
			if subtle.ConstantTimeCompare(s.sum[:], sum[:]) == 1 {
				reason = s.reason
			}
		}
		return nil, refusedClaim(reason)
	case !now.Before(hit.offer.expires):
		l.spend(hit, ReasonCodeExpired)
		return nil, refusedClaim(ReasonCodeExpired)
	case tab != "" && tab != hit.tab:
		return nil, refusedClaim(ReasonCodeOtherTab)
	}
	l.spend(hit, ReasonCodeUsed)
	if hit.holder == h {
		hit.used = now // it thought better of it
	} else {
		l.change(hit, h, now)
	}
	return hit, nil
}

func refusedClaim(reason Reason) *Error {
	e := &Error{Code: CodeClaimRefused, Reason: reason, Hint: "Ask the tab's holder for a new code (webpage_tabs, action handoff)."}
	switch reason {
	case ReasonCodeUsed:
		e.Message = "this code was used before; a code claims a tab once"
	case ReasonCodeExpired:
		e.Message = "this code has expired; its tab stayed where it was"
	case ReasonCodeWithdrawn:
		e.Message = "this code was withdrawn: its tab was given up, taken, closed, or offered anew"
	case ReasonCodeOtherTab:
		e.Message = "this code is for another tab"
		e.Hint = "Claim with the code alone, without a tab_id."
	default:
		e.Message = "there is no such code"
	}
	return e
}
