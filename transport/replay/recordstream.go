package replay

import (
	"sync"
	"sync/atomic"

	"github.com/holdfast-go/holdfast/transport"
)

// recordedStream is a stream that is recorded.
type recordedStream struct {
	inner  transport.Stream
	log    *log
	number int
	closed atomic.Bool
	lost   sync.Once
}

// Read records what it returns before it returns it: whatever the program sends
// because of it comes later in the recording.
func (s *recordedStream) Read() ([]byte, error) {
	m, err := s.inner.Read()
	if err != nil {
		if !s.closed.Load() {
			s.lost.Do(func() { s.log.add(entry{op: opEnd, stream: s.number, failure: newFailure(err)}) })
		}
		return nil, err
	}
	s.log.message(opReceive, s.number, m)
	return m, nil
}

// Write records the message before it is sent: the reply comes later in the
// recording.
func (s *recordedStream) Write(m []byte) error {
	s.log.message(opSend, s.number, m)
	return s.inner.Write(m)
}

// Close closes the stream.
func (s *recordedStream) Close() error {
	if !s.closed.Swap(true) {
		s.log.add(entry{op: opClose, stream: s.number})
	}
	return s.inner.Close()
}
