package outline

// resultAddressLimit is the longest address that results print, in bytes: enough for
// an agent to recognise a page and to go there again, too little for a data: URL.
const resultAddressLimit = 300

// Address returns an address as results and errors print it: on one line,
// without spaces or anything invisible, and cut with a sign when it is long.
func Address(s string) string {
	s = cleanHref(s)
	if len(s) <= resultAddressLimit {
		return s
	}
	head, _ := cut(s, resultAddressLimit)
	return head + "…"
}
