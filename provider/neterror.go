package provider

import "strings"

// permanentErrors are the beginnings of Chrome's names of network errors that
// come again however often an address is asked for: the address itself, the
// server's certificate or a rule of the browser is the reason. They are those of
// its net_error_list.h that do not depend on the state of the network.
var permanentErrors = []string{
	"ERR_UNSAFE_", "ERR_UNKNOWN_URL_SCHEME", "ERR_DISALLOWED_URL_SCHEME", "ERR_INVALID_", "ERR_BLOCKED_BY_", "ERR_ACCESS_DENIED",
	"ERR_TOO_MANY_REDIRECTS", "ERR_FILE_NOT_FOUND", "ERR_CERT_", "ERR_SSL_", "ERR_BAD_SSL_", "ERR_CONTENT_DECODING_FAILED",
	"ERR_RESPONSE_HEADERS_", "ERR_PROXY_AUTH_", "ERR_METHOD_NOT_SUPPORTED", "ERR_ADDRESS_INVALID",
}

// permanent reports whether a navigation that failed with a text like
// "net::ERR_UNSAFE_PORT" fails again when it is tried again.
func permanent(text string) bool {
	_, name, found := strings.Cut(text, "net::")
	if !found {
		return false
	}
	for _, beginning := range permanentErrors {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return false
}
