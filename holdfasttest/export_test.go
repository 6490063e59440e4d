package holdfasttest

// WithoutScripts is what a recording makes of a message.
func WithoutScripts(message []byte) []byte {
	s, err := newScripts()
	if err != nil {
		return nil
	}
	return s.drop(message)
}
