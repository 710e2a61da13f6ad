package faro

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results/param"
)

func (q *Deck) Params() param.List {
	n := param.Arg(&q.N, "N", "n", param.Number[number.Uint](1, faro.MaxDeck)).Needed()
	n.Optional = true // several are in files
	return param.List{n, Shown(&q.Only)}
}

// Shown is the flag for the shuffles that are shown.
func Shown(to *string) param.Param {
	return param.Choice(to, "kind", "both", "shuffles to show: out, in or both (JSON of single decks has both)",
		"out", "in", "both")
}

// size is the argument for the number of cards.
func size(to *number.Uint) param.Param {
	return param.Arg(to, "N", "n", param.Number[number.Uint](1, faro.MaxShuffled))
}

func (q *Listing) Params() param.List { return param.List{size(&q.N).Needed()} }

func (q *Table) Params() param.List {
	decks := param.RangeArg(&q.From, &q.To, "N", "n", 1, faro.MaxShuffled).Needed() // one number is [Listing]'s
	decks.Texts = func() []string { return []string{fmt.Sprintf("%d..%d", q.From, q.To)} }
	return param.List{decks}
}

// Params are those of [Move] without the place to which the card moves.
func (q *Moves) Params() param.List { return (&Move{}).params(&q.N, &q.From)[:2] }

func (q *Move) Params() param.List { return q.params(&q.N, &q.From) }

func (q *Move) params(n, from *number.Uint) param.List {
	return param.List{size(n),
		param.Int(from, "from", "1", 1, faro.MaxShuffled, "position of the card that moves, from 1"),
		param.Int(&q.To, "to", "", 1, faro.MaxShuffled, "position to which it moves, from 1 (default: each)")}
}

// Params implements [results.Declared]. A single card makes the question [Move].
func (q *MoveCards) Params() param.List {
	return param.List{size(&q.N),
		param.New(&q.From, "from", "", "positions of several cards, as in 1..4 or 1,5", places).Needed(),
		param.New(&q.To, "to", "", "positions to which they move, whichever to which", places).Needed()}
}

// places are two or more positions, from 1: a range, or a list with commas.
var places = param.Kind[[]int]{Name: "number", Parse: func(what, text string) ([]int, error) {
	if strings.Contains(text, "..") {
		from, to, err := number.ParseRange(what, text, 1, faro.MaxPlaced)
		if err == nil && to-from >= maxMoved {
			err = fmt.Errorf("%s=%s is more than %d cards", what, text, maxMoved)
		}
		if err != nil || from == to {
			return nil, cmp.Or(err, errOne)
		}
		return cards.New(int(to-from+1), int(from)), nil
	}
	all, err := param.Numbers(1, faro.MaxPlaced).Parse(what, text)
	if err == nil && len(all) < 2 {
		err = errOne
	}
	slices.Sort(all)
	return all, err
}, Format: param.Numbers(1, faro.MaxPlaced).Format}

var errOne = errors.New("want several positions, as in 1..4 or 1,5")

// Kind is the kind of a perfect shuffle.
var Kind = param.Kind[faro.Kind]{Name: "kind", Values: []string{faro.Out.String(), faro.In.String()},
	Parse: func(_, text string) (faro.Kind, error) { return faro.ParseKind(text) }, Format: faro.Kind.String}

// Params implements [results.Declared]. Cards in order, from 1 on or from 0 on, are written as
// their number.
func (q *Trail) Params() param.List {
	fromZero := slices.Equal(q.Deck, cards.New(len(q.Deck), 0))
	fromOne := func() bool { return slices.Equal(q.Deck, cards.New(len(q.Deck), 1)) }
	deck := param.Deck(&q.Deck).Needed()
	deck.Texts = func() []string {
		if !fromZero && !fromOne() {
			return nil
		}
		return []string{fmt.Sprint(len(q.Deck))}
	}
	times := param.Int(&q.Times, "times", "", 0, MaxPrinted, "number of shuffles (default: until the deck returns)")
	times.Texts = func() []string { return []string{fmt.Sprint(q.Times)} }
	return param.List{
		deck, times,
		param.New(&q.Shuffle, "kind", "out", "out (the top card stays) or in (it becomes the second)", Kind),
		param.Switch(&fromZero, "from-zero", "number the cards from 0 instead of 1"),
		param.After(func(given func(string) bool) (err error) {
			if fromZero && (given("names") || !fromOne()) {
				return errors.New("from-zero is only for the cards 1..N in order; leave out --from-zero")
			}
			if fromZero {
				q.Deck = cards.New(len(q.Deck), 0)
			}
			if !given("times") {
				*q, err = untilItReturns(q.Shuffle, q.Deck)
			}
			return err
		}),
	}
}
