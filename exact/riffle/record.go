package riffle

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
)

// Limits of a [Question].
const (
	MaxDeck    = 1000
	MaxPackets = 1e6
	MaxTimes   = 100
	MaxMoves   = 10000 // of cards from the top
	MaxDigits  = 1000
)

// Question asks for the distances of N cards from a fair deck after From, From+1, ...,
// To shuffles that each cut them into Packets, in the given number of digits; or, where
// one of these is not 0, that pass them through so many Shelves, or put so many cards from
// the Top at random places.
type Question struct {
	N       int   `json:"n"`
	From    int   `json:"from"`
	To      int   `json:"to"`
	Packets int64 `json:"a,omitzero"`
	Cut     Cut   `json:"cut"`
	Shelves int64 `json:"shelves,omitzero"`
	Top     int   `json:"top,omitzero"`
	Digits  int   `json:"digits"`
}

// Schema implements [results.Question].
func (Question) Schema() string { return results.RifflesSchema }

// Params implements [results.Declared].
func (q *Question) Params() param.List {
	return append(param.List{param.Cards(&q.N, "52", 1, MaxDeck)}, q.shuffled()...)
}

// shuffled are the parameters of the shuffles.
func (q *Question) shuffled() param.List {
	return param.List{
		param.Range(&q.From, &q.To, "riffles", "1..12", 1, MaxMoves, "numbers of riffles, or of other shuffles"),
		param.Int(&q.Packets, "a", "2", 1, MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles").
			If(func() bool { return q.Shelves == 0 && q.Top == 0 }, "packets are a parameter of riffles"),
		param.Int(&q.Shelves, "shelf", "0", 0, MaxPackets, "number of shelves of a shelf machine; 0 for riffles"),
		param.Int(&q.Top, "top", "0", 0, MaxDeck,
			"number of cards that a shuffle moves from the top to random places; 0 for riffles"),
		param.Choices(&q.Cut, "cut", string(None),
			"cut the deck at a uniform place: none, before (all shuffles), after (all shuffles), or a list of these", Cuts...),
		Places(&q.Digits),
	}
}

// Places is the flag for the digits of probabilities.
func Places(to *int) param.Param {
	return param.Int(to, "digits", "10", 1, MaxDigits,
		"digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits")
}

// Check refuses what is out of range.
func (q Question) Check() error {
	times := MaxTimes
	if q.Top > 0 {
		times = MaxMoves
	}
	switch other := q.Shelves != 0 || q.Top != 0; {
	case other && q.Packets != 0:
		return fmt.Errorf("a=%d is a parameter of riffles; leave it out with shelf or top", q.Packets)
	case q.N < 1 || q.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxDeck)
	case !other && (q.Packets < 1 || q.Packets > MaxPackets):
		return fmt.Errorf("a=%d is out of range 1..%d", q.Packets, int(MaxPackets))
	case q.From < 1 || q.From > q.To || q.To > times:
		return fmt.Errorf("%d..%d shuffles is not a range within 1..%d", q.From, q.To, times)
	case q.Digits < 1 || q.Digits > MaxDigits:
		return fmt.Errorf("digits=%d is out of range 1..%d", q.Digits, MaxDigits)
	case !slices.Contains(Cuts, q.Cut):
		return fmt.Errorf("cut=%q is not one of %v", q.Cut, Cuts)
	case q.Shelves != 0 && q.Top != 0:
		return errors.New("shelf and top are different shuffles; choose one of them")
	case other && q.Cut != None:
		return fmt.Errorf("cut=%s needs riffles; with shelf or top no closed form is known", q.Cut)
	case q.Shelves < 0 || q.Shelves > MaxPackets:
		return fmt.Errorf("shelf=%d is out of range 1..%d", q.Shelves, int(MaxPackets))
	case q.Top < 0 || q.Top > q.N:
		return fmt.Errorf("top=%d is out of range 1..%d, the cards of the deck", q.Top, q.N)
	}
	return nil
}

// packets is how many a shuffle has, as a label of a card says which: 2m of m shelves.
func (q Question) packets() int64 { return max(q.Packets, 2*q.Shelves) }

// labels is how many a card may have after so many shuffles.
func (q Question) labels(times int) *big.Int { return power(big.NewInt(q.packets()), times) }

// laws gives the law after any number of shuffles.
func (q Question) laws() func(times int) Law {
	switch {
	case q.Shelves > 0:
		return func(times int) Law { return Shelves(q.N, Passes(big.NewInt(q.Shelves), times)) }
	case q.Top > 0:
		return func(times int) Law { return Top(q.N, q.Top, times) }
	}
	shuffle := New(q.N, q.Cut)
	return func(times int) Law { return riffled{shuffle, q.labels(times)} }
}

// event is what the likelier decks are known by, up to a bound.
func (q Question) event() string {
	switch {
	case q.Shelves > 0:
		return results.PeaksAtMost
	case q.Top > 0:
		return results.InOrderAtLeast
	case q.Cut == Before:
		return results.CyclicAtMost
	case q.Cut == After:
		return ""
	}
	return results.RisingAtMost
}

// Seconds is about what the answer takes.
func (q Question) Seconds() float64 {
	n, rows := float64(q.N), float64(q.To-q.From+1)
	if q.Top > 0 {
		return rows * n * n * (1e-6 + float64(2e-11*n*float64(q.To)))
	}
	return rows * (float64(5e-8*n*n) + float64(1e-6*n*float64(q.Digits)))
}

// shuffles is what a record says of the question.
func (q Question) shuffles() results.ClosedShuffle {
	return results.ClosedShuffle{N: q.N, A: q.Packets, Cut: string(q.Cut), Shelves: q.Shelves, Top: q.Top,
		Digits: q.Digits}
}

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	record := results.Riffles{Head: results.Answering(q, results.Exact),
		ClosedShuffle: q.shuffles(), Event: q.event()}
	law := q.laws()
	text := func(x *big.Rat) string { return number.Decimal(x, q.Digits) }
	err := q.each(ctx, func(m int) {
		l := law(m)
		bound, here, fair := l.Bet()
		var tvd *big.Rat
		if fair != nil {
			tvd = new(big.Rat).Sub(here, fair)
		} else {
			tvd = l.TVD()
		}
		entropy, _ := l.Entropy(func(lo, hi *big.Rat) bool { return text(lo) == text(hi) })
		row := results.RifflesRow{
			Shuffles:   m,
			TVD:        text(tvd),
			Separation: text(l.Separation()),
			Linf:       text(l.Linf()),
			Entropy:    text(entropy),
		}
		if q.Top == 0 {
			row.Birthday = text(birthday(q.N, q.labels(m)))
		}
		if fair != nil && fair.Sign() > 0 {
			if q.Top > 0 {
				bound++ // class s-1 has s cards in order
			}
			row.Bound, row.Here, row.Fair = &bound, text(here), text(fair)
		}
		record.Rows = append(record.Rows, row)
	})
	return record, err
}

// each goes through the numbers of shuffles.
func (q Question) each(ctx context.Context, yield func(times int)) error {
	meter := pace.Of(ctx)
	meter.Start(float64(q.To-q.From+1), 0)
	for m := q.From; m <= q.To; m++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		yield(m)
		meter.Add(1)
	}
	return nil
}

// Picture draws the answers to a question with one cut or several: total variation and separation over the
// number of shuffles, or of several answers total variation alone.
func (q Question) Picture(_ context.Context, _ results.Env, answers []results.Record) ([]figure.Block, error) {
	q.Cut = None
	title := fmt.Sprintf("%s after %s", number.Count(q.N, "card"), q.shuffles())
	curve := figure.Curve{XLabel: q.shuffles().Name(), YLabel: "distance from uniform", YMax: 1}
	column := func(name string, r results.Riffles, of func(results.RifflesRow) string) figure.Series {
		return figure.Column(name, q.From, r.Rows, of)
	}
	tvd := func(row results.RifflesRow) string { return row.TVD }
	for _, r := range answers {
		r := r.(results.Riffles)
		cut := Cut(r.Cut).label()
		if len(answers) > 1 {
			curve.Series = append(curve.Series, column("total variation"+cut, r, tvd))
			continue
		}
		title += cut
		curve.Series = []figure.Series{column("total variation", r, tvd),
			column("separation", r, func(row results.RifflesRow) string { return row.Separation })}
	}
	if at, name := q.cutoff(); at > float64(q.From) && at < float64(q.To) {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("%s = %.2f", name, at), At: at, Vertical: true}}
	}
	return []figure.Block{figure.Title(title), curve}, nil
}

// label is what a cut adds to a name.
func (c Cut) label() string {
	if c == None {
		return ""
	}
	return ", cut " + string(c)
}

// cutoff is the number of shuffles round which the total variation falls: Bayer and
// Diaconis, theorem 4; G. Chen and A. Ottolini, arXiv 2410.17345; Diaconis, Fill and
// Pitman.
func (q Question) cutoff() (at float64, name string) {
	log := elementary.Log(float64(q.N))
	switch {
	case q.Shelves > 0:
		return 1.25 * log / elementary.Log(float64(q.packets())), fmt.Sprintf("(5/4) log n / log %d", q.packets())
	case q.Top == 1:
		return float64(q.N) * log, "n log n"
	case q.Top > 1:
		return float64(q.N) * log / float64(q.Top), fmt.Sprintf("(n/%d) log n", q.Top)
	}
	return 1.5 * log / elementary.Log(float64(q.Packets)), fmt.Sprintf("(3/2) log n / log %d", q.Packets)
}

// What the laws of this package depend on, by the permutation p of a shuffled deck: p[i] is
// where card i went.

// peaks counts the cards of the deck that lie between two smaller ones.
func peaks(p perm.Perm) int { return perm.Peaks(p.Inverse()) }

// kept is how many of the cards that were at the bottom still lie in their order, the most s
// for which the last s do.
func kept(p perm.Perm) (s int) {
	for s = 1; s < len(p) && p[len(p)-s-1] < p[len(p)-s]; s++ {
	}
	return s
}

// cyclicDescents counts the cards that lie below the next one, the first being next to the
// last.
func cyclicDescents(p perm.Perm) int {
	c := p.Descents()
	if p[len(p)-1] > p[0] {
		c++
	}
	return c
}

// Ratio is n! P(p) for a permutation p of the question's deck, after any number of shuffles,
// and what of p it depends on.
func (q Question) Ratio(p perm.Perm) (shape string, after func(times int) *big.Rat) {
	n := q.N
	class := func(k int) func(times int) *big.Rat {
		law := q.laws()
		return func(times int) *big.Rat { return law(times).(*Classes).Ratio(k) }
	}
	many := func(k int, one, more string) string {
		if k == 1 {
			return "1 " + one
		}
		return fmt.Sprint(k, " ", more)
	}
	riffled := func(cards, r, tilt int) func(times int) *big.Rat { // cards! Q(cards, a, r) (1 + tilt/a)
		return func(times int) *big.Rat {
			a := q.labels(times)
			ratio := Q(cards, a, r)
			ratio.Mul(ratio, new(big.Rat).SetInt(factorial(cards)))
			return ratio.Mul(ratio, new(big.Rat).SetFrac(new(big.Int).Add(a, big.NewInt(int64(tilt))), a))
		}
	}
	switch {
	case q.Shelves > 0:
		v := peaks(p)
		return many(v, "peak", "peaks"), class(v)
	case q.Top > 0:
		s := kept(p)
		return "the last " + many(s, "card", "cards") + " in order", class(s - 1)
	case q.Cut == None || n == 1:
		r := p.RisingSequences()
		return many(r, "rising sequence", "rising sequences"), riffled(n, r, 0)
	case q.Cut == Before:
		c := cyclicDescents(p)
		return many(c, "cyclic descent", "cyclic descents"), riffled(n-1, c, 0)
	}
	c, d := cyclicDescents(p), lastStep(p)
	return fmt.Sprintf("%s and a last step of %d", many(c, "cyclic descent", "cyclic descents"), d), riffled(n-1, c,
		d-c)
}

// Deck asks how likely one deck is, which lists its cards from 1, after the shuffles of a question.
type Deck struct {
	Question
	Deck []int `json:"deck"`
}

// Schema implements [results.Question].
func (Deck) Schema() string { return results.RiffledDeckSchema }

// Params implements [results.Declared].
func (q *Deck) Params() param.List {
	deck := param.DeckOf(&q.Deck, &q.N, "52", 1, MaxDeck)
	deck[0] = deck[0].Needed()
	return append(append(deck, q.shuffled()...), param.After(func(given func(string) bool) error {
		if given("png") {
			return errors.New("the probability of one deck is not drawn; leave out --png or the deck")
		}
		return nil
	}))
}

// Check implements [results.Question].
func (q Deck) Check() error {
	if err := cards.Check(q.Deck); err != nil {
		return err
	}
	if q.N != len(q.Deck) {
		return fmt.Errorf("n=%d, but the deck has %s", q.N, number.Count(len(q.Deck), "card"))
	}
	return q.Question.Check()
}

// Answer implements [results.Question].
func (q Deck) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	p := make(perm.Perm, len(q.Deck))
	for j, card := range q.Deck {
		p[card-1] = j
	}
	shape, after := q.Ratio(p)
	record := results.RiffledDeck{
		Head: results.Answering(q, results.Exact), ClosedShuffle: q.shuffles(),
		Deck: q.Deck, Shape: shape, Rows: []results.RiffledDeckRow{},
	}
	var err error
	record.Likeliest, record.Rows, err = q.likelihood(ctx, after)
	return record, err
}

// likelihood is the probability of a deck by the number of shuffles, of which it names the
// likeliest.
func (q Question) likelihood(ctx context.Context, after func(times int) *big.Rat) (likeliest int,
	rows []results.RiffledDeckRow, err error) {
	best, orders := new(big.Rat), new(big.Rat).SetInt(factorial(q.N))
	err = q.each(ctx, func(times int) {
		ratio := after(times)
		if ratio.Cmp(best) > 0 {
			best, likeliest = ratio, times
		}
		rows = append(rows, results.RiffledDeckRow{
			Shuffles:    times,
			Probability: number.Decimal(new(big.Rat).Quo(ratio, orders), q.Digits),
			Ratio:       number.Decimal(ratio, q.Digits),
		})
	})
	return likeliest, rows, err
}

// lastStep is how far below the last card the first one lies, going round.
func lastStep(p perm.Perm) int { return (p[0] - p[len(p)-1] + len(p)) % len(p) }
