package event

// Words are a text for people, in their language. Package agent/lang makes them;
// they are a type of their own so that a test can find a text that was written
// where it is used, in one language only. In JSON they are a string.
type Words string
