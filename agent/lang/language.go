package lang

import (
	"strings"

	"golang.org/x/text/language"
)

// Language is one that the agent speaks.
type Language string

// The languages. The zero Language is English, too.
const (
	English Language = "en"
	Chinese Language = "zh"
)

// Auto is the setting that leaves the choice to the environment.
const Auto = "auto"

// Languages returns all that the agent speaks.
func Languages() []Language { return []Language{English, Chinese} }

// tag is what golang.org/x/text calls the language.
func (l Language) tag() language.Tag {
	if l == Chinese {
		return language.SimplifiedChinese
	}
	return language.English
}

// Parse finds the language for a name: a BCP 47 tag (zh-Hans-CN) or the name of
// a locale (zh_CN.UTF-8, en_GB@euro, C). It is false for languages that the agent
// does not speak, and for what is no name.
func Parse(name string) (Language, bool) {
	name, _, _ = strings.Cut(name, "@")
	name, _, _ = strings.Cut(name, ".")
	if name == "C" || name == "POSIX" {
		return English, true
	}
	tag, err := language.Parse(strings.ReplaceAll(name, "_", "-"))
	if err != nil {
		return "", false
	}
	matcher := language.NewMatcher([]language.Tag{English.tag(), Chinese.tag()})
	_, i, confidence := matcher.Match(tag)
	if confidence == language.No {
		return "", false
	}
	return Languages()[i], true
}

// Resolve makes a language of a setting. [Auto] and the empty setting are what
// [Environment] finds; a language that the agent does not speak is English. get
// is [os.Getenv] in most programs.
func Resolve(setting string, get func(name string) string) Language {
	setting = strings.TrimSpace(setting)
	if setting == "" || strings.EqualFold(setting, Auto) {
		return Environment(get)
	}
	l, ok := Parse(setting)
	if !ok {
		return English
	}
	return l
}

// Environment finds the language of messages as gettext does: the first of
// LC_ALL, LC_MESSAGES and LANG that is not empty names the locale. Unless that is
// C or POSIX, LANGUAGE may list languages that are preferred to it, with colons
// between them, the most wanted first. What the agent does not speak is passed
// over; when nothing is left, it is English. get is [os.Getenv] in most
// programs.
func Environment(get func(name string) string) Language {
	var locale string
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale = get(name); locale != "" {
			break
		}
	}
	wanted := []string{locale}
	if base, _, _ := strings.Cut(locale, "."); base != "" && base != "C" && base != "POSIX" {
		wanted = append(strings.Split(get("LANGUAGE"), ":"), locale)
	}
	for _, name := range wanted {
		if l, ok := Parse(name); ok {
			return l
		}
	}
	return English
}
