package dom

import "fmt"

// Script returns the source and the world name to register with
// Page.addScriptToEvaluateOnNewDocument (worldName), so that the reader's world
// is there from the beginning of every document and of every frame in it. The
// guard then hears of a press before the page's own listeners do; otherwise
// GuardReport.Late says that they may have come first. The registration belongs
// to the session that makes it; sessions of child frames need their own, made
// while the frame is paused.
func (r *Reader) Script() (script, world string, err error) {
	return r.world.script()
}

func (w *world) script() (script, world string, err error) {
	install, err := source()
	if err != nil {
		return "", "", err
	}
	return fmt.Sprintf("%s(%q)", install, w.name), w.name, nil
}
