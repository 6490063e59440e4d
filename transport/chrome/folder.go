package chrome

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/transport"
)

// folder is the temporary folder of one launch, with the profile in it unless
// one was given.
type folder struct {
	*child.Folder
	profile string
}

// newFolder makes the folder.
func newFolder(profile string) (*folder, error) {
	inner, err := child.NewFolder("holdfast-chrome-")
	if err != nil {
		return nil, err
	}
	f := &folder{inner, profile}
	if profile == "" {
		f.profile = filepath.Join(f.Root, "profile")
	}
	if err := os.MkdirAll(f.profile, 0o700); err != nil {
		return nil, errors.Join(&transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no folder", Err: err}, f.Remove())
	}
	if profile == "" {
		if err := prefer(f.profile); err != nil {
			return nil, errors.Join(&transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no preferences", Err: err}, f.Remove())
		}
	}
	return f, nil
}

// sign is what the command lines of this launch's processes have in them. A
// given profile is none, because another Chrome may use it.
func (f *folder) sign() string {
	if filepath.Dir(f.profile) != f.Root {
		return ""
	}
	return "--user-data-dir=" + f.profile
}

// preferences keep Chrome from loading documents ahead of a visit, as pages ask
// it to by speculation rules: those requests go round Fetch, so nothing could
// hold them to a list of sites. No flag and no command turns them off (seen with
// Chromium 156: Page.setPrerenderingAllowed, Emulation.setDataSaverOverride and
// the features of the name leave them be).
const preferences = `{"net":{"network_prediction_options":2}}`

// prefer writes the preferences of a new profile.
func prefer(profile string) error {
	dir := filepath.Join(profile, "Default")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "Preferences"), []byte(preferences), 0o600)
}
