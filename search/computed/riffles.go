package computed

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/cycles"
	"dovetail/exact/riffle"
	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Limits of [Riffles].
const (
	MaxDeck    = 1000
	MaxPackets = 1e6
	MaxTimes   = 100
	maxMoves   = 10000 // of cards from the top, or exchanges
	maxDigits  = 1000
)

// Shuffles are the shuffles of N cards of a question: From, From+1, ..., To shuffles,
// in the given number of digits. Each shuffle cuts the deck into Packets, or passes it through
// Shelves shelves, or puts Top cards from the top at random places, whichever of these is not 0. Or it exchanges the
// cards of two random places, if Swaps is set, which are never the same with Distinct.
type Shuffles struct {
	N        int        `json:"n"`
	From     int        `json:"from"`
	To       int        `json:"to"`
	Packets  int64      `json:"a,omitzero"`
	Cut      riffle.Cut `json:"cut"`
	Shelves  int64      `json:"shelves,omitzero"`
	Top      int        `json:"top,omitzero"`
	Swaps    bool       `json:"swaps,omitzero"`
	Distinct bool       `json:"distinct,omitzero"`
	Digits   int        `json:"digits"`
}

// Riffles requests the distances from a fair deck after shuffles.
type Riffles struct {
	Shuffles
	Enough float64 `json:"enough"` // the distance at which the first sentence calls shuffles enough
}

func (Riffles) Schema() string { return results.RifflesSchema }

func (q *Riffles) Params() param.List {
	return append(append(param.List{param.Cards(&q.N, "52", 1, MaxDeck)}, q.shuffled()...), param.Enough(&q.Enough))
}

// shuffled are the parameters of the shuffles.
func (q *Shuffles) shuffled() param.List {
	return param.List{
		param.Range(&q.From, &q.To, "riffles", "1..12", 1, maxMoves, "numbers of riffles, or of other shuffles"),
		param.Int(&q.Packets, "a", "2", 1, MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles").
			If(func() bool { return q.Shelves == 0 && q.Top == 0 && !q.Swaps }, "packets are a parameter of riffles"),
		param.Int(&q.Shelves, "shelf", "0", 0, MaxPackets, "number of shelves of a shelf machine; 0 for riffles"),
		param.Int(&q.Top, "top", "0", 0, MaxDeck,
			"number of cards that a shuffle moves from the top to random places; 0 for riffles"),
		param.Choices(&q.Cut, "cut", string(riffle.None),
			"cut the deck at a uniform place: none, before (all shuffles), after (all shuffles), or a list of these", riffle.Cuts...),
		param.Switch(&q.Swaps, "swaps", "exchange the cards of two random places, once for each of --riffles, 1 to 3n by default"),
		param.Switch(&q.Distinct, "distinct", "exchange the cards of two places that are never the same").
			If(func() bool { return q.Swaps }, "distinct places are a parameter of --swaps"),
		Places(&q.Digits),
		param.After(func(given func(string) bool) error {
			if q.Swaps && !given("riffles") {
				q.To = 3 * q.N
			}
			return nil
		}),
	}
}

// Places is the flag for the digits of probabilities.
func Places(to *int) param.Param {
	return param.Int(to, "digits", "10", 1, maxDigits,
		"digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits")
}

func (q Shuffles) Check() error {
	times := MaxTimes
	if q.Top > 0 || q.Swaps {
		times = maxMoves
	}
	switch other := q.Shelves != 0 || q.Top != 0 || q.Swaps; {
	case other && q.Packets != 0:
		return fmt.Errorf("a=%d is a parameter of riffles; leave it out with shelf, top or swaps", q.Packets)
	case q.N < 1 || q.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxDeck)
	case !other && (q.Packets < 1 || q.Packets > MaxPackets):
		return fmt.Errorf("a=%d is out of range 1..%d", q.Packets, int(MaxPackets))
	case q.From < 1 || q.From > q.To || q.To > times:
		return fmt.Errorf("%d..%d shuffles is not a range within 1..%d", q.From, q.To, times)
	case q.Digits < 1 || q.Digits > maxDigits:
		return fmt.Errorf("digits=%d is out of range 1..%d", q.Digits, maxDigits)
	case !slices.Contains(riffle.Cuts, q.Cut):
		return fmt.Errorf("cut=%q is not one of %s", q.Cut, param.Join(riffle.Cuts))
	case q.Shelves != 0 && q.Top != 0:
		return errors.New("shelf and top are different shuffles; choose one of them")
	case q.Swaps && (q.Shelves != 0 || q.Top != 0):
		return errors.New("swaps, shelf and top are different shuffles; choose one of them")
	case q.Distinct && !q.Swaps:
		return errors.New("distinct places are a parameter of swaps")
	case q.Swaps && (q.N < 2 || q.N > cycles.MaxDeck):
		return fmt.Errorf("n=%d is out of range 2..%d, the decks whose exchanges are computed", q.N, cycles.MaxDeck)
	case other && q.Cut != riffle.None:
		return fmt.Errorf("cut=%s needs riffles; with shelf, top or swaps no closed form is known", q.Cut)
	case q.Shelves < 0 || q.Shelves > MaxPackets:
		return fmt.Errorf("shelf=%d is out of range 1..%d", q.Shelves, int(MaxPackets))
	case q.Top < 0 || q.Top > q.N:
		return fmt.Errorf("top=%d is out of range 1..%d, the cards of the deck", q.Top, q.N)
	}
	return nil
}

// event describes the likelier decks: up to a bound on a statistic.
func (q Shuffles) event() string {
	switch {
	case q.Shelves > 0:
		return results.PeaksAtMost
	case q.Top > 0:
		return results.InOrderAtLeast
	case q.Cut == riffle.Before:
		return results.CyclicAtMost
	case q.Cut == riffle.After || q.Swaps:
		return ""
	}
	return results.RisingAtMost
}

// Seconds is about the time of the answer.
func (q Shuffles) Seconds() float64 {
	n, rows := float64(q.N), float64(q.To-q.From+1)
	if q.Swaps {
		return cycles.Seconds(q.N, q.To+int(rows)) // a row takes about as long as a step
	}
	if q.Top > 0 {
		return rows * n * n * (2e-7 + float64(2e-12*n*float64(q.To)))
	}
	return rows * (float64(5e-8*n*n) + float64(1e-6*n*float64(q.Digits)))
}

// shuffles is the question's part of a record.
func (q Shuffles) shuffles() results.ClosedShuffle {
	return results.ClosedShuffle{N: q.N, A: q.Packets, Cut: string(q.Cut), Shelves: q.Shelves, Top: q.Top,
		Swaps: q.Swaps, Distinct: q.Distinct, Digits: q.Digits}
}

func (q Riffles) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	record := results.Riffles{Head: results.Answering(q, results.Exact),
		ClosedShuffle: q.shuffles(), Enough: q.Enough, Event: q.event()}
	if q.Swaps {
		var err error
		record.Rows, err = q.exchanged(ctx, env.Workers())
		return record, err
	}
	law := q.of().Laws()
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
			row.Birthday = text(riffle.Birthday(q.N, q.of().Labels(m)))
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

// exchanged are the rows of exchanges, in the digits that are certain.
func (q Shuffles) exchanged(ctx context.Context, workers int) (rows []results.RifflesRow, err error) {
	walk, err := cycles.Start(ctx, q.N, workers)
	if err != nil {
		return nil, err
	}
	text := func(v cycles.Value) string {
		low, high := new(big.Rat).SetFloat64(max(0, v.Is-v.Error)), new(big.Rat).SetFloat64(v.Is+v.Error)
		for digits := q.Digits; digits > 0; digits-- {
			if text := number.Decimal(low, digits); text == number.Decimal(high, digits) {
				return text
			}
		}
		return "0"
	}
	meter := pace.Of(ctx)
	meter.Start(float64(q.To), 0)
	for m := 1; m <= q.To; m++ {
		if err := walk.Step(ctx, q.Distinct); err != nil {
			return nil, err
		}
		if m >= q.From {
			rows = append(rows, results.RifflesRow{Shuffles: m, TVD: text(walk.TVD()), Separation: text(walk.Separation()),
				Linf: text(walk.Linf()), Entropy: text(walk.Deficit())})
		}
		meter.Add(1)
	}
	return rows, nil
}

// of are the shuffles themselves.
func (q Shuffles) of() riffle.Shuffles {
	return riffle.Shuffles{N: q.N, Packets: q.Packets, Cut: q.Cut, Shelves: q.Shelves, Top: q.Top, Swaps: q.Swaps}
}

// each goes through the numbers of shuffles.
func (q Shuffles) each(ctx context.Context, yield func(times int)) error {
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

// Picture draws the answers to a question. With one cut it shows total variation and separation
// over the number of shuffles, with several cuts total variation alone.
func (q Riffles) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	q.Cut = riffle.None
	title := fmt.Sprintf("%s after %s", number.Count(q.N, "card"), q.shuffles())
	curve := figure.Curve{XLabel: q.shuffles().Name(), YLabel: "distance from uniform", YMax: 1}
	column := func(name string, r results.Riffles, of func(results.RifflesRow) string) figure.Series {
		return figure.Column(name, q.From, r.Rows, of)
	}
	tvd := func(row results.RifflesRow) string { return row.TVD }
	for _, r := range answers {
		r := r.(results.Riffles)
		cut := label(riffle.Cut(r.Cut))
		if len(answers) > 1 {
			curve.Series = append(curve.Series, column("total variation"+cut, r, tvd))
			continue
		}
		title += cut
		curve.Series = []figure.Series{column("total variation", r, tvd),
			column("separation", r, func(row results.RifflesRow) string { return row.Separation })}
	}
	if at, name := q.of().Cutoff(); at > float64(q.From) && at < float64(q.To) {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("%s = %.2f", name, at), At: at, Vertical: true}}
	}
	return []figure.Block{figure.Title(title), curve}, nil
}

// label names a cut.
func label(c riffle.Cut) string {
	if c == riffle.None {
		return ""
	}
	return ", cut " + string(c)
}

// RiffledDeck asks how likely one deck is after the shuffles of a question. The deck lists its
// cards from 1.
type RiffledDeck struct {
	Shuffles
	Deck []int `json:"deck"`
}

func (RiffledDeck) Schema() string { return results.RiffledDeckSchema }

func (q *RiffledDeck) Params() param.List {
	deck := param.DeckOf(&q.Deck, &q.N, "52", 1, MaxDeck)
	deck[0] = deck[0].Needed()
	return append(append(deck, q.shuffled()...), param.After(func(given func(string) bool) error {
		if given("png") {
			return errors.New("the probability of one deck is not drawn; leave out --png or the deck")
		}
		return nil
	}))
}

func (q RiffledDeck) Check() error {
	if err := cards.Check(q.Deck); err != nil {
		return err
	}
	if q.N != len(q.Deck) {
		return fmt.Errorf("n=%d, but the deck has %s", q.N, number.Count(len(q.Deck), "card"))
	}
	if q.Swaps {
		return errors.New("the probability of one deck after exchanges is not computed; leave out swaps or the deck")
	}
	return q.Shuffles.Check()
}

func (q RiffledDeck) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	p := make(perm.Perm, len(q.Deck))
	for j, card := range q.Deck {
		p[card-1] = j
	}
	shape, after := q.of().Ratio(p)
	record := results.RiffledDeck{
		Head: results.Answering(q, results.Exact), ClosedShuffle: q.shuffles(),
		Deck: q.Deck, Shape: shape, Rows: []results.RiffledDeckRow{},
	}
	var err error
	record.Likeliest, record.Rows, err = q.likelihood(ctx, after)
	return record, err
}

// likelihood is the probability of a deck for each number of shuffles. It names the number with the
// largest.
func (q Shuffles) likelihood(ctx context.Context, after func(times int) *big.Rat) (likeliest int,
	rows []results.RiffledDeckRow, err error) {
	best, orders := new(big.Rat), new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(q.N)))
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
