// Package chrome starts a Chrome or Chromium and speaks to it: over a pipe, or
// over a port when asked.
//
//	host, err := chrome.Launch(ctx)
//	if err != nil {
//		return err
//	}
//	defer host.Close()
//	stream, err := host.Stream(ctx, "") // for cdp.NewConn
//
// Chrome ends with the host, whole: when [Host.Close] returns, every process of
// its tree is gone and so is the temporary folder. The same is done when Chrome
// crashes, when the context of a launch ends before it succeeded, and when the
// context of [WithLifetime] ends. Should the program that uses this package be
// killed itself, Chrome ends too, because its pipe closes; with [WithPort] it
// does not, and in both cases the temporary folder stays.
//
// The browser starts with one tab at about:blank that belongs to nobody.
package chrome
