package collect

import "strings"

// Secret reports whether the value of a header lets whoever reads it in: the
// known ones, and those whose names say so.
func Secret(name string) bool {
	n := strings.ToLower(strings.TrimSpace(name))
	switch n {
	case "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
		"www-authenticate", "proxy-authenticate", "authentication-info", "x-csrftoken":
		return true
	}
	n = strings.NewReplacer("-", "", "_", "").Replace(n)
	for _, telling := range []string{
		"apikey", "token", "secret", "password", "passwd", "authorization", "credential", "sessionid", "signature", "accesskey", "privatekey", "csrf", "xsrf",
	} {
		if strings.Contains(n, telling) {
			return true
		}
	}
	// The key of a web socket's handshake is no secret.
	return strings.HasSuffix(n, "auth") || strings.HasSuffix(n, "key") && n != "secwebsocketkey"
}
