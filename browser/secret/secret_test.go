package secret_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/browser/secret"
)

func store(t testing.TB, secrets ...secret.Secret) *secret.Store {
	t.Helper()
	s, err := secret.New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const hidden = "S3cr3t-9f2c!"

func one(t testing.TB) *secret.Store {
	return store(t, secret.Secret{Name: "pw", Value: hidden, Sites: []string{"shop.example"}})
}

func TestMask(t *testing.T) {
	s := store(t,
		secret.Secret{Name: "pw", Value: hidden, Sites: []string{"*"}},
		secret.Secret{Name: "quoted", Value: "a\"b\\c<d>&é", Sites: []string{"*"}},
		secret.Secret{Name: "phrase", Value: "correct horse battery", Sites: []string{"*"}},
		secret.Secret{Name: "long", Value: hidden + "-and-more", Sites: []string{"*"}},
	)
	quoted, err := json.Marshal("a\"b\\c<d>&é")
	if err != nil {
		t.Fatal(err)
	}
	const pw, phrase = "{{secret:pw}}", "{{secret:phrase}}"
	for _, test := range []struct{ name, in, want string }{
		{"nothing", "a page without any", "a page without any"},
		{"alone", hidden, pw},
		{"within", "you typed " + hidden + ".", "you typed " + pw + "."},
		{"twice", hidden + hidden, pw + pw},
		{"capitals", "S3CR3T-9F2C!", pw},
		{"blanks", "S3cr 3t-9 f2c!", pw},
		{"blanks around", " " + hidden + " ", " " + pw + " "},
		{"invisible", "S3\u200bcr3t\u00ad-9f\u20602c!", pw},
		{"folded blanks", "correct\n  horse\u00a0battery", phrase},
		{"address", "https://a.example/?q=" + url.QueryEscape("correct horse battery"), "https://a.example/?q=" + phrase},
		{"path", "/" + url.PathEscape("correct horse battery"), "/" + phrase},
		{"JSON", string(quoted), `"{{secret:quoted}}"`},
		{"HTML", html.EscapeString("a\"b\\c<d>&é"), "{{secret:quoted}}"},
		{"base64", base64.StdEncoding.EncodeToString([]byte("user:" + hidden)), ""},
		{"the longer one", "x" + hidden + "-and-more", "x{{secret:long}}"},
		{"cut behind", "typed S3cr3t-9…", "typed {{secret:long}}…"},
		{"cut before", "…9f2c! is it", "…" + pw + " is it"},
		{"cut too short to tell", "typed S3c…", "typed S3c…"},
		{"other words", "S3cr3t-9f2c", "S3cr3t-9f2c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := s.Mask(test.in)
			if test.name == "base64" {
				if strings.Contains(got, base64.StdEncoding.EncodeToString([]byte("user:" + hidden))[8:18]) || !strings.Contains(got, pw) {
					t.Errorf("%s", got)
				}
				return
			}
			if got != test.want {
				t.Errorf("Mask(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestMaskAll(t *testing.T) {
	for _, test := range []struct {
		name     string
		in, want []string
	}{
		{"split in two", []string{"key:", "S3cr3t", "-9f2c!", "end"}, []string{"key:", "{{secret:pw}}", "{{secret:pw}}", "end"}},
		{"a letter each", strings.Split(hidden, ""), slices.Repeat([]string{"{{secret:pw}}"}, len(hidden))},
		{"with more around", []string{"it is S3", "cr3t-9f", "2c! now"}, []string{"it is {{secret:pw}}", "{{secret:pw}}", "{{secret:pw}} now"}},
		{"empty between", []string{"S3cr3t", "", "-9f2c!"}, []string{"{{secret:pw}}", "", "{{secret:pw}}"}},
		{"whole", []string{"a", hidden, "b"}, []string{"a", "{{secret:pw}}", "b"}},
		{"two in one", []string{hidden + " " + hidden, "S3cr"}, []string{"{{secret:pw}} {{secret:pw}}", "S3cr"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := make([]*string, len(test.in))
			for i := range test.in {
				texts[i] = &test.in[i]
			}
			one(t).MaskAll(texts)
			if d := cmp.Diff(test.want, test.in); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestReveal(t *testing.T) {
	s := store(t,
		secret.Secret{Name: "pw", Value: hidden, Sites: []string{"https://shop.example", "*.pay.example"}},
		secret.Secret{Name: "any", Value: "everywhere", Sites: []string{"*"}},
	)
	for _, test := range []struct {
		text, address, want string
		problem             secret.Problem
	}{
		{"plain", "https://evil.example/", "plain", ""},
		{"{{secret:pw}}", "https://shop.example/login", hidden, ""},
		{"{{secret:pw}}", "https://SHOP.example.:443/login", hidden, ""},
		{"{{secret:pw}}", "https://card.pay.example/", hidden, ""},
		{"a {{secret:any}} {{secret:pw}}", "https://shop.example/", "a everywhere " + hidden, ""},
		{"{{secret:pw}}", "http://shop.example/login", "", secret.WrongSite},
		{"{{secret:pw}}", "https://shop.example.evil.example/", "", secret.WrongSite},
		{"{{secret:pw}}", "https://shop.example@evil.example/", "", secret.WrongSite},
		{"{{secret:pw}}", "", "", secret.WrongSite},
		{"{{secret:any}}", "about:blank", "", secret.WrongSite},
		{"{{secret:any}}", "data:text/html,x", "", secret.WrongSite},
		{"{{secret:any}}", "about:srcdoc", "", secret.WrongSite},
		{"{{secret:PW}}", "https://shop.example/", "", secret.Unknown},
		{"{{secret:}}", "https://shop.example/", "", secret.Unknown},
	} {
		t.Run(test.text+" "+test.address, func(t *testing.T) {
			got, err := s.Reveal(test.text, test.address)
			var e *secret.Error
			switch {
			case test.problem == "" && err != nil:
				t.Fatal(err)
			case test.problem != "" && (!errors.As(err, &e) || e.Problem != test.problem):
				t.Fatalf("%q, %v, want %s", got, err, test.problem)
			case got != test.want:
				t.Errorf("%q, want %q", got, test.want)
			}
			if err != nil && strings.Contains(err.Error(), hidden) {
				t.Error("the error tells the secret")
			}
		})
	}
	if names := s.Names("https://shop.example/x"); !slices.Equal(names, []string{"pw", "any"}) {
		t.Error(names)
	}
	if names := s.Names("http://shop.example/x"); !slices.Equal(names, []string{"any"}) {
		t.Error(names)
	}
}

func TestAReplacedValueStaysMasked(t *testing.T) {
	s := one(t)
	if err := s.Add(secret.Secret{Name: "pw", Value: "another-value", Sites: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	if got := s.Mask(hidden + " another-value"); got != "{{secret:pw}} {{secret:pw}}" {
		t.Error(got)
	}
	if got, err := s.Reveal("{{secret:pw}}", "http://x.example/"); err != nil || got != "another-value" {
		t.Error(got, err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		secret secret.Secret
	}{
		{"a name with blanks", secret.Secret{Name: "a b", Value: hidden, Sites: []string{"*"}}},
		{"no name", secret.Secret{Value: hidden, Sites: []string{"*"}}},
		{"a short value", secret.Secret{Name: "pin", Value: "123", Sites: []string{"*"}}},
		{"a value of blanks", secret.Secret{Name: "pin", Value: " 1 2 3 ", Sites: []string{"*"}}},
		{"no site", secret.Secret{Name: "pw", Value: hidden}},
		{"a rule that is none", secret.Secret{Name: "pw", Value: hidden, Sites: []string{"https://shop.example/path"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := secret.New(test.secret)
			if err == nil {
				t.Fatal("accepted")
			}
			if strings.Contains(err.Error(), test.secret.Value) && test.secret.Value != "" {
				t.Errorf("the error tells the value: %v", err)
			}
		})
	}
}

func TestNilStore(t *testing.T) {
	var s *secret.Store
	if !s.Empty() || s.Mask("x") != "x" || s.Names("http://a.example/") != nil {
		t.Error("the nil store does something")
	}
	if got, err := s.Reveal("x", ""); err != nil || got != "x" {
		t.Error(got, err)
	}
	var e *secret.Error
	if _, err := s.Reveal("{{secret:x}}", "http://a.example/"); !errors.As(err, &e) || e.Problem != secret.Unknown {
		t.Error(err)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("you typed " + hidden + " twice: S3CR3T-9F2C! …9f2c!")
	f.Add("S3cr3t-9…")
	f.Add("\xff\xfeS3cr3t-9f2c!\u200b")
	f.Fuzz(func(t *testing.T, text string) {
		s := one(t)
		got := s.Mask(text)
		if again := s.Mask(got); again != got {
			t.Errorf("not a fixed point: %q, %q", got, again)
		}
		if strings.Contains(strings.ToLower(got), strings.ToLower(hidden)) {
			t.Errorf("%q is left in %q", hidden, got)
		}
		parts := strings.SplitAfter(text, "c")
		texts := make([]*string, len(parts))
		for i := range parts {
			texts[i] = &parts[i]
		}
		s.MaskAll(texts)
		if strings.Contains(strings.Join(parts, ""), hidden) {
			t.Errorf("%q is left in %q", hidden, parts)
		}
	})
}
