package results

// Progress is how far a computation is.
type Progress struct {
	Share   float64  // of the part at hand that is done
	Part    string   // what that is
	Seconds float64  // so far
	Left    float64  // seconds, as far as one can tell; negative if not at all
	Margin  float64  // one standard error of Left
	Tasks   uint64   // done since it began
	Rate    float64  // tasks a second
	Says    string   // what is said beside it
	Best    []string // the best that was found up to now, the best first
}
