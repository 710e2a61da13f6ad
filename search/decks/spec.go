package decks

import "fmt"

// spec is how much is to be done for a word. Decks are numbered, so that two specs of the
// same word add up if one continues where the other ends.
type spec struct {
	Word     string
	From, To int     // uniform decks
	Steps    int     // of a walk; 0 for as many as the scatter takes
	Scatter  float64 // standard deviation wanted for the logarithm of a walk's estimate
	Walks    int     // on each deck
	Test     int64   // decks of either kind that train the test by which decks are split; 0 where they are not
	Both     bool    // whether walks narrow both ends where decks are split; else the upper one alone
	Sharp    float64 // if above 0, walks narrow both if the test misses more than Miss, and scatter no more than that
	Miss     float64
	Plain    bool // whether Steps are equal, without a pilot, which takes seconds
}

// params is how the decks of a spec are walked.
type params struct {
	Steps  int     // sweeps of a walk, 0 where the density is closed
	Length float64 // of the path
	Guess  float64 // about the mean square of split values
	Lower  float64 `json:",omitempty"` // about that of those for the lower end
}

// both reports whether walks narrow both ends where decks are split.
func (w params) both() bool { return w.Lower > 0 }

// validate refuses parameters that are none, or not the one known.
func (w params) validate(known params) error {
	if w.Steps < 0 || w.Steps > MaxSteps || !(0 <= w.Length && w.Length < 1e9) || !(0 <= w.Guess && w.Guess <= 1) ||
		!(0 <= w.Lower && w.Lower <= 1) ||
		known != (params{}) && w != known {
		return fmt.Errorf("result of decks: %+v is not how the decks are walked", w)
	}
	return nil
}

// task is so many decks of a spec from one on, of some kind.
type task struct {
	Ask, From, To int
	Kind          kind
}

// kind is what decks are for.
type kind byte

const (
	isUniform kind = iota // walked on
	isDealt               // dealt by the word, and walked on
)

// String implements [fmt.Stringer].
func (k kind) String() string {
	return [...]string{"uniform decks", "dealt decks"}[k]
}

// taskDecks are the decks of a task: a few seconds of the longest walks.
const taskDecks = 16
