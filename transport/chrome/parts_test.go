package chrome

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/transport"
)

func TestFind(t *testing.T) {
	const linux, mac, windows = "linux", "darwin", "windows"
	mine := map[string]string{
		"HOME": "/Users/ann", "ProgramFiles": `C:\Program Files`, "ProgramFiles(x86)": `C:\Program Files (x86)`, "LocalAppData": `C:\Users\ann\AppData\Local`,
	}
	for _, test := range []struct {
		name       string
		reason     string
		goos       string
		executable string
		installed  []string
		want       string
	}{
		{"chrome before chromium", "a Chrome was installed on purpose", linux, "", []string{"chromium", "google-chrome"}, "google-chrome"},
		{"the distribution's", "the usual server", linux, "", []string{"chromium", "/usr/bin/chromium"}, "chromium"},
		{"not in PATH", "service managers cut it short", linux, "", []string{"/snap/bin/chromium", "/opt/google/chrome/chrome"}, "/opt/google/chrome/chrome"},
		{"a snap comes last", "it sees a /tmp of its own", linux, "", []string{"/snap/bin/chromium", "/usr/lib/chromium/chromium"}, "/usr/lib/chromium/chromium"},
		{"Edge", "it speaks the same protocol", linux, "", []string{"brave-browser", "microsoft-edge"}, "microsoft-edge"},
		{"Chromium before Edge", "what is nearer to Chrome comes first", linux, "", []string{"microsoft-edge", "chromium-browser"}, "chromium-browser"},
		{"named", "the caller knows", linux, "/my/chrome", []string{"chromium", "/my/chrome"}, "/my/chrome"},
		{"named and missing", "no other is taken in its place", linux, "/my/chrome", []string{"chromium"}, ""},
		{"none", "nothing is installed", linux, "", nil, ""},
		{"a Mac", "bundles are not in PATH", mac, "", []string{"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
		{"a Mac without an administrator", "people install for themselves", mac, "", []string{"/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium"}, "/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium"},
		{"none on a Mac", "names of Linux mean nothing there", mac, "", []string{"google-chrome"}, ""},
		{"Windows", "Edge is always there, Chrome was chosen", windows, "", []string{`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`, `C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe`}, `C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe`},
		{"a bare Windows", "Edge is always there", windows, "", []string{`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`}, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`},
		{"Brave", "some people have no other", windows, "", []string{`C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe`}, `C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe`},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := machine{goos: test.goos, getenv: func(name string) string { return mine[name] }, look: func(file string) (string, error) {
				if slices.Contains(test.installed, file) {
					return file, nil
				}
				return "", fs.ErrNotExist
			}}
			got, err := m.find(test.executable)
			if got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%s: got %q, %v", test.reason, got, err)
			}
			if err != nil && !errors.Is(err, transport.ErrNotFound) && !strings.Contains(err.Error(), "/my/chrome") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestArguments(t *testing.T) {
	c, err := newConfig([]Option{WithFlags("--disable-features=Mine", "--enable-features=New", "--window-size=10,20")})
	if err != nil {
		t.Fatal(err)
	}
	args := arguments(c, "/p", true)
	for _, want := range []string{
		"--user-data-dir=/p", "--remote-debugging-pipe", "--no-sandbox", "--headless=new",
		"--disable-features=Translate,MediaRouter,OptimizationHints,Mine", "--enable-features=New",
	} {
		if !slices.Contains(args, want) {
			t.Errorf("%s is missing in %q", want, args)
		}
	}
	if ours, theirs := slices.Index(args, "--window-size=1280,800"), slices.Index(args, "--window-size=10,20"); ours < 0 || theirs < ours {
		t.Errorf("the caller's flag does not come after ours: %q", args)
	}
	if last := args[len(args)-1]; last != "about:blank" {
		t.Errorf("the last argument is %q", last)
	}
	for _, a := range args {
		if name, _, _ := strings.Cut(a, "="); name == "--disable-site-isolation-trials" || name == "--disable-web-security" {
			t.Errorf("%s weakens the browser", a)
		}
	}
	headful, err := newConfig([]Option{WithHeadful(), WithPort()})
	if err != nil {
		t.Fatal(err)
	}
	args = arguments(headful, "/p", false)
	if !slices.Contains(args, "--remote-debugging-port=0") {
		t.Errorf("no port in %q", args)
	}
	for _, unwanted := range []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"} {
		if slices.Contains(args, unwanted) {
			t.Errorf("%s in %q", unwanted, args)
		}
	}
}

func TestHints(t *testing.T) {
	for _, test := range []struct{ printed, want string }{
		{"[0101/1.2:ERROR:zygote_host_impl_linux.cc(99)] Running as root without --no-sandbox is not supported.", "root"},
		{"FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox!", "user namespaces"},
		{"ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:256] Missing X server or $DISPLAY", "no display"},
		{"The profile appears to be in use by another Chromium process (42)", "another folder"},
		{"all is well", ""},
	} {
		if got := hint(test.printed); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
			t.Errorf("%q: %q", test.printed, got)
		}
	}
}
