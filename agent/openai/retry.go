package openai

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The wait before attempt n+1 is min(firstWait·2ⁿ + jitter, longestWait); the
// figures are the requirement's.
const (
	firstWait   = 1000 * time.Millisecond
	longestWait = 8000 * time.Millisecond
	mostJitter  = 1000 * time.Millisecond
)

// longestAsked is the longest Retry-After that is waited for. An endpoint that
// asks for more is a matter for whoever called.
const longestAsked = time.Minute

// backoff returns the wait after failed attempts, the first being 0.
func backoff(n int, jitter time.Duration) time.Duration {
	if n > 3 {
		return longestWait
	}
	return min(firstWait<<n+jitter, longestWait)
}

func jitter() time.Duration { return rand.N(mostJitter) }

// retryAfter reads how long an endpoint asks to wait: seconds or a date, or the
// milliseconds that some send beside them.
func retryAfter(header http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil {
		return sane(ms * float64(time.Millisecond))
	}
	value := strings.TrimSpace(header.Get("Retry-After"))
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return sane(s * float64(time.Second))
	}
	if date, err := http.ParseTime(value); err == nil {
		return sane(float64(date.Sub(now)))
	}
	return 0
}

// sane makes a duration of nanoseconds that someone else computed.
func sane(ns float64) time.Duration {
	const most = 365 * 24 * time.Hour
	switch {
	case !(ns > 0): // not a number is no wait either
		return 0
	case ns > float64(most):
		return most
	}
	return time.Duration(ns)
}

// inTime reports whether a wait ends before the context does.
func inTime(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > wait
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
