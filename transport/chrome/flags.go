package chrome

import "strings"

// ownedFlags are the flags that callers set by option, with what to use.
var ownedFlags = map[string]string{
	"remote-debugging-pipe":    "the pipe is the default",
	"remote-debugging-port":    "use WithPort",
	"remote-debugging-address": "Chrome listens on loopback only; this is not negotiable",
	"remote-allow-origins":     "no page may speak to the DevTools port",
	"user-data-dir":            "use WithUserDataDir",
	"headless":                 "headless is the default; use WithHeadful for a window",
}

// defaultFlags are what automation needs and no more. Site isolation stays on:
// frames of other sites are processes of their own here as they are for people.
var defaultFlags = []string{
	"--no-first-run",                                                  // no welcome tab, no import dialogue
	"--no-default-browser-check",                                      // no bar that asks to become the default
	"--disable-default-apps",                                          // no preinstalled web apps
	"--disable-background-networking",                                 // no traffic that no page asked for
	"--disable-component-update",                                      // no downloads in the background
	"--disable-sync",                                                  // no account
	"--password-store=basic",                                          // no key ring that asks a person for a password
	"--use-mock-keychain",                                             // the same on macOS
	"--disable-backgrounding-occluded-windows",                        // a covered window goes on painting
	"--disable-renderer-backgrounding",                                // a tab that is not in front keeps its priority
	"--disable-background-timer-throttling",                           // and its timers
	"--disable-prompt-on-repost",                                      // reload of a posted form asks nobody
	"--disable-session-crashed-bubble",                                // a killed profile starts without a question
	"--hide-crash-restore-bubble",                                     // the newer name of that
	"--window-size=1280,800",                                          // a common laptop, so that pages lay out for one
	"--disable-features=" + "Translate,MediaRouter,OptimizationHints", // no bars, no network discovery, no downloads
}

// headlessFlags are added when there is no window.
var headlessFlags = []string{
	"--headless=new", // the same browser as with a window
	"--disable-gpu",  // there is none that matters; saves a process crash on some machines
	"--mute-audio",   // nobody listens
}

// arguments returns the command line behind the program name. Chrome takes the
// last of two flags of one name, so the caller's come last.
func arguments(c *config, profile string, noSandbox bool) []string {
	args := []string{"--user-data-dir=" + profile}
	if c.port {
		// Port 0: Chrome picks a free one and says which.
		args = append(args, "--remote-debugging-port=0")
	} else {
		args = append(args, "--remote-debugging-pipe")
	}
	if noSandbox {
		args = append(args, "--no-sandbox")
	}
	args = append(args, defaultFlags...)
	if !c.headful {
		args = append(args, headlessFlags...)
	}
	args = mergeFeatures(append(args, c.Flags...))
	// The tab that Chrome begins with. It stays: without a tab a window closes.
	return append(args, "about:blank")
}

// mergeFeatures joins the feature lists, of which Chrome would only take the
// last one.
func mergeFeatures(args []string) []string {
	lists := []string{"--disable-features=", "--enable-features="}
	joined := map[string][]string{}
	var out []string
next:
	for _, a := range args {
		for _, l := range lists {
			if values, ok := strings.CutPrefix(a, l); ok {
				joined[l] = append(joined[l], values)
				continue next
			}
		}
		out = append(out, a)
	}
	for _, l := range lists {
		if values := joined[l]; len(values) > 0 {
			out = append(out, l+strings.Join(values, ","))
		}
	}
	return out
}
