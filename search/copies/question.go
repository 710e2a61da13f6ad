package copies

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/riffle"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Limits of a [Question].
const (
	MaxPackets = 1 << 16
	MaxTimes   = 20
	maxShuffle = 1 << 20 // packets of all shuffles together
	MaxDecks   = 1e6
	minGap     = 1e-11
	maxGap     = 0.1
)

// Question requests the distances from fair of a game after From, From+1, ..., To shuffles that
// each cut the deck into Packets.
type Question struct {
	Game
	Packets int64       `json:"a"`
	From    int         `json:"from"`
	To      int         `json:"to"`
	Gap     float64     `json:"gap"`    // between the ends of certified intervals
	Enough  float64     `json:"enough"` // the distance at which the first sentence calls shuffles enough
	Decks   int         `json:"decks"`  // whose density is computed where there is no exact way
	Seed    number.Uint `json:"seed"`
}

func (Question) Schema() string { return results.RepeatedSchema }

func (q *Question) Params() param.List {
	n, deck := 0, strings.ReplaceAll(strings.Trim(fmt.Sprint(q.Deck), "[]"), " ", ",")
	var source, target, deal Order
	switch {
	case q.Deck != nil && q.Fixed == Target:
		target = q.Order
	case q.Deck != nil && q.Order != Blocks:
		source = q.Order
	}
	if q.Deck != nil {
		n = q.Deck.Size()
	}
	cards := param.Cards(&n, "52", 2, MaxDeck)
	cards.Clear = func() { q.Game = Game{} }
	return param.List{
		cards,
		param.New(&deck, "deck", "",
			"red-black (the default), suits (the default of --deal), ranks, blackjack, top-card, distinct, or the number of "+
				"cards of each value, such as 13,39 or 4^9,16",
			param.Filled("text", "red-black or another that is known, or numbers of cards such as 13,39")),
		param.Choice(&source, "source", "",
			"fixed source, with its values in this order: blocks (the default), cyclic, back-and-forth", Orders...),
		param.Choice(&target, "target", "", "fixed target, with its hands in this order: blocks, cyclic, back-and-forth",
			Orders...),
		param.Choice(&deal, "deal", "", "like --target, with four equal hands unless --deck gives others", Orders...),
		param.Int(&q.Packets, "a", "2", 2, MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles"),
		param.Range(&q.From, &q.To, "riffles", "1..12", 1, MaxTimes, "numbers of riffles"),
		param.Chance(&q.Gap, "gap", "1e-9", "maximum length of certified intervals"),
		param.Enough(&q.Enough),
		param.Int(&q.Decks, "decks", "20000", 2, MaxDecks,
			"number of sampled decks whose density is computed, where the distance is sampled; a statistic is computed for "+
				"fifty times as many"),
		param.Seed(&q.Seed),
		param.After(func(given func(string) bool) (err error) {
			if !given("cards") && deck != "" && strings.Trim(deck, "0123456789,^ ") == "" {
				n = 0 // the deck says it
			}
			q.Game, err = newGame(deck, n, source, target, deal)
			return err
		}),
	}
}

func (q Question) Check() error {
	if err := q.Deck.Check(q.Deck.Size()); err != nil {
		return err
	}
	switch {
	case !slices.Contains(Orders, q.Order):
		return fmt.Errorf("order=%q is not one of %s", q.Order, param.Join(Orders))
	case !slices.Contains(sides, q.Fixed):
		return fmt.Errorf("fixed=%q is not one of %s", q.Fixed, param.Join(sides))
	case q.Packets < 2 || q.Packets > MaxPackets:
		return fmt.Errorf("a=%d is out of range 2..%d", q.Packets, MaxPackets)
	case q.From < 1 || q.From > q.To || q.To > MaxTimes:
		return fmt.Errorf("%d..%d shuffles is not a range within 1..%d", q.From, q.To, MaxTimes)
	case q.packets(q.To).Cmp(big.NewInt(maxShuffle)) > 0:
		return fmt.Errorf("%d shuffles into %d packets are one shuffle into %d^%d packets, more than %d; choose fewer",
			q.To, q.Packets, q.Packets, q.To, maxShuffle)
	case !(q.Gap >= minGap && q.Gap <= maxGap):
		return fmt.Errorf("gap=%v is out of range %v..%v", q.Gap, minGap, maxGap)
	case q.Decks < 2 || q.Decks > MaxDecks:
		return fmt.Errorf("decks=%d is out of range 2..%d", q.Decks, int(MaxDecks))
	}
	return nil
}

// packets is the number of packets of m shuffles together.
func (q Question) packets(m int) *big.Int {
	return new(big.Int).Exp(big.NewInt(q.Packets), big.NewInt(int64(m)), nil)
}

// fewArrangements is the most arrangements that are counted one by one.
const fewArrangements = 20000

func (q Question) few() bool { return q.Deck.Arrangements().Cmp(big.NewInt(fewArrangements)) <= 0 }

// alike reports whether the game is that of a source of two values in blocks.
func (q Question) alike() bool {
	return q.Fixed == Source && q.Order == Blocks && len(q.Deck) == 2
}

// distance is the method by which a question computes the total variation distance.
type distance int

const (
	fractions distance = iota // exact
	enclosure                 // of all arrangements, in doubles
	bracket
	density // sampled
	event   // a sampled lower bound
)

func (q Question) way(m int) distance {
	n := q.Deck.Size()
	exact := new(big.Int).MulRange(1, int64(n)) // prod n_v!, which a double has exactly below 2^53
	exact.Quo(exact, q.Deck.Arrangements())
	switch {
	case len(q.Deck) == n: // all distinct
		return fractions
	case q.alike():
		if q.few() || q.packets(m).Int64() == 2 { // of one riffle many arrangements share a probability
			return fractions
		}
		return bracket
	case q.Order != Blocks:
		return event
	case q.few() && exact.BitLen() <= 53:
		return fractions
	case q.few():
		return enclosure
	}
	return density
}

// exact is the total variation distance after an a-shuffle.
func (s *sampler) exact(a *big.Int) (*big.Rat, error) {
	switch {
	case len(s.Deck) == s.Deck.Size():
		return riffle.TVD(len(s.Deck), a), nil
	case s.alike():
		return s.Deck.TVD(s.ctx, a.Int64())
	}
	return newCounter(s.Game).TVD(s.ctx, a)
}

// maxFraction is the most characters of a printed fraction.
const maxFraction = 400

func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	r := results.Repeated{
		Schema: q.Schema(), QuestionText: results.TextOf(q), N: q.Deck.Size(), A: q.Packets, Deck: q.Deck,
		Fixed: string(q.Fixed), Order: string(q.Order), Enough: q.Enough,
	}
	if q.Fixed == Source {
		r.FairGuesses = number.Decimal(q.Deck.Guesses(), 10)
	}
	meter := pace.Of(ctx)
	meter.Start(q.Seconds(), 0)
	s := &sampler{Question: q, threads: env.Threads, ctx: ctx}
	c, err := s.constant(&r)
	if err != nil {
		return r, err
	}
	r.Rows = make([]results.RepeatedRow, q.To-q.From+1)
	answer := func(m int) error {
		row, err := q.row(ctx, s, m)
		if err != nil {
			return err
		}
		a := q.packets(m)
		row.FirstOrder = number.Estimate(c.value/float64(a.Int64()), c.se/float64(a.Int64()))
		if q.Fixed == Source && q.Order == Blocks {
			row.Separation = number.Decimal(q.Deck.Separation(a), 10)
			row.RuleOfThumb = fmt.Sprintf("%.4f", q.Deck.RuleOfThumb(a.Int64()))
		}
		r.Rows[m-q.From] = row
		meter.Add(q.seconds(m))
		return nil
	}
	var computed []int
	for m := q.To; m >= q.From; m-- { // those of many packets take longest
		if q.way(m) < density {
			computed = append(computed, m)
		}
	}
	if err := pace.Share(ctx, run.Threads(env.Threads), len(computed), func(context.Context, int) func(int) error {
		return func(i int) error { return answer(computed[i]) }
	}); err != nil {
		return r, err
	}
	for m := q.From; m <= q.To; m++ { // decks that are dealt have all threads
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if q.way(m) >= density {
			if err := answer(m); err != nil {
				return r, err
			}
		}
		switch r.Rows[m-q.From].Kind {
		case results.Bound:
			r.Gap = q.Gap
		case results.Sampled:
			s.sampled(&r)
		}
	}
	return r, nil
}

// row is the total variation distance after m shuffles.
func (q Question) row(ctx context.Context, s *sampler, m int) (row results.RepeatedRow, err error) {
	row.Shuffles = m
	a := q.packets(m)
	var low, high *big.Rat
	switch q.way(m) {
	case fractions:
		row.Kind = results.Exact
		if low, err = s.exact(a); err != nil {
			return row, err
		}
		high = low
		if text := low.RatString(); len(text) <= maxFraction {
			row.TVDExact = text
		}
	case enclosure:
		row.Kind = results.Bound
		low, high, err = newCounter(s.Game).Enclose(ctx, a.Int64())
	case bracket:
		row.Kind = results.Bound
		low, high, err = q.Deck.Bracket(ctx, a.Int64(), q.Gap)
	case density:
		e, err := s.distance(m)
		row.Kind, row.TVDLow, row.SE = results.Sampled, number.Estimate(e.value, e.se), rounded(e.se)
		row.TVDHigh = row.TVDLow
		return row, err
	case event:
		e, err := s.lowerBound(m)
		row.Kind, row.TVDLow, row.SE = results.Sampled, number.Estimate(e.value, e.se), rounded(e.se)
		return row, err
	}
	if err != nil {
		return row, err
	}
	row.TVDLow, row.TVDHigh = number.Certified(low, false), number.Certified(high, true)
	return row, nil
}

// Seconds is about the time of the answer on one processor.
func (q Question) Seconds() (sum float64) {
	for m := q.From; m <= q.To; m++ {
		sum += q.seconds(m)
	}
	return sum
}

func (q Question) seconds(m int) float64 {
	n := float64(q.Deck.Size())
	a := float64(q.packets(m).Int64())
	cost := 1e-6
	switch q.way(m) {
	case fractions:
		if q.alike() {
			cost = 4e-7 * a * float64(q.Deck[0]*q.Deck[1])
		} else if len(q.Deck) < q.Deck.Size() {
			cost = 1e-5 * fewArrangements
		}
	case bracket:
		red, black := float64(q.Deck[0]), float64(q.Deck[1])
		cost = red * black * (float64(2e-9*a) + float64(2e-4*math.Sqrt(1e-9/q.Gap)))
	case enclosure:
		cost = 1e-4 * fewArrangements
	case density:
		each := n * n
		for _, count := range q.Deck[1:] {
			if q.Fixed == Source {
				each += n * elementary.Pow(float64(count), 3) / 40
			}
		}
		cost = 1e-9 * (each + float64(50*n)) * float64(q.Decks)
	case event:
		cost = 2.5e-9 * n * float64(q.statistics()*(m+4))
	}
	return cost
}

// Picture is the curves of the answer: total variation, or what is sampled of it, the first order, and
// separation.
func (Question) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.Repeated)
	shuffles := "riffles"
	if r.A != 2 {
		shuffles = fmt.Sprintf("%d-shuffles", r.A)
	}
	name := "total variation"
	if r.Rows[0].TVDHigh == "" {
		name = "total variation, lower bound, sampled"
	}
	curve := figure.Curve{XLabel: shuffles, YLabel: "distance from fair", YMax: 1}
	for _, c := range []struct {
		name string
		text func(row results.RepeatedRow) string
	}{
		{name, func(row results.RepeatedRow) string { return row.TVDLow }},
		{"separation", func(row results.RepeatedRow) string { return row.Separation }},
		{"c/a, at most 1", func(row results.RepeatedRow) string { return row.FirstOrder }},
	} {
		s := figure.Column(c.name, r.Rows[0].Shuffles, r.Rows, c.text)
		for i, y := range s.Y {
			s.Y[i] = min(1, y)
		}
		if len(s.Y) > 0 {
			curve.Series = append(curve.Series, s)
		}
	}
	title := fmt.Sprintf("%s equal cards after %s: fixed %s, %s", r.Copies(), shuffles, r.Fixed, r.Order)
	return []figure.Block{figure.Title(title), curve}, nil
}
