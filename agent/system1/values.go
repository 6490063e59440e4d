package system1

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// maxValues is how many values of a task are offered.
const maxValues = 40

// Quotes come first: what a person has put into them is meant as it stands.
var (
	quotedText = regexp.MustCompile(`"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」|『([^』\n]+)』|《([^》\n]+)》|‘([^’\n]+)’|` + "`([^`\n]+)`" + `|(?:^|[\s(:,])'([^'\n]+)'`)
	address    = regexp.MustCompile(`https?://[^\s"'<>「」『』《》“”‘’«»，。；、）)]+`)
	mail       = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`)
	number     = regexp.MustCompile(`[+-]?\p{Nd}[\p{Nd}.,:/-]*`)
	// asked is what stands behind a word that announces something to type, up to
	// where the sentence goes on.
	asked  = regexp.MustCompile(`(?i)(?:\b(?:search for|look for|look up|find|type|enter|named|called)\s+|(?:搜索|查找|输入|填写|名为)\s*)([^\n"“”「」.,;:!?，。；：！？、]+)`)
	goesOn = regexp.MustCompile(`(?i)\s+(?:and|then|in|into|on|at|to|with|from|as|,)\s.*$|(?:并|然后|再|到).*$`)
	secret = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// Values lists what a task names that could be typed, in the order of
// certainty: what is in quotes, mail addresses, what is to be searched for or
// entered, numbers. Placeholders of secrets are not among them: typing a secret
// is for the slow path.
func Values(task string) []string {
	task = secret.ReplaceAllString(task, " ")
	var found []string
	seen := map[string]bool{}
	add := func(v string) {
		if v = strings.TrimSpace(v); v != "" && !seen[v] && len(found) < maxValues {
			seen[v] = true
			found = append(found, v)
		}
	}
	for _, m := range quotedText.FindAllStringSubmatch(task, -1) {
		for _, inner := range m[1:] {
			add(inner)
		}
	}
	// A comma where something was, so that what stands around it is not taken for
	// one phrase.
	plain := quotedText.ReplaceAllString(task, ",")
	plain = address.ReplaceAllString(plain, ",")
	for _, m := range mail.FindAllString(plain, -1) {
		add(m)
	}
	plain = mail.ReplaceAllString(plain, ",")
	for _, m := range asked.FindAllStringSubmatch(plain, -1) {
		v := goesOn.ReplaceAllString(m[1], "")
		for _, article := range []string{"the ", "a ", "an "} {
			v = strings.TrimPrefix(v, article)
		}
		add(v)
	}
	for _, m := range number.FindAllString(plain, -1) {
		add(strings.TrimRightFunc(m, unicode.IsPunct))
	}
	return found
}

// Addresses lists the http and https addresses that a task names.
func Addresses(task string) []string {
	var found []string
	seen := map[string]bool{}
	for _, a := range address.FindAllString(secret.ReplaceAllString(task, " "), -1) {
		a = strings.TrimRight(a, ".,;:!?")
		if u, err := url.Parse(a); err != nil || u.Host == "" || u.User != nil || seen[a] || len(found) == maxValues {
			continue
		}
		seen[a] = true
		found = append(found, a)
	}
	return found
}
