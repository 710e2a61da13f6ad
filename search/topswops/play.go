package topswops

import (
	"context"

	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Playing requests the game of a deck, move by move.
type Playing struct {
	Deck []int `json:"deck"`
}

// The longest game, and the largest deck, that are printed in full.
const (
	printedMoves = 500
	printedCards = 100
)

// ListedMoves is the length of the longest game whose record lists the cards moved.
const ListedMoves = 1_000_000

func (Playing) Schema() string { return results.TopswopsPlaySchema }

func (q Playing) Check() error { return topswops.CheckDeck(q.Deck) }

// Seconds implements [results.Question]. Most games have fewer moves than cards.
func (q Playing) Seconds() float64 { return 1e-9 * float64(len(q.Deck)*len(q.Deck)) }

func (q Playing) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	g, err := topswops.PlayUntil(ctx, q.Deck, len(q.Deck) <= printedCards)
	if err != nil {
		return nil, err
	}
	r := games.TopswopsPlay{
		Head:         results.Answering(q, results.Exact),
		N:            len(g.Deck),
		Length:       g.Length(),
		Deck:         g.Deck,
		End:          g.End,
		Protagonists: g.Protagonists(),
		Supporting:   append([]int{}, g.Supporting()...),

		TopswopsHalves: games.TopswopsHalves(g.Halves()),
	}
	if r.Length <= ListedMoves {
		r.Moves = append([]int{}, g.Shown...)
	}
	if r.N <= printedCards && r.Length <= printedMoves {
		r.Decks = g.History
		for _, s := range g.Scores() {
			r.Scores = append(r.Scores, number.Of(s))
		}
	}
	return r, nil
}
