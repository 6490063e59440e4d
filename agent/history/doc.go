// Package history keeps conversations: the one in use, saved after every step so
// that a run can be taken up again after a crash, and an archive of the newest.
//
//	store, err := history.Open(dir, history.WithMask(secrets.Mask))
//	// …
//	c, err := store.Resume() // what a crash or an exit has left, or nil
//	if c == nil {
//		c = history.New(time.Now())
//	}
//	c.Messages = append(c.Messages, turn)
//	err = store.Save(c) // after every step
//	// …
//	err = store.Archive(c) // the conversation is over
//
// # What survives
//
// Files are replaced as a whole. A crash at any moment loses at most what the
// Save that was going on would have added. A file that cannot be read is set
// aside under another name, and told as an [event.Problem]; it stops nothing.
//
// When there is no room, images go first: a conversation that cannot be saved
// with them is saved without them. If that fails too, Save returns the error and
// tells it; the run goes on, and the next Save tries anew.
//
// # What is not in it
//
// Archives and exports have no images. The mask of [WithMask] goes over every
// text before it reaches a file; give it the values of all secrets and keys.
// Conversations have no place for keys of endpoints to begin with.
//
// One program uses a folder at a time.
package history
