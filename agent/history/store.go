package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/internal/atomicfile"
)

// maxArchived is how many conversations the archive keeps, the newest.
const maxArchived = 100

// ErrNotFound is what an id gets that no conversation has.
var ErrNotFound = errors.New("history: there is no such conversation")

// ErrNewer is what a file gets that a newer version of the library wrote. It is
// left alone.
var ErrNewer = errors.New("history: the file is of a newer version")

// Codes of the [event.Problem] events.
const (
	// CodeNotSaved: the conversation could not be saved, not even without images.
	CodeNotSaved event.Code = "HISTORY_NOT_SAVED"
	// CodeImagesLeftOut: there was room only without the images.
	CodeImagesLeftOut event.Code = "HISTORY_IMAGES_LEFT_OUT"
	// CodeDamaged: a file could not be read and was set aside.
	CodeDamaged event.Code = "HISTORY_FILE_DAMAGED"
)

// Store is a folder with conversations. It is safe for concurrent use.
type Store struct {
	dir    string
	system atomicfile.FS
	mask   Mask
	notify func(event.Body)
	words  *lang.Printer
	now    func() time.Time
	most   int

	mu sync.Mutex
	// imageless is the id of a conversation that was saved without images, so
	// that it is told once.
	imageless string
}

// Option changes what [Open] makes.
type Option interface{ apply(*Store) error }

type option func(*Store) error

func (o option) apply(s *Store) error { return o(s) }

// WithMask sets what goes over every text before it reaches a file.
func WithMask(m Mask) Option {
	return option(func(s *Store) error {
		if m == nil {
			return errors.New("history: WithMask: no mask")
		}
		s.mask = m
		return nil
	})
}

// WithNotify hands every [event.Problem] to a function, and after every change of
// the archive [event.Conversations]. The function must return soon, and must not
// call the store.
func WithNotify(f func(event.Body)) Option {
	return option(func(s *Store) error {
		if f == nil {
			return errors.New("history: WithNotify: no function")
		}
		s.notify = f
		return nil
	})
}

// WithLanguage sets the language of problems; the default is English.
func WithLanguage(l lang.Language) Option {
	return option(func(s *Store) error {
		s.words = lang.New(l)
		return nil
	})
}

// WithClock sets the clock; the default is [time.Now].
func WithClock(now func() time.Time) Option {
	return option(func(s *Store) error {
		if now == nil {
			return errors.New("history: WithClock: no clock")
		}
		s.now = now
		return nil
	})
}

// WithMaxArchived sets how many conversations the archive keeps, from 1 to 100,
// which is the default.
func WithMaxArchived(n int) Option {
	return option(func(s *Store) error {
		if n < 1 || n > maxArchived {
			return fmt.Errorf("history: WithMaxArchived: %d is not between 1 and %d", n, maxArchived)
		}
		s.most = n
		return nil
	})
}

// Open makes a store of a folder, which is made with the first conversation. It
// removes what a crash has left half written.
func Open(dir string, options ...Option) (*Store, error) {
	return open(atomicfile.OS{}, dir, options...)
}

func open(system atomicfile.FS, dir string, options ...Option) (*Store, error) {
	s := &Store{dir: dir, system: system, words: lang.New(lang.English), now: time.Now, most: maxArchived}
	var wrong []error
	for _, o := range options {
		wrong = append(wrong, o.apply(s))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	for _, folder := range []string{dir, s.archive()} {
		entries, err := system.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("history: %w", err)
		}
		for _, e := range entries {
			if half, _ := filepath.Match("*.json"+atomicfile.TempPattern, e.Name()); half {
				_ = system.Remove(filepath.Join(folder, e.Name())) // it is in nobody's way
			}
		}
	}
	return s, nil
}

func (s *Store) archive() string { return filepath.Join(s.dir, "archive") }

func (s *Store) current() string { return filepath.Join(s.dir, "session.json") }

func (s *Store) file(id string) string { return filepath.Join(s.archive(), id+".json") }

// Save saves the conversation in use and sets its title and time. When it fails
// the conversation of the last Save is there still.
func (s *Store) Save(c *Conversation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.save(c)
}

func (s *Store) save(c *Conversation) error {
	if err := checkID(c.ID); err != nil {
		return err
	}
	s.stamp(c)
	err := s.write(s.current(), c)
	if err == nil {
		if s.imageless == c.ID {
			s.imageless = ""
		}
		return nil
	}
	if c.hasImages() {
		if again := s.write(s.current(), c.WithoutImages()); again == nil {
			if s.imageless != c.ID {
				s.imageless = c.ID
				s.tell(event.Problem{
					Code: CodeImagesLeftOut, Text: s.words.Say(lang.HistoryImagesLeftOut, err), Hint: s.words.Say(lang.HistoryMakeRoom),
				})
			}
			return nil
		}
	}
	return s.failed(err)
}

// stamp sets title and time. The title stays once there is one.
func (s *Store) stamp(c *Conversation) {
	c.Version = version
	if c.Title == "" {
		c.Title = c.title()
	}
	c.Updated = s.now().Round(0).UTC()
	if c.Created.IsZero() {
		c.Created = c.Updated
	}
}

func (s *Store) failed(err error) error {
	s.tell(event.Problem{
		Code: CodeNotSaved, Text: s.words.Say(lang.HistoryNotSaved, err), Hint: s.words.Say(lang.HistoryExport),
	})
	return fmt.Errorf("history: the conversation was not saved: %w", err)
}

func (s *Store) write(path string, c *Conversation) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return atomicfile.Write(s.system, path, append(s.mask.over(text), '\n'))
}

// Resume returns the conversation that was in use, or nil when there is none: a
// first start, or a file that was damaged and is set aside now.
func (s *Store) Resume() (*Conversation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resume()
}

func (s *Store) resume() (*Conversation, error) {
	c, err := s.read(s.current())
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return c, err
}

// read reads a conversation. ErrNotFound is also what a damaged file gives,
// which is set aside then.
func (s *Store) read(path string) (*Conversation, error) {
	text, err := s.system.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	var head struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(text, &head) == nil && head.Version > version {
		return nil, ErrNewer
	}
	var c Conversation
	wrong := json.Unmarshal(text, &c)
	if wrong == nil {
		wrong = checkID(c.ID)
	}
	if wrong == nil && filepath.Dir(path) == s.archive() && path != s.file(c.ID) {
		wrong = errors.New("the file has the name of another conversation")
	}
	if wrong == nil {
		return &c, nil
	}
	aside := strings.TrimSuffix(path, ".json") + s.now().UTC().Format("-20060102-150405.000") + ".damaged"
	if err := s.system.Rename(path, aside); err != nil {
		return nil, fmt.Errorf("history: %s is damaged and cannot be set aside: %w", path, err)
	}
	s.tell(event.Problem{
		Code: CodeDamaged, Text: s.words.Say(lang.HistoryDamaged, filepath.Base(path), wrong), Hint: s.words.Say(lang.HistoryAside, aside),
	})
	return nil, ErrNotFound
}

// Archive puts a conversation into the archive, without images, and drops the
// oldest when there are too many. It is not in use any more. A conversation in
// which nothing was said is dropped.
func (s *Store) Archive(c *Conversation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.keep(c); err != nil {
		return err
	}
	err := errors.Join(s.evict(), s.clear(c.ID))
	s.tellList()
	return err
}

// keep writes a conversation into the archive.
func (s *Store) keep(c *Conversation) error {
	if err := checkID(c.ID); err != nil {
		return err
	}
	if len(c.Messages) == 0 && len(c.Items) == 0 {
		return nil
	}
	bare := c.WithoutImages()
	updated := bare.Updated
	s.stamp(bare)
	if !updated.IsZero() {
		bare.Updated = updated // looking at it is no change
	}
	if err := s.write(s.file(c.ID), bare); err != nil {
		return s.failed(err)
	}
	return nil
}

// evict removes the oldest of the archive when there are too many.
func (s *Store) evict() error {
	list, err := s.list()
	if err != nil {
		return err
	}
	for _, old := range list[min(len(list), s.most):] {
		if err := s.system.Remove(s.file(old.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("history: %w", err)
		}
	}
	return nil
}

// clear removes the conversation in use if it is that one.
func (s *Store) clear(id string) error {
	c, err := s.resume()
	if err != nil || c == nil || c.ID != id {
		return err
	}
	if err := s.system.Remove(s.current()); err != nil {
		return fmt.Errorf("history: %w", err)
	}
	return nil
}

// Load reads a conversation of the archive.
func (s *Store) Load(id string) (*Conversation, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read(s.file(id))
}

// Delete removes a conversation from the archive, and from use.
func (s *Store) Delete(id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := s.clear(id)
	err := s.system.Remove(s.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	s.tellList()
	return errors.Join(gone, err)
}

// Switch puts the conversation in use into the archive and another one from
// there into use. A crash on the way loses neither: until the new one is in use
// the old one is, and what is in use may be in the archive as well.
func (s *Store) Switch(from *Conversation, to string) (*Conversation, error) {
	if err := checkID(to); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	next, err := s.read(s.file(to))
	if err != nil {
		return nil, err
	}
	if from != nil && from.ID != to {
		if err := s.keep(from); err != nil {
			return nil, err
		}
	}
	if err := s.write(s.current(), next); err != nil {
		return nil, s.failed(err)
	}
	// Only now: the one that was put into use may be the oldest of the archive.
	err = s.evict()
	s.tellList()
	return next, err
}
