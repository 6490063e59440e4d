package chrome

import "strings"

// hint says what to do about output that is known.
func hint(text string) string {
	for _, h := range []struct{ sign, hint string }{
		{"error while loading shared libraries", "a library that Chrome needs is missing; install Chrome with the system's package manager"},
		{"Missing X server or $DISPLAY", "there is no display; launch without WithHeadful, or run under xvfb-run"},
		{"Running as root without --no-sandbox", "do not run as root, or pass --no-sandbox with WithFlags"},
		{"No usable sandbox", "the kernel does not let Chrome build its sandbox; allow user namespaces, or pass --no-sandbox with WithFlags if all pages are trusted"},
		{"profile appears to be in use", "another Chrome uses this user data folder; close it or name another folder"},
		{"Opening in existing browser session", "another Chrome uses this user data folder; close it or name another folder"},
		{"SingletonLock", "another Chrome uses this user data folder; close it or name another folder"},
		{"No space left on device", "the disk is full"},
	} {
		if strings.Contains(text, h.sign) {
			return h.hint
		}
	}
	return ""
}
