package results

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
	"dovetail/results/spoken"
)

// Interval is a certified interval for a word's total variation distance from uniform over S_n. Bounds are decimals
// rounded outwards; if both are the same fraction, the kind is exact.
type Interval struct {
	Head
	N       int      `json:"n" unit:"cards"`
	Word    string   `json:"word"`
	Models  []string `json:"models" csv:"-"`
	Lower   string   `json:"lower_exact" unit:"distance"`
	LowerBy string   `json:"lower_by"`
	Upper   string   `json:"upper_exact" unit:"distance"`
	UpperBy string   `json:"upper_by"`

	// All inequalities that prove a bound, if requested.
	Proof []ProofStep `json:"proof,omitempty" csv:"-"`
}

// ProofStep is one inequality.
type ProofStep struct {
	// which side it bounds: lower or upper
	Bound string `json:"bound"`
	By    string `json:"by"`
	Value string `json:"value_exact" unit:"distance"`
	Says  string `json:"says"`
}

func (i Interval) Sections(p *render.Page) {
	p.Head(i.Models, "n=%d, total variation distance of %s from uniform over all orders", i.N, i.Word)
	p.Line("at least %s (%s)\nat most  %s (%s)", seven(i.Lower, false), spoken.Method(i.LowerBy), seven(i.Upper, true), spoken.Method(i.UpperBy))
	for _, s := range i.Proof {
		p.Line("%s bound %s by %s: %s.", s.Bound, s.Value, spoken.Method(s.By), s.Says)
	}
	what := "Certified: the bounds are proved and rounded outwards"
	if i.Kind == Exact {
		what = "Exact: the distance is a fraction, and the ends are that fraction rounded down and up"
	}
	p.Note("%s. The names in brackets are those of the proofs in docs/laws.md.", what)
	p.Data([]Interval{i})
}

// TVD is a word's total variation distance from uniform over all orders, by sampled
// decks: the interval contains it except with probability delta.
type TVD struct {
	Schema string `json:"schema" csv:"-"`
	// sampled, or exact or bound where nothing was sampled
	Kind string `json:"kind"`
	QuestionText
	Distance
}

// Distance is what is known of the distance of a word.
type Distance struct {
	N       int      `json:"n" unit:"cards"`
	Word    string   `json:"word"`
	Models  []string `json:"models" csv:"-"`
	Lower   float64  `json:"lower" unit:"distance"`
	Upper   float64  `json:"upper" unit:"distance"`
	LowerBy string   `json:"lower_by"`
	UpperBy string   `json:"upper_by"`
	Delta   float64  `json:"delta" unit:"probability"`

	// Estimates of a lower and of an upper bound of the distance, with their standard errors. They are equal if the
	// density is exact. One is absent if it is outside the interval, if too few decks contribute to it for a standard
	// error, or if most walks did not reach their decks.
	EstimateLow    *float64 `json:"estimate_low,omitempty" unit:"estimated distance"`
	EstimateLowSE  *float64 `json:"estimate_low_se,omitempty" unit:"estimated distance"`
	EstimateHigh   *float64 `json:"estimate_high,omitempty" unit:"estimated distance"`
	EstimateHighSE *float64 `json:"estimate_high_se,omitempty" unit:"estimated distance"`

	// An interval that is proved without sampling.
	Certified Ends `json:"certified" csv:"-"`

	Tested number.Int `json:"tested" unit:"decks"` // decks of either kind that a trained test was put to
	Decks  number.Int `json:"decks" unit:"decks"`  // uniform decks whose density was found
	// The number of decks dealt by the word.
	Dealt number.Int `json:"dealt" unit:"decks"`
	Steps int        `json:"steps" unit:"number"` // sweeps of a walk
	// The number of walks on each deck.
	Walks int `json:"walks" unit:"number"`
	// The interim analysis at which the sampling stopped; 0 if the numbers of decks were fixed beforehand.
	Look int        `json:"look" unit:"number"`
	Seed number.Int `json:"seed" unit:"number"`
	// What the streams of random numbers are keyed by beside seed and word; absent if nothing was sampled, and in
	// records whose streams a race had too.
	Streams string `json:"streams,omitempty" csv:"-"`

	// The part of the word whose decks were sampled, if no walks are known for the whole word: the other shuffles never
	// take a deck farther from fair.
	Part string `json:"part,omitempty"`

	// Why no deck was sampled, if the interval is wider than requested: no time, or no walks known.
	Unsampled string `json:"unsampled,omitempty" csv:"-"`

	// What a useful interval takes, if a bound of this one is close to 0 or 1; otherwise what one of the requested
	// width takes, if this one is wider.
	Needs *Needs `json:"needs,omitempty" csv:"-"`
}

// Why no deck was estimated.
const (
	NoTime  = "no time"
	NoWalks = "no walks known"
)

// Needs is an estimate, from a pilot run, of what a useful interval takes.
type Needs struct {
	// About how wide the interval will be.
	Width float64    `json:"width" unit:"distance"`
	Decks number.Int `json:"decks" unit:"decks"`
	// The number of sweeps of each walk; 0 where there are no walks.
	Steps int `json:"steps" unit:"number"`
	// The seconds that it takes on one processor.
	Seconds float64 `json:"seconds" unit:"seconds"`
}

// line says so.
func (n Needs) line() string {
	how := fmt.Sprintf("--decks %s", n.Decks)
	if n.Steps > 0 {
		how += fmt.Sprintf(" --steps %d", n.Steps)
	}
	return fmt.Sprintf("An interval about %g wide takes %s, about %s of one processor.", n.Width, how, number.Span(n.Seconds))
}

// Ends are those of a certified interval, rounded outwards.
type Ends struct {
	Lower   string `json:"lower_exact" unit:"distance"`
	LowerBy string `json:"lower_by"`
	Upper   string `json:"upper_exact" unit:"distance"`
	UpperBy string `json:"upper_by"`
}

func (t TVD) Sections(p *render.Page) {
	p.Data([]TVD{t})
	p.Head(t.Models, "n=%d, total variation distance of %s from uniform over all orders", t.N, t.Word)
	c := t.Certified
	switch t.Kind {
	case Exact:
		p.Line("exactly %s (%s)", nearest(number.Between(c.Lower, c.Upper)), spoken.Method(c.LowerBy))
		p.Note("Exact: nothing was sampled.")
		return
	case Bound:
		p.Line("at least %s (%s)\nat most  %s (%s)", seven(c.Lower, false), spoken.Method(c.LowerBy), seven(c.Upper, true), spoken.Method(c.UpperBy))
		p.Note("Certified: nothing was sampled.%s", t.unseen())
		return
	}
	var low, high, both string
	switch l, h := t.within(t.EstimateLow), t.within(t.EstimateHigh); {
	case t.Decks.Sign() == 0:
	case !t.vague():
		if l != nil {
			low = fmt.Sprintf(", estimated %.4f ± %.4f", *l, *t.EstimateLowSE)
		}
		if h != nil {
			high = fmt.Sprintf(", estimated %.4f ± %.4f", *h, *t.EstimateHighSE)
		}
	case l != nil && h != nil:
		both = fmt.Sprintf("estimated between %.4f ± %.4f and %.4f ± %.4f", *l, *t.EstimateLowSE, *h, *t.EstimateHighSE)
	case l != nil:
		both = fmt.Sprintf("estimated at least %.4f ± %.4f", *l, *t.EstimateLowSE)
	case h != nil:
		both = fmt.Sprintf("estimated at most %.4f ± %.4f", *h, *t.EstimateHighSE)
	}
	if both != "" {
		p.Line("%s", both)
	}
	p.Line("at least %.4f (%s)%s; proved %s (%s)", math.Floor(t.Lower*1e4)/1e4, spoken.Method(t.LowerBy), low, seven(c.Lower, false), spoken.Method(c.LowerBy))
	p.Line("at most  %.4f (%s)%s; proved %s (%s)", math.Ceil(t.Upper*1e4)/1e4, spoken.Method(t.UpperBy), high, seven(c.Upper, true), spoken.Method(c.UpperBy))
	switch {
	case t.vague():
		p.Note("More decks are needed for one end. %s", t.Needs.line())
	case t.Needs != nil && t.Unsampled == "":
		p.Note("%s", t.Needs.line())
	}
	if note := t.apart(); note != "" {
		p.Note("%s", note)
	}
	var from []string
	if t.Tested.Sign() > 0 {
		from = append(from, fmt.Sprintf("a test applied to %s of either kind", number.Count(t.Tested, "deck")))
	}
	if t.Decks.Sign() > 0 {
		from = append(from, number.Count(t.Decks, "uniform deck"))
	}
	if t.Walks > 0 {
		from[len(from)-1] += fmt.Sprintf(" with %s of %s on each", number.Count(t.Walks, "walk"),
			number.Count(t.Steps, "sweep"))
	}
	if t.Dealt.Sign() > 0 {
		from = append(from, number.Count(t.Dealt, "dealt deck"))
	}
	se := ""
	if low+high+both != "" {
		se = " ± is one standard error."
	}
	p.Note("Sampled: the interval holds the distance with confidence 1 - %g, from %s; seed %d.%s%s%s",
		t.Delta, strings.Join(from, " and "), t.Seed, se, spoken.Explained(t.LowerBy, t.UpperBy), t.unseen())
	if t.Part != "" {
		p.Note("The upper end and its estimate are those of %s alone: other letters around it never take a deck farther "+
			"from fair.", t.Part)
	}
}

// Estimated refuses estimates outside the interval, or without their standard errors.
func (t TVD) Estimated() error {
	for _, e := range [][2]*float64{{t.EstimateLow, t.EstimateLowSE}, {t.EstimateHigh, t.EstimateHighSE}} {
		if (e[0] == nil) != (e[1] == nil) || e[0] != nil && (t.within(e[0]) == nil || !(*e[1] > 0)) {
			return errors.New("an estimate is not within the interval, or has no standard error")
		}
	}
	return nil
}

// within is an estimate, unless that lies outside the interval.
func (t TVD) within(estimate *float64) *float64 {
	if estimate != nil && (*estimate < t.Lower || *estimate > t.Upper) {
		return nil
	}
	return estimate
}

// vague reports whether an end from decks says hardly more than 0 or 1.
func (t TVD) vague() bool {
	return t.Needs != nil && t.Decks.Sign() > 0 && (t.Lower < 0.01 || t.Upper > 0.99)
}

// unseen says why no deck was sampled.
func (t TVD) unseen() string {
	switch {
	case t.Unsampled == NoTime && t.Needs != nil:
		return " No deck was sampled in time. " + t.Needs.line()
	case t.Unsampled == NoTime:
		return " No deck was sampled in time: --decks 64 --steps 500 gives an estimate."
	case t.Unsampled == NoWalks:
		return " The upper end is the certified one, because this word allows no walks: it has no riffle, or too " +
			"few in a row for its other letters or for so many cards."
	}
	return ""
}

// apart explains an interval most of which lies between the estimates of its two ends.
func (t TVD) apart() string {
	if t.Needs != nil || t.Walks == 0 || t.within(t.EstimateLow) == nil || t.within(t.EstimateHigh) == nil {
		return ""
	}
	apart := *t.EstimateHigh - *t.EstimateLow
	sure := apart - 2*math.Hypot(*t.EstimateHighSE, *t.EstimateLowSE)
	if 2*sure < t.Upper-t.Lower {
		return ""
	}
	note := fmt.Sprintf("The two estimates differ by %.4f, most of the width of the interval, and more decks do not bring them together. ", apart)
	if t.Tested.Sign() > 0 {
		return note + "The lower one comes from a test of two cards, which may miss something; the upper one from walks, which " +
			"may be too short. Longer walks (--steps) may help, with --width 0.04 for the lower end too."
	}
	return note + "Walks may be too short: longer ones (--steps) may help."
}

// seven is a certified end for reading, in seven places unless it has fewer, or is nearer than that to 0 or 1.
func seven(certified string, upper bool) string {
	_, decimals, _ := strings.Cut(certified, ".")
	const places = 7
	if len(decimals) <= places {
		return certified
	}
	if extreme(decimals[:places]) {
		return number.Narrow(certified)
	}
	return number.Places(certified, upper, places)
}

// nearest is a distance for reading as [seven], but rounded to the nearest.
func nearest(exact string) string {
	if _, decimals, _ := strings.Cut(exact, "."); len(decimals) > 7 && extreme(decimals[:7]) {
		return number.Narrow(exact)
	}
	return number.Shorten(exact, 7)
}

// extreme reports whether decimals show no difference from 0 or from 1.
func extreme(decimals string) bool {
	return strings.Trim(decimals, "0") == "" || strings.Trim(decimals, "9") == ""
}

// Piles is how far from fair a word leaves a deck, by the number of piles of its deals.
type Piles struct {
	Head
	N        int    `json:"n" unit:"cards"`
	Word     string `json:"word"`
	Gathered string `json:"gathered"`
	// The distance after as many riffles of Gilbert, Shannon and Reeds as the word has letters, exact except for its
	// last digit; absent if the word has other letters than these riffles and deals.
	Riffles *float64   `json:"riffles,omitempty" unit:"distance"`
	Rows    []PilesRow `json:"rows"`
}

// PilesRow is one number of piles. Its delta is a part of that of all rows.
type PilesRow struct {
	Piles int    `json:"piles" unit:"piles"`
	Kind  string `json:"kind"` // as of [TVD]
	Distance
}

// Add adds a row.
func (r *Piles) Add(piles int, row TVD) {
	switch {
	case row.Kind == Sampled:
		r.Kind = Sampled
	case row.Kind == Bound && r.Kind == Exact:
		r.Kind = Bound
	}
	r.Rows = append(r.Rows, PilesRow{piles, row.Kind, row.Distance})
}

// Delta is a bound on the probability that some interval does not contain its distance.
func (r Piles) Delta() float64 { return float64(len(r.Rows)) * r.Rows[0].Delta }

// Worse is the greatest number of piles such that it and all smaller ones leave a deck farther from fair than riffles in
// place of the deals would; 0 if there is none.
func (r Piles) Worse() (piles int) {
	for _, row := range r.Rows {
		if r.Riffles == nil || row.Lower <= *r.Riffles {
			break
		}
		piles = row.Piles
	}
	return piles
}

func lower(row PilesRow) float64 { return row.Lower }
func upper(row PilesRow) float64 { return row.Upper }

// least is the first row whose end is the least.
func (r Piles) least(end func(PilesRow) float64) PilesRow {
	return slices.MinFunc(r.Rows, func(x, y PilesRow) int { return cmp.Compare(end(x), end(y)) })
}

// greatest is the greatest end.
func (r Piles) greatest(end func(PilesRow) float64) float64 {
	return end(slices.MaxFunc(r.Rows, func(x, y PilesRow) int { return cmp.Compare(end(x), end(y)) }))
}

// Answer is the best known number of piles, or what is shown of all.
func (r Piles) Answer() string {
	low, high := r.least(lower), r.least(upper)
	leaves := func(row PilesRow) string {
		return fmt.Sprintf("%s %s %s (%s)", number.Count(r.N, "card"), is(r.N), spoken.Away(row.Lower, row.Upper), spoken.Sure(r.Kind))
	}
	switch {
	case low.Lower == r.greatest(lower) && high.Upper == r.greatest(upper):
		return fmt.Sprintf("The number of piles makes no difference that is known: after %s %s.", r.Word, leaves(low))
	case high.Upper < usefulEnd:
		return fmt.Sprintf("The best known of these deals is into %s: after %s %s.", number.Count(high.Piles, "pile"), r.Word, leaves(high))
	}
	worse := ""
	if piles := r.Worse(); piles > 0 {
		worse = fmt.Sprintf(", and deals into %s or fewer leave more than riffles in their place", number.Count(piles, "pile"))
	}
	return fmt.Sprintf("With any of these deals, %s leaves %s %s%s (%s).", r.Word, number.Count(r.N, "card"),
		spoken.Away(low.Lower, 1), worse, spoken.Sure(r.Kind))
}

// Shown reports whether every upper end says something of use.
func (r Piles) Shown() bool { return r.greatest(upper) < usefulEnd }

// usefulEnd is the least upper end that says nothing of use.
const usefulEnd = 0.99

func (r Piles) Sections(p *render.Page) {
	others := slices.DeleteFunc(slices.Clone(r.Rows[0].Models), func(m string) bool { return strings.Contains(m, "=deal(") })
	p.Head(others, "n=%d, total variation distance of %s from uniform over all orders, by the piles of its deals, gathered %s",
		r.N, r.Word, r.Gathered)
	p.Columns("piles", "at least", "by", "at most", "by")
	for _, row := range r.Rows {
		p.Row(row.Piles, outward(row.Lower, -1), spoken.Method(row.LowerBy), outward(row.Upper, 1), spoken.Method(row.UpperBy))
	}
	p.EndTable()
	p.Data(r.Rows)
	if worse := r.Worse(); worse > 0 {
		p.Note("Deals into %d piles or fewer leave more than riffles in their place would: %d riffles leave %.4f (exact).", worse, len(r.Word), *r.Riffles)
	} else if r.Riffles != nil {
		p.Note("%d riffles leave %.4f (exact).", len(r.Word), *r.Riffles)
	}
	if r.Kind == Sampled {
		p.Note("Sampled: all intervals hold together with confidence 1 - %.3g; seed %s.%s", r.Delta(), r.Rows[0].Seed,
			spoken.Explained(r.Rows[0].LowerBy, r.Rows[0].UpperBy))
	}
}
