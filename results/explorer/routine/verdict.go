package routine

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// What is known of a routine, in plain words: whether the deck is fair enough, what to do next, and
// the bet that somebody wins who knows the routine. The interval combines the closed form, the
// records on file and the quick proofs. Each of these holds, so that the greatest lower and the
// least upper end do.

// Aim is the distance at which a deck is fair enough unless somebody chooses another: of a hundred
// bets nobody wins ten more than he should.
const Aim = 0.1

// Verdict is what is known of a routine.
type Verdict struct {
	Low, High   float64
	Exact       bool
	Sampled     bool         // an end rests on samples
	Filed       []view.Known // the records that ends are from
	Parts       []string     // of the routine, whose distances bound it from above
	Bet         *Bet         // that wins most, where it has a name
	Aim         float64      // the distance that is fair enough
	Shuffles    int          // of the routine
	least, most int          // more riffles that are needed; 0 if unknown
	run         int          // number of successive riffles to which the others are added; 0 if these come last
	rests       bool         // on sampled decks, that these are enough
	mixer       string       // the key of what these riffles are called
	pure        bool         // all shuffles are riffles by the same hands
	wash        bool         // one of them is taken to be perfect
	never       float64      // the least distance after as many of the only shuffle as a page has; 0 if that may be fair
	instead     int          // ideal riffles that are enough alone; 0 if unknown
	Language    language.Language

	Figure string // of a hundred bets, with its bounds in words
	Band   template.HTML
	Chart  template.HTML
	Seven  string // what seven ideal riffles leave, where these are not enough
	Mash   string // what a mash is taken for
	How    string // how a milk is done, or the piles of the routine are gathered
	Better *better
	Aims   []hand // other distances to choose from
}

// Bet is a bet that a deck has at most a number of rising sequences, and how often that happens in
// a hundred times.
type Bet struct {
	Bound      int
	Here, Fair float64
}

// BetOf is the bet of a row, nil if it has none.
func BetOf(row results.RifflesRow) *Bet {
	if row.Bound == nil {
		return nil
	}
	return &Bet{*row.Bound, 100 * view.Value(row.Here), 100 * view.Value(row.Fair)}
}

// Narrow takes what a record says of a word of m letters.
func (v *Verdict) Narrow(record results.Record, m int) {
	low, high, sampled := 0.0, 1.0, false
	switch r := record.(type) {
	case results.Interval:
		low, high, v.Exact = view.Value(r.Lower), view.Value(r.Upper), view.Exact(r)
		if v.Exact { // to within the last digit
			low = (low + high) / 2
			high = low
		}
	case results.TVD:
		low, high, v.Exact, sampled = r.Lower, r.Upper, view.Exact(r), r.Kind == results.Sampled
	case results.Hands:
		i := slices.IndexFunc(r.Rows, func(row results.HandsRow) bool { return row.Shuffles == m })
		if i < 0 {
			return
		}
		row := r.Rows[i]
		low, high, v.Exact, sampled = row.TVDLow, row.TVDHigh, view.Exact(r), row.Decks+row.Tested > 0
		if v.Exact {
			low, high = row.Ideal, row.Ideal
		}
	}
	v.within(low, high, sampled)
}

// within intersects the interval with another one.
func (v *Verdict) within(low, high float64, sampled bool) {
	if v.Exact {
		v.Low, v.High, v.Sampled = low, high, false
		return
	}
	v.Sampled = v.Sampled || sampled && (low > v.Low || high < v.High)
	v.Low, v.High = max(v.Low, low), min(v.High, high)
}

// judge is what is known of the routine of a page, by the answers about it.
func judge(ctx context.Context, q view.Values, all []view.Answer) (v Verdict, err error) {
	word := q.Text("word")
	v = Verdict{High: 1, Language: q.Says, Aim: float64(q.Number("aim")) / 100, How: explained(q, word)}
	if strings.Contains(word, "M") {
		v.Mash = q.Says.Of("routine.mash")
	}
	for _, a := range all {
		if v.Narrow(a.Records[0], len(word)); v.Exact {
			break
		}
	}
	if !v.Exact {
		v.recorded(q, word)
	}
	ideals, err := IdealRiffles(ctx, q)
	if err != nil {
		return v, err
	}
	hands, err := handsOf(ctx, q)
	if err != nil {
		return v, err
	}
	v.next(q, ideals, hands)
	if err := v.hopeless(ctx, q); err != nil {
		return v, err
	}
	if m := len(word); riffled(q, word) == ideal && m <= len(ideals.Rows) && ideals.Event == results.RisingAtMost {
		v.Bet = BetOf(ideals.Rows[m-1])
		if seven := view.Value(ideals.Rows[7-1].TVD); seven > v.Aim {
			v.Seven = fmt.Sprintf(q.Says.Of("routine.seven"), bets(seven, seven))
		}
	}
	v.Figure = v.figure()
	v.Band = picture.Band(v.Low, v.High, q.Says.Of("routine.band"))
	v.Chart = v.chart(q.Says, ideals, hands, len(word)).HTML()
	v.Better = fairer(q, v)
	return v, nil
}

// hopeless finds out whether a routine of one shuffle, which nobody riffles, is not even fair enough
// if it has as many as a page takes.
func (v *Verdict) hopeless(ctx context.Context, q view.Values) error {
	word := q.Text("word")
	if v.wash = strings.ContainsFunc(word, func(c rune) bool { l, ok := q.Letter(string(c)); return ok && l.Model == "wash" }); v.wash {
		return nil
	}
	if strings.ContainsAny(word, mixing) || alike(word, 0) < len(word) || v.High <= v.Aim {
		return nil
	}
	a, err := q.Answers.Command(results.IntervalSchema, view.With(q.Own(strings.Repeat(word[:1], mostShuffles)), view.Given{provable(q): true}), view.How{})
	if err != nil {
		return err
	}
	all, err := q.Answers.Answer(ctx, a)
	if err != nil {
		return err
	}
	if r, ok := all[0].Records[0].(results.Interval); ok && view.Value(r.Lower) > v.Aim {
		v.never = view.Value(r.Lower)
	}
	return nil
}

// Sure says how sure the number is.
func (v Verdict) Sure() string {
	switch {
	case v.Exact && v.Bet != nil:
		return v.Language.Of("routine.exact.textbook")
	case v.Exact:
		return v.Language.Of("routine.exact")
	case v.Sampled:
		return v.Language.Of("routine.sampled")
	}
	return v.Language.Of("routine.certain")
}

// Rests says that the number of shuffles that are enough comes from sampled decks.
func (v Verdict) Rests() string {
	if !v.rests || v.most == 0 || v.Fair() {
		return ""
	}
	return v.Language.Of("routine.rests")
}

// Standard says which distance is fair enough.
func (v Verdict) Standard() string { return fmt.Sprintf(v.Language.Of("routine.standard"), v.aim()) }

// aim is that distance in bets of a hundred.
func (v Verdict) aim() string { return drawing.Label(math.Round(100 * v.Aim)) }

// IdealRiffles are ideal riffles of the same number of cards, for comparison.
func IdealRiffles(ctx context.Context, q view.Values) (r results.Riffles, err error) {
	a, err := q.Answers.Command(results.RifflesSchema, view.Given{"cards": q.Number("n"), "riffles": view.UpTo(int64(shownRiffles(q)))}, view.How{})
	if err != nil {
		return r, err
	}
	all, err := q.Answers.Answer(ctx, a)
	if err == nil {
		r, _ = all[0].Records[0].(results.Riffles)
	}
	return r, err
}

// shownRiffles is the number of riffles in a chart.
func shownRiffles(q view.Values) int { return max(14, min(len(q.Text("word"))+3, 20)) }

// handsOf are riffles by the hands of a routine that consists of nothing else: what is on record,
// or counted in a moment. It has no rows where there are none.
func handsOf(ctx context.Context, q view.Values) (r results.Hands, err error) {
	word := q.Text("word")
	riffle := riffled(q, word)
	if riffle == "" || riffle == ideal || !counted(q) {
		return r, nil
	}
	a, err := handsCommand(q, riffle, 0)
	if err != nil {
		return r, err
	}
	all, err := q.Answers.Answer(ctx, a)
	if err == nil {
		r, _ = all[0].Records[0].(results.Hands)
		letter := word[:1]
		for i := range r.Rows {
			row := &r.Rows[i]
			if on, ok := q.Distance(strings.Repeat(letter, row.Shuffles)); ok {
				row.TVDLow, row.TVDHigh = max(row.TVDLow, on.Lower.Value), min(row.TVDHigh, on.Upper.Value)
			}
		}
	}
	return r, err
}

// chart has the distance after each riffle, for ideal ones and those by the hands of the routine,
// and the routine itself.
func (v Verdict) chart(t language.Language, riffles results.Riffles, hands results.Hands, m int) drawing.Chart {
	ideal := drawing.Curve{Name: t.Of("routine.idealCurve")}
	for _, row := range riffles.Rows {
		ideal.Add(row.Shuffles, view.Value(row.TVD))
	}
	low, high := drawing.Curve{Name: t.Of("routine.least")}, drawing.Curve{Name: t.Of("routine.most")}
	for _, row := range hands.Rows {
		if row.TVDLow > 0.005 { // of the others hardly anything is known
			low.Add(row.Shuffles, row.TVDLow)
		}
		if row.TVDHigh < 0.995 || row.TVDLow > 0.99 {
			high.Add(row.Shuffles, row.TVDHigh)
		}
	}
	curves := []drawing.Curve{ideal}
	if len(low.X)+len(high.X) > 0 {
		curves = append(curves, high, low)
	}
	return drawing.Chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Top: 1, Curves: curves,
		Here: v.Here(t.Of("routine.here"), m)}
}

// Here is the interval in a chart, after m shuffles.
func (v Verdict) Here(name string, m int) *drawing.Span {
	return &drawing.Span{X: float64(m), Low: v.Low, High: v.High, Name: name, Says: bets(v.Low, v.High)}
}
