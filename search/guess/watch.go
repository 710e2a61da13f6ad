package guess

import (
	"context"
	"errors"
	"fmt"

	"dovetail/exact/position"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/deals"
	"dovetail/search/run"
)

// Watch asks to watch the player of [NewPlayer] guess one deck, dealt by a word: the card that it
// names at each position, and its chance. The deck is the one that [Game] deals.
type Watch struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"`
	Seed    number.Uint       `json:"seed"`
}

func (Watch) Schema() string { return results.WatchedSchema }

// Whole is the question of how many cards are guessed after the whole word.
func (q Watch) Whole() Question {
	return Question{N: q.N, Letters: q.Letters, Word: q.Word, From: max(1, len(q.Word))}
}

func (q *Watch) Params() param.List {
	times := 0
	riffles := param.Int(&times, "riffles", "3", 1, MaxTimes, "number of riffles").Hide(func() bool { return true })
	return append(param.List{param.Chosen("watch", "watch the player of --play guess a shuffled deck alone"), riffles,
		param.Seed(&q.Seed)}, shuffled(&q.N, &q.Letters, &q.Word, func(given bool, length int) (int, error) {
		switch {
		case length > 0 && given:
			return 0, errors.New("a word already says which shuffles there are; leave out --riffles")
		case length > 0:
			return length, nil
		}
		return times, nil
	})...)
}

// Cards is the number of cards. The names of the deck are used as far as it has any.
func (q Watch) Cards() int { return q.N }

func (q Watch) Check() error { return q.Whole().Check() }

// Seconds implements [results.Question]. Each name takes a sum for each run of unseen cards, at most n/2,
// and each sum is a polynomial of n terms.
func (q Watch) Seconds() float64 {
	return float64(2e-9*float64(q.N)*float64(q.N)*float64(q.N)*float64(q.N)/8) + float64(q.Whole().rowSeconds())
}

// chanceError bounds the error of a chance. It is a quotient of two means times an integer, and
// chances are 1 at most. A mean by steps is off by [relativeError] at most. One by runs is made of
// positive doubles too: shares of orders of l cards by 3l roundings, a product and at most n sums
// for each run, the ratio, and n sums at the end: 6n + 2 in all.
func chanceError(n int) float64 { return float64(n*(n+1)+12*n+8) * 0x1p-53 }

func (q Watch) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	deck, err := dealt(ctx, q.Whole(), uint64(q.Seed))
	if err != nil {
		return nil, err
	}
	p, best, err := NewPlayer(ctx, q.Whole())
	if err != nil {
		return nil, err
	}
	r := games.Watched{Head: results.Answering(q, results.Exact), N: q.N, Word: q.Word,
		Models: notation.Definitions(q.Letters), Seed: number.OfUint(uint64(q.Seed)), Best: best}
	sum := 0.0
	for i, card := range deck {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		named, chance := p.Name()
		sum += chance
		row := games.WatchedRow{Place: i + 1, Named: named + 1, Card: int(card) + 1}
		row.Chance, r.Error = rounded(chance, p.error)
		if named == int(card) {
			row.Right, r.Right = 1, r.Right+1
		}
		r.Rows = append(r.Rows, row)
		p.See(int(card))
	}
	if best {
		r.Expected = fmt.Sprintf("%.6f", sum) // n chances, whose errors are far below its last digit
	}
	return r, nil
}

// Steps are the decks that lead to the one that is guessed, by numbers of cards from 1: the new deck, and the deck
// after each letter of the word.
func (q Watch) Steps(ctx context.Context) (decks [][]int, err error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	steps, err := stepsOf(ctx, q.Whole(), uint64(q.Seed), 0)
	for _, step := range steps {
		var deck []int
		for _, card := range step {
			deck = append(deck, int(card)+1)
		}
		decks = append(decks, deck)
	}
	return decks, err
}

// dealt is the deck that a word deals to the player.
func dealt(ctx context.Context, q Question, seed uint64) ([]uint16, error) {
	decks, err := stepsOf(ctx, q, seed, len(q.Word))
	if err != nil {
		return nil, err
	}
	return decks[0], nil
}

// stepsOf are the decks of one deal after a number of letters, and after each that follows.
func stepsOf(ctx context.Context, q Question, seed uint64, from int) (decks [][]uint16, err error) {
	laws, err := position.NewLawsWithin(ctx, q.N, q.Letters)
	if err != nil {
		return nil, err
	}
	w, err := laws.Parse(q.Word)
	if err != nil {
		return nil, err
	}
	for letters := from; letters <= len(w); letters++ {
		deck, err := deals.OfPart(laws, w, letters, "guess", seed).First(ctx)
		if err != nil {
			return nil, err
		}
		decks = append(decks, deck)
	}
	return decks, nil
}
