package replay

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/spelling"
)

func TestRedact(t *testing.T) {
	for _, test := range []struct {
		name, in, want, reason string
	}{
		{
			"header object", `{"method":"Network.requestWillBeSent","params":{"request":{"headers":{"Authorization":"Bearer x","Accept":"*"}}}}`,
			`{"method":"Network.requestWillBeSent","params":{"request":{"headers":{"Authorization":"[redacted]","Accept":"*"}}}}`,
			"headers as members, in any case",
		},
		{
			"header list", `{"params":{"headers":[{"name":"COOKIE","value":"a=1"},{"value":"b=2","name":"set-cookie"},{"name":"X","value":"y"}]}}`,
			`{"params":{"headers":[{"name":"COOKIE","value":"[redacted]"},{"value":"[redacted]","name":"set-cookie"},{"name":"X","value":"y"}]}}`,
			"headers of Fetch are pairs, in either order",
		},
		{
			"header text", `{"headersText":"HTTP/1.1 200 OK\r\nSet-Cookie: a=1; b\r\nServer: x\r\ncookie: c\r\n"}`,
			`{"headersText":"HTTP/1.1 200 OK\r\nSet-Cookie: [redacted]\r\nServer: x\r\ncookie: [redacted]\r\n"}`,
			"headers as they went over the wire",
		},
		{
			"several values", `{"headers":{"set-cookie":["a=1","b=2"]}}`, `{"headers":{"set-cookie":["[redacted]","[redacted]"]}}`,
			"a header may be a list",
		},
		{
			"cookies", `{"result":{"cookies":[{"name":"sid","value":"v","domain":"d","size":4}]}}`,
			`{"result":{"cookies":[{"name":"sid","value":"[redacted]","domain":"d","size":4}]}}`,
			"the names of cookies help, their values do not",
		},
		{
			"extra info", `{"params":{"associatedCookies":[{"blockedReasons":["x"],"cookie":{"name":"n","value":"v"}}],"blockedCookies":[{"cookieLine":"n=v"}]}}`,
			`{"params":{"associatedCookies":[{"blockedReasons":["x"],"cookie":{"name":"n","value":"[redacted]"}}],"blockedCookies":[{"cookieLine":"[redacted]"}]}}`,
			"cookies of one request",
		},
		{
			"set a cookie", `{"id":1,"method":"Network.setCookie","params":{"name":"n","value":"v","url":"u"},"sessionId":"S"}`,
			`{"id":1,"method":"Network.setCookie","params":{"name":"n","value":"[redacted]","url":"u"},"sessionId":"S"}`,
			"the command that sets one",
		},
		{
			"set a cookie, turned round", `{"params":{"value":"v"},"method":"Network.setCookie"}`,
			`{"params":{"value":"[redacted]"},"method":"Network.setCookie"}`,
			"members come in any order",
		},
		{
			"password", `{"params":{"authChallengeResponse":{"username":"u","password":"p"}}}`,
			`{"params":{"authChallengeResponse":{"username":"u","password":"[redacted]"}}}`,
			"the answer to a challenge",
		},
		{
			"the rest", "{ \"a\" : [ 1 , -2.5e3 , true , null , {} , [] , \"x\\\"\\u00e9\" ] }", `{"a":[1,-2.5e3,true,null,{},[],"x\"\u00e9"]}`,
			"everything else keeps its bytes, white space apart",
		},
		{"a value", `"x"`, `"x"`, "a message need not be an object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r redactor
			got, isJSON := r.message([]byte(test.in))
			if string(got) != test.want || !isJSON {
				t.Errorf("%s:\n%s\nwant\n%s", test.reason, got, test.want)
			}
			again, _ := r.message(got)
			if string(again) != string(got) {
				t.Errorf("a second time gives %s", again)
			}
		})
	}
}

func TestSecretForms(t *testing.T) {
	const secret = "p&ss \"w0rd\"\n/ü*'"
	quoted := func(s string) string { return string(spelling.Quote(s)) }
	html, err := json.Marshal(secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text string }{
		{"plain", quoted(secret)},
		{"escaped for HTML", string(html)},
		{"all escaped", `"\u0070\u0026\u0073\u0073\u0020\u0022\u0077\u0030\u0072\u0064\u0022\u000a\u002f\u00fc\u002a\u0027"`},
		{"with escaped slash", strings.ReplaceAll(quoted(secret), "/", `\/`)},
		{"in a script", quoted("f(" + quoted(secret) + ")")},
		{"in a script, for HTML", quoted("f(" + string(html) + ")")},
		{"in JSON in a script", quoted("f(" + quoted(`{"x":`+quoted(secret)+"}") + ")")},
		{"in a query", quoted("?q=" + url.QueryEscape(secret))},
		{"in a path", quoted("/" + url.PathEscape(secret))},
		{"as encodeURIComponent", quoted("?q=p%26ss%20%22w0rd%22%0A%2F%C3%BC*'")},
		{"as a form", quoted("q=p%26ss+%22w0rd%22%0A%2F%C3%BC*%27")},
		{"base64", quoted(base64.StdEncoding.EncodeToString([]byte(secret)))},
		{"base64, shifted by one", quoted(base64.StdEncoding.EncodeToString([]byte("u" + secret + "more")))},
		{"base64, shifted by two", quoted(base64.RawURLEncoding.EncodeToString([]byte("u:" + secret)))},
		{"as a member", `{` + quoted(secret) + `:1}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := redactor{}
			r.add(secret)
			r.ready()
			got, isJSON := r.message([]byte(`{"x":` + test.text + `}`))
			if !isJSON || !json.Valid(got) {
				t.Fatalf("not JSON any more: %s", got)
			}
			if !strings.Contains(string(got), "holdfast-secret-1") && !strings.Contains(string(got), "AAAAAAAA") {
				t.Errorf("nothing stands in its place: %s", got)
			}
			for _, rest := range []string{"w0rd", "MHJk"} {
				if strings.Contains(string(got), rest) {
					t.Errorf("%s is left of it: %s", rest, got)
				}
			}
		})
	}
}

func TestLongestSecretFirst(t *testing.T) {
	r := redactor{}
	r.add("open")
	r.add("open sesame")
	r.ready()
	got, _ := r.message([]byte(`["open","open sesame"]`))
	if want := `["holdfast-secret-1p","holdfast-secret-2p"]`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSubstitute(t *testing.T) {
	pairs := []pair{{"aa", "b"}, {"b", "aa"}, {"none", "x"}}
	for in, want := range map[string]string{
		"": "", "xyz": "xyz", "aa": "b", "b": "aa", "aab": "baa", "aaa": "ba", "xbxaax": "xaaxbx", "bb": "aaaa",
	} {
		if got := string(substitute([]byte(in), pairs, nil)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{
		`{"params":{"headers":[{"name":"Cookie","value":"hunter2"}]}}`, `["hunter2",{"hunter2":"\u0068unter2"}]`,
		`{"method":"Network.setCookie","params":{"value":"x"}}`, `{"name":"cookie","value":{"value":["a"]}}`, `"`, `{"a" : 1}`, ` 7 `,
	} {
		f.Add([]byte(s))
	}
	r := redactor{}
	r.add("hunter2")
	r.ready()
	f.Fuzz(func(t *testing.T, in []byte) {
		got, isJSON := r.message(in)
		if isJSON != json.Valid(in) {
			t.Fatalf("JSON is %v, said %v", json.Valid(in), isJSON)
		}
		if isJSON && !json.Valid(got) {
			t.Fatalf("not JSON any more: %q", got)
		}
		if strings.Contains(string(got), "hunter2") {
			t.Fatalf("the secret is in %q", got)
		}
		again, _ := r.message(got)
		if string(again) != string(got) {
			t.Fatalf("%q becomes %q a second time", got, again)
		}
	})
}
