package browser

import "fmt"

// Listed says what a list of the newest items is of, and what is not in it.
type Listed struct {
	// Matching is how many items match; messages that are equal are one.
	Matching int `json:"matching"`
	// Truncated: the limit on their number kept older ones out. A higher limit
	// brings more. TruncatedByBudget: their length did. Only a filter helps.
	Truncated         bool `json:"truncated"`
	TruncatedByBudget bool `json:"truncated_by_budget"`
	// EarlierDocuments is how many items match that are of documents which the
	// page has left, and that were not asked for.
	EarlierDocuments int `json:"earlier_documents"`
	// Dropped is how many items are not kept any more: the oldest went.
	Dropped int `json:"dropped,omitempty"`
	// Lost is how many events came faster than they could be read.
	Lost int `json:"lost,omitempty"`
	// Limit and Filtered are those of the request, for the advice.
	Limit    int  `json:"-"`
	Filtered bool `json:"-"`
}

// advice says how to get what is not there. The answers to the two truncations
// differ, and the wrong one is worse than none.
func (l *Listed) advice(items string, budget int, filters string) []string {
	filter := "filter by " + filters + " for the others."
	var out []string
	if l.Truncated {
		how := fmt.Sprintf("ask with a higher limit (at most %d) for more.", MaxItems)
		if l.Limit >= MaxItems || l.TruncatedByBudget {
			how = filter
		}
		out = append(out, fmt.Sprintf("truncated: the limit of %d is reached; %s", l.Limit, how))
	}
	if l.TruncatedByBudget {
		out = append(out, fmt.Sprintf("truncated_by_budget: %d characters are reached; a higher limit brings nothing, %s", budget, filter))
	}
	if l.EarlierDocuments > 0 {
		out = append(out, fmt.Sprintf("earlier_documents: %d %s are of documents that the page has left; all_documents brings them.", l.EarlierDocuments, items))
	}
	if l.Dropped > 0 {
		out = append(out, fmt.Sprintf("dropped: %d older %s are not kept any more.", l.Dropped, items))
	}
	return out
}
