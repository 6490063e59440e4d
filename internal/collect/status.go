package collect

import (
	"fmt"
	"strconv"
	"strings"
)

// Status is a filter by HTTP status, or by a word where there is none.
type Status struct {
	// Word is pending or failed; empty for numbers.
	Word        string
	Least, Most int
}

// ParseStatus reads a filter: 404, 4xx, 200-299, pending, failed.
func ParseStatus(s string) (Status, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	wrong := fmt.Errorf("status %.20q is not like 404, 4xx, 200-299, pending or failed", s)
	if s == "pending" || s == "failed" {
		return Status{Word: s}, nil
	}
	if class, ok := strings.CutSuffix(s, "xx"); ok {
		n, err := statusNumber(class, 1, 9)
		if err != nil {
			return Status{}, wrong
		}
		return Status{Least: n * 100, Most: n*100 + 99}, nil
	}
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	least, err := statusNumber(strings.TrimSpace(from), 100, 999)
	if err != nil {
		return Status{}, wrong
	}
	most, err := statusNumber(strings.TrimSpace(to), 100, 999)
	if err != nil || most < least {
		return Status{}, wrong
	}
	return Status{Least: least, Most: most}, nil
}

func statusNumber(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%d is not between %d and %d", n, least, most)
	}
	return n, nil
}

// Fits reports whether an exchange of a status and a state is wanted.
func (f Status) Fits(status int, state string) bool {
	if f.Word != "" {
		return f.Word == state
	}
	return status >= f.Least && status <= f.Most
}
