package topswops

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/search/population"
	"dovetail/search/run"
)

// Records requests the longest games on From, ..., To cards that populations of decks grow, beside
// the published ones: by a number of rounds, or by as many as the work or time allows. The question
// of a record has the number of rounds that were made, unless the last one ended early.
type Records struct {
	From   int             `json:"from"`
	To     int             `json:"to"`
	Seed   number.Uint     `json:"seed"`
	Rounds int             `json:"rounds,omitzero"` // at most; 0 for as many as the work or time allows
	Time   number.Duration `json:"time,omitzero"`   // by the clock
	Work   number.Duration `json:"work,omitzero"`   // of one processor, by the estimated price of rounds; the first is always made
	Tails  int             `json:"tails,omitzero"`  // cards out of order in tails, which are played in all orders; 0 for no tails
	Layers int             `json:"layers,omitzero"` // most decks of a layer after tails; 0 for the default
}

func (Records) Schema() string { return results.TopswopsRecordsSchema }

func (q Records) Check() error {
	switch {
	case q.From < 1 || q.From > q.To || q.To > population.MaxCards:
		return fmt.Errorf("n=%d..%d is no range within 1..%d", q.From, q.To, population.MaxCards)
	case q.Rounds < 0 || q.Rounds > population.MaxRounds:
		return fmt.Errorf("rounds=%d is out of range 0..%d", q.Rounds, population.MaxRounds)
	case q.Time < 0:
		return fmt.Errorf("time=%v is less than 0", time.Duration(q.Time))
	case q.Work < 0:
		return fmt.Errorf("work=%v is less than 0", time.Duration(q.Work))
	case q.Tails == 0 && q.Layers != 0:
		return fmt.Errorf("layers=%d needs tails", q.Layers)
	case q.Tails == 0:
		return nil
	case q.Layers != 0 && (q.Layers < population.MinLayers || q.Layers > population.MaxLayers):
		return number.InRange("layers", q.Layers, population.MinLayers, population.MaxLayers)
	case q.To < population.TailsFrom || q.From > population.LayersTo:
		return fmt.Errorf("tails lead to games of %d to %d cards, none of which is in the range",
			population.TailsFrom, population.LayersTo)
	}
	return number.InRange("tails", q.Tails, population.MinTails, population.MaxTails)
}

func (q Records) query() population.Query {
	p := population.Query{N: q.To, Seed: uint64(q.Seed), Rounds: cmp.Or(q.Rounds, population.MaxRounds),
		Time: time.Duration(q.Time), Tails: q.Tails}
	if q.Tails > 0 {
		p.From, p.Layers = q.From, cmp.Or(q.Layers, population.UsualLayers)
	}
	if q.Work > 0 {
		p = p.Within(time.Duration(q.Work).Seconds())
	}
	return p
}

func (q Records) Seconds() float64 {
	if q.Time > 0 {
		return min(q.query().Seconds(), time.Duration(q.Time).Seconds())
	}
	return q.query().Seconds()
}

func (q Records) Limit() (limit time.Duration, ofWork bool) { return time.Duration(q.Time), false }

func (q Records) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	decks, rounds, whole, err := q.query().Decks(ctx, env)
	if err != nil && decks == nil {
		return nil, err
	}
	if whole {
		q.Rounds, q.Time, q.Work = rounds, 0, 0
	}
	r := games.TopswopsRecords{
		Head: results.Answering(q, results.Bound), Seed: number.OfUint(uint64(q.Seed)), Rounds: rounds,
	}
	for _, d := range decks[q.From-1:] {
		row := RecordOf(d)
		if rounds == 0 { // and a chain takes no time
			row = longerChain(row)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, results.Unfinished(err, []games.TopswopsRecords{r})
}

// RecordOf plays a deck.
func RecordOf(deck []int) games.TopswopsRecord {
	n, length := len(deck), topswops.Play(deck, false).Length()
	square := float64(length) / float64(n*n)
	r := games.TopswopsRecord{N: n, Length: length, Square: square, Deck: deck, OnRecord: OnRecordAt(n)}
	if known, ok := KnownAt(n); ok {
		r.Published = &known.Length
	}
	return r
}

// longerChain is a deck that is built without a search, if that is longer.
func longerChain(r games.TopswopsRecord) games.TopswopsRecord {
	for _, f := range starts {
		if r.N < len(f.deck) {
			continue
		}
		if built := RecordOf(f.chain(r.N)); built.Length > r.Length {
			r = built
		}
	}
	return r
}

// Picture draws moves over the square of the number of cards, beside what is published.
func (Records) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(games.TopswopsRecords)
	found := figure.Series{Name: "found", First: r.Rows[0].N}
	published := figure.Series{Name: "published", First: r.Rows[0].N}
	for i, row := range r.Rows {
		found.Y = append(found.Y, row.Square)
		if row.Published != nil && len(published.Y) == i { // as far as all are published
			published.Y = append(published.Y, float64(*row.Published)/float64(row.N*row.N))
		}
	}
	curve := figure.Curve{XLabel: "cards", YLabel: "moves / cards²", Series: []figure.Series{found}}
	if published.Y != nil {
		curve.Series = append(curve.Series, published)
	}
	return []figure.Block{figure.Title("Topswops: long games"), curve}, nil
}
