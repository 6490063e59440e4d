package provider

import (
	"context"
	"fmt"
	"log/slog"
)

// maskedLog is a log handler that takes secrets out of messages and values.
type maskedLog struct {
	slog.Handler
	owner *Provider
}

func (h maskedLog) Handle(ctx context.Context, r slog.Record) error {
	hidden := slog.NewRecord(r.Time, r.Level, h.owner.mask(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		hidden.AddAttrs(h.attr(a))
		return true
	})
	return h.Handler.Handle(ctx, hidden)
}

func (h maskedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	hidden := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		hidden[i] = h.attr(a)
	}
	return maskedLog{h.Handler.WithAttrs(hidden), h.owner}
}

func (h maskedLog) WithGroup(name string) slog.Handler {
	return maskedLog{h.Handler.WithGroup(name), h.owner}
}

func (h maskedLog) attr(a slog.Attr) slog.Attr {
	a.Value = a.Value.Resolve()
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(h.owner.mask(a.Value.String()))
	case slog.KindGroup:
		group := a.Value.Group()
		hidden := make([]slog.Attr, len(group))
		for i := range group {
			hidden[i] = h.attr(group[i])
		}
		a.Value = slog.GroupValue(hidden...)
	case slog.KindAny:
		// Errors and whatever else is printed by its own method.
		if text := fmt.Sprint(a.Value.Any()); h.owner.mask(text) != text {
			a.Value = slog.StringValue(h.owner.mask(text))
		}
	}
	return a
}
