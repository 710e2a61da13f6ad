package decks

import (
	"cmp"
	"fmt"
	"slices"

	"dovetail/perm/number"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/fit"
	"dovetail/search/run"
)

// Hands asks how far from fair a deck of N cards is after From, ..., To riffles by somebody's
// hands. How precise each answer becomes in a time depends on the machine. So the question in a
// record has no Time and no Work, but the Stages that were reached.
type Hands struct {
	N      int         `json:"n"`
	Riffle string      `json:"riffle"` // the model
	From   int         `json:"from"`
	To     int         `json:"to"`
	Delta  float64     `json:"delta"` // probability that some interval does not contain its distance
	Seed   number.Uint `json:"seed"`
	Steps  int         `json:"steps,omitzero"` // of a walk, 0 for as many as Width needs

	// Decks is the number of uniform decks that are walked on for each number of riffles. If it is
	// 0, Stages says how far each number of riffles is taken. Without Stages, all intervals are
	// made as narrow as Width, within the limits.
	Decks  int     `json:"decks,omitzero"`
	Stages []int   `json:"stages,omitempty"`
	Width  float64 `json:"width"`
	run.Limits
}

// handsDeck is the largest deck in [Hands], because walks on riffles by hands take no larger one. Where hands differ from
// ideal ones by more than the cut it is [riffles.MaxInterleaved].
const handsDeck = riffles.MaxCut

func (Hands) Schema() string { return results.HandsSchema }

func (q Hands) About() string { return fmt.Sprint(q.N, q.Riffle) }

// AnsweredBy implements [results.Recorded]. Only a question without limits of its own on how rows
// are found is answered by a record, which must have all its rows.
func (q Hands) AnsweredBy(record results.Record) (answer results.Record, width float64, ok bool) {
	r := record.(results.Hands)
	for _, row := range r.Rows {
		width = max(width, row.TVDHigh-row.TVDLow)
	}
	first, last := r.Rows[0].Shuffles, r.Rows[len(r.Rows)-1].Shuffles
	return r, width, first <= q.From && q.To <= last && q.Decks+q.Steps == 0 && q.Stages == nil && r.Delta <= q.Delta
}

func (q *Hands) Params() param.List {
	h, path := fit.Hands{Riffle: q.Riffle}, ""
	said := param.New(&h.Riffle, "riffle", "", "a riffle by its model, such as riffle(p=2/5)",
		param.Filled("model", "a model such as riffle(p=2/5)"))
	said.Clear = func() { h.Riffle, q.Riffle = "", "" }
	return param.List{
		fit.File(&path),
		param.Choice(&h.Preset, "preset", "", "hands by name: "+param.Join(fit.Presets), fit.Presets...),
		param.New(&h.Switch, "switch", "", "chance that the next card falls from the other packet",
			param.Filled("number", "a probability such as 0.6")),
		param.Choice(&h.Cut, "cut", "", "how the deck is cut: "+param.Join(fit.Cuts)+" (default: chain, the cut that follows from --switch)",
			fit.Cuts...),
		param.New(&h.Off, "off", "", "mean of a normal cut, in cards from the middle", param.Filled("number", "a number of cards")),
		param.New(&h.SD, "sd", "", "standard deviation of a normal cut, in cards", param.Filled("number", "a number of cards")),
		said,
		param.Cards(&q.N, "52", 2, handsDeck),
		param.Range(&q.From, &q.To, "riffles", "1..12", 1, anneal.MaxRiffles, "numbers of riffles"),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that any interval does not contain its distance"),
		param.Int(&q.Decks, "decks", "0", 0, densities.MaxDecks,
			"number of uniform decks for each row; 0 means as many as --width needs"),
		param.New(&q.Stages, "stages", "", "what to do for each number of riffles, as in the command of a "+
			"record: 0 counts rising sequences, 1 is a coarse estimate, 2 a test, 3 and more are more and more sampled decks", param.Numbers(0, 100)),
		param.Int(&q.Steps, "steps", "0", 0, densities.MaxSteps, "number of sweeps of each walk; 0 means as many as --width needs"),
		param.Chance(&q.Width, "width", "0.03", "width of the intervals to reach"),
		param.Seed(&q.Seed),
		param.Clock(&q.Time),
		param.Work(&q.Work, "10s", "decks", otherLimits, func() bool { return q.Decks > 0 || len(q.Stages) > 0 || q.Time > 0 }),
		param.After(func(given func(string) bool) error {
			counts, err := fit.Counted(path)
			if err = cmp.Or(err, h.Check()); err != nil {
				return err
			}
			m, err := h.Model(counts)
			if err != nil {
				return err
			}
			q.Riffle = m.String()
			if counts != nil && !given("cards") {
				q.N = counts.N
			}
			return nil
		}),
	}
}

func (q Hands) Check() error {
	switch {
	case q.N < 2 || q.N > handsDeck:
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, handsDeck)
	case q.From < 1 || q.To < q.From || q.To > anneal.MaxRiffles:
		return fmt.Errorf("riffles=%d..%d is out of range 1..%d", q.From, q.To, anneal.MaxRiffles)
	case len(q.Stages) > 0 && (q.Decks > 0 || len(q.Stages) != q.To-q.From+1):
		return fmt.Errorf("stages need one for each of the %d numbers of riffles, and no --decks", q.To-q.From+1)
	case len(q.Stages) > 0 && (slices.Min(q.Stages) < 0 || slices.Max(q.Stages) > isTested+maxIntervals):
		return fmt.Errorf("stages are out of range 0..%d", isTested+maxIntervals)
	}
	if err := checkSampling(q.Decks, q.Steps, q.Delta, q.Width, q.Limits); err != nil {
		return err
	}
	m, err := models.Parse(q.Riffle)
	if err == nil {
		err = m.Check(q.N)
	}
	if err == nil && !riffles.InAnyOrder(m, q.N) && riffles.InAnyOrder(m, min(q.N, riffles.MaxInterleaved)) {
		return fmt.Errorf("n=%d: hands that are described by how often packets change take at most %d cards; those described by the cut alone, "+
			"such as --riffle 'riffle(cut=normal,sd=3)' for a mash, take up to %d", q.N, riffles.MaxInterleaved, handsDeck)
	}
	if err == nil && !riffles.InAnyOrder(m, q.N) {
		err = fmt.Errorf("%s is not a riffle of two packets whose cards can fall in any order; use riffle or clumpy", m)
	}
	return err
}

// letter is the riffle's letter.
func (q Hands) letter() (notation.Letter, error) {
	m, err := models.Parse(q.Riffle)
	return notation.Letter{Name: 'Y', Model: m}, err
}

func (q Hands) Seconds() (sum float64) {
	if limit, _ := q.Limit(); limit > 0 {
		return limit.Seconds()
	}
	for k := q.From; k <= q.To; k++ {
		stage := isCoarse
		if len(q.Stages) > 0 {
			stage = q.Stages[k-q.From]
		}
		sum += q.seconds(k, stage)
	}
	return sum
}

// open reports whether the work decides the stage that each number of riffles reaches.
func (q Hands) open() bool { return q.Work > 0 && q.Decks == 0 && len(q.Stages) == 0 }

// seconds is about the time that a number of riffles takes up to a stage.
func (q Hands) seconds(riffles, stage int) float64 {
	walked := func(decks, steps int) float64 {
		return float64(handsWalks * float64(decks) * float64(steps) * anneal.LabelSeconds(q.N, riffles))
	}
	if q.Decks > 0 {
		sum := walked(q.Decks, cmp.Or(q.Steps, coarseSteps))
		if !q.plain() {
			sum += densities.PilotSeconds + q.testing()
		}
		return sum
	}
	sum := 0.0
	if stage >= isCoarse {
		sum += walked(coarseDecks, coarseSteps)
	}
	if stage >= isTested && q.testing() > 0 {
		sum++
	}
	if stage > isTested {
		sum += densities.PilotSeconds + walked(intervalDecks(stage-isTested), max(q.Steps, usualSteps))
	}
	if stage-isTested >= largeInterval {
		sum += q.testing()
	}
	return sum
}

// testing is about the time of a test that the width needs. Larger decks have none.
func (q Hands) testing() float64 {
	if q.N > distinguish.MaxCards {
		return 0
	}
	return float64(densities.TestSeconds * float64(decksFor(q.Width, usualWidth)))
}

// plain reports whether walks on given decks are so short that they have equal steps, without a pilot and a test.
func (q Hands) plain() bool { return q.Steps > 0 && q.Decks*q.Steps < worthPilot }

// Again implements [results.Priced]: a record says how many sweeps its walks had.
func (q Hands) Again(r results.Record) (sum float64) {
	for i, row := range r.(results.Hands).Rows {
		sum += float64(densities.TestSeconds * float64(row.Tested))
		sum += float64(handsWalks * float64(row.Decks) * float64(row.Steps) * anneal.LabelSeconds(q.N, q.From+i))
	}
	return sum
}

// The stages of a number of riffles are as follows. Few riffles are counted: k of them make at most
// 2^k rising sequences, so that the distance is at least the share of decks that have more. Others
// begin with an interval from few decks and short walks, without a pilot. A small test by two cards
// follows, then interval 1 from 256 decks, interval 2 from 512 and so on. Interval 3 has a test
// that is as large as the width needs.
//
// With R numbers of riffles to sample each has delta/R. Of this the coarse interval has a quarter,
// the tests have another, and the intervals from 1 on share the rest (intervalDelta). So all
// intervals hold together with confidence 1 - delta, whatever decides the last stage of each. As no
// shuffle takes a deck farther from fair, each number takes the lower ends of larger numbers and
// the upper ends of smaller ones.
const (
	isCounted = iota
	isCoarse
	isTested
)

// The size of a coarse interval's sample. Where the density is closed no walks are needed.
const (
	coarseDecks   = 192
	coarseSteps   = 320
	coarseClosed  = 1 << 10
	earlyDecks    = 1 << 15 // of either kind, of the small test
	largeInterval = 3       // the first interval with a large one
)
