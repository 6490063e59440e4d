package collect

// Millis brings a time since 1970 to milliseconds. The protocol has seconds
// (wallTime), milliseconds (Runtime, Log) and, in some hosts, microseconds; the
// magnitude tells which: until the year 2286 seconds have at most ten digits,
// milliseconds thirteen, microseconds sixteen. A time of 0 or less is none.
func Millis(t float64) float64 {
	switch {
	case !(t > 0): // also what is no number
		return 0
	case t < 1e11:
		return t * 1e3
	case t < 1e14:
		return t
	case t < 1e17:
		return t / 1e3
	}
	return t / 1e6
}
