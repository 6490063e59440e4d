package history

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
)

// List lists the archive, the newest first. Files that cannot be read are set
// aside.
func (s *Store) List() ([]event.Conversation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list()
}

func (s *Store) list() ([]event.Conversation, error) {
	entries, err := s.system.ReadDir(s.archive())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("history: %w", err)
	}
	list := []event.Conversation{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		c, err := s.read(filepath.Join(s.archive(), e.Name()))
		switch {
		case errors.Is(err, ErrNotFound), errors.Is(err, ErrNewer):
			continue
		case err != nil:
			return nil, err
		}
		list = append(list, c.entry())
	}
	slices.SortFunc(list, func(a, b event.Conversation) int {
		if n := b.Updated.Compare(a.Updated); n != 0 {
			return n
		}
		return strings.Compare(b.ID, a.ID)
	})
	return list, nil
}

// tell hands something to whoever wants to know.
func (s *Store) tell(b event.Body) {
	if s.notify != nil {
		s.notify(b)
	}
}

// tellList tells what there is in the archive now. When that cannot be read, the
// next call that needs it says so.
func (s *Store) tellList() {
	if s.notify == nil {
		return // reading a hundred files would be for nobody
	}
	list, err := s.list()
	if err != nil {
		return
	}
	told := event.Conversations{List: list}
	if c, err := s.resume(); err == nil && c != nil {
		told.Current = c.ID
	}
	s.tell(told)
}
