package deals

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/spelling"
)

// Opening hands: a deck of n cards has several kinds of cards, such as the lands and the creatures
// of a card game. X of one kind are among the first h after a word.
//
// By linearity E X is the sum, over the cards of the kind, of the probability that the card comes
// to the first h positions, which the position law has. E X(X-1) is twice the same sum over pairs
// of these cards, which the law of pairs has. So mean and variance are exact for every letter with
// these laws. The joint law of the numbers of all kinds needs laws of h cards: it is estimated from
// deals.

// maxOpeningDeck is the largest deck whose opening hands are counted. maxOpeningPairs is the largest with an
// exact variance: a law of pairs of more cards takes over half a gigabyte a letter. maxOpeningHands is the
// greatest number of different hands.
const (
	maxOpeningDeck  = 208
	maxOpeningPairs = 128
	maxOpeningHands = 5000
)

// maxKinds is the most kinds, so that a hand is a number.
const maxKinds = 8

// Where the cards of the kinds lie before the word: in blocks, with the first kind above the next;
// or each kind spread over the places that the kinds before it leave.
const (
	OnTop    = "top"
	AtBottom = "bottom"
	Spread   = "spread" // every n/K-th card, as evenly as can be
)

// Opening asks how many cards of each kind are among the first Hand of N after a word; without one, of a fair deck.
type Opening struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"`
	Kinds   []spelling.Kind   `json:"kinds"`
	At      string            `json:"at"`
	Hand    int               `json:"hand"`
	Deals   int               `json:"deals"`
	Seed    number.Uint       `json:"seed"`
	Delta   float64           `json:"delta"` // the probability that some interval is wrong is at most this

	// Keep is the hands that a player keeps. With other hands, the deck is put back into its order
	// and shuffled again, at most Mulligans times.
	Keep      []results.OpeningKeep `json:"keep,omitzero"`
	Mulligans int                   `json:"mulligans,omitzero"`
}

func (Opening) Schema() string { return results.OpeningSchema }

func (q *Opening) Params() param.List {
	return append(spelling.OrNone(&q.N, &q.Letters, &q.Word),
		param.Cards(&q.N, "60", 2, maxOpeningDeck),
		param.New(&q.Kinds, "kinds", "24", "number of cards of the kind in the deck, or of several kinds, as in land=17,creature=15",
			spelling.Kinds(maxOpeningDeck)),
		param.Int(&q.Hand, "hand", "7", 1, maxOpeningDeck, "number of cards in the hand"),
		param.Choice(&q.At, "at", OnTop, "where the cards of the kinds lie before the word: top, bottom, or spread evenly",
			OnTop, AtBottom, Spread),
		param.Int(&q.Deals, "deals", "1e5", 2, MaxSamples, "number of decks to deal, 2 to 1e6"),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that some interval does not hold"),
		param.Seed(&q.Seed),
		param.New(&q.Keep, "keep", "", "numbers of cards of the kind with which a hand is kept, such as 2..4, or of several kinds, as in "+
			"land=2..4,creature=1..7; the answer then has the probability of such a hand", keeps),
		param.Int(&q.Mulligans, "mulligans", "0", 0, 20, "how many more hands may be dealt, each after shuffling the first deck again, if no hand is kept").
			If(func() bool { return q.Keep != nil }, "mulligans need --keep"))
}

// keeps reads 2..4, or land=2..4,creature=1..7.
var keeps = param.Kind[[]results.OpeningKeep]{Name: param.Listed, Parse: func(what, text string) (all []results.OpeningKeep, err error) {
	read := func(name, value string) error {
		from, to, err := number.ParseRange(what, value, 0, maxOpeningDeck)
		all = append(all, results.OpeningKeep{Name: name, Least: int(from), Most: int(to)})
		return err
	}
	if !strings.Contains(text, "=") {
		return all, read("", text)
	}
	return all, spelling.Named(what, text, "land=2..4", read)
}, Format: func(all []results.OpeningKeep) string {
	return spelling.Joint(all, func(k results.OpeningKeep) (string, string) {
		return k.Name, param.Span[int](0, maxOpeningDeck).Format([2]int{k.Least, k.Most})
	})
}}

func (q Opening) Check() error {
	if err := number.InRange("n", q.N, 2, maxOpeningDeck); err != nil {
		return err
	}
	sum := 0
	for i, k := range q.Kinds {
		switch {
		case k.Count < 1 || k.Count > q.N-sum:
			return fmt.Errorf("kinds=%d is out of range 1..%d, the cards of the deck that are left", k.Count, q.N-sum)
		case k.Name == "" && len(q.Kinds) > 1 || slices.ContainsFunc(q.Kinds[:i], func(l spelling.Kind) bool { return l.Name == k.Name }):
			return errors.New("kinds have no names of their own, as in land=17,creature=15")
		}
		sum += k.Count
	}
	for i, k := range q.Keep {
		switch {
		case q.kindOf(k) < 0:
			return fmt.Errorf("keep: %q is not one of the kinds, as in land=2..4", k.Name)
		case slices.ContainsFunc(q.Keep[:i], func(l results.OpeningKeep) bool { return l.Name == k.Name }):
			return fmt.Errorf("keep: %s is listed twice", k.Name)
		case k.Least < 0 || k.Least > k.Most || k.Most > q.Hand:
			return fmt.Errorf("keep=%d..%d is not a range of numbers of cards up to %d, those of the hand", k.Least, k.Most, q.Hand)
		}
	}
	switch {
	case sum == 0 || len(q.Kinds) > maxKinds:
		return fmt.Errorf("there are %d kinds of cards; want 1 to %d", len(q.Kinds), maxKinds)
	case q.Hand < 1 || q.Hand > q.N:
		return fmt.Errorf("hand=%d is out of range 1..%d, the cards of the deck", q.Hand, q.N)
	case !slices.Contains([]string{OnTop, AtBottom, Spread}, q.At):
		return fmt.Errorf("at=%q is not %s, %s or %s", q.At, OnTop, AtBottom, Spread)
	case q.Mulligans < 0 || q.Mulligans > 20 || q.Keep == nil && q.Mulligans > 0:
		return fmt.Errorf("mulligans=%d is out of range 0..20, or no hands are kept", q.Mulligans)
	case len(q.hands()) > maxOpeningHands:
		return fmt.Errorf("these kinds and cards have more than %d different hands; name fewer kinds, or a smaller hand", maxOpeningHands)
	}
	if q.Word == "" && len(q.Letters) > 0 {
		return errors.New("letters without a word")
	} else if q.Word == "" {
		return nil
	}
	if err := checkDeals(q.N, q.Deals, q.Delta, q.Letters); err != nil {
		return err
	}
	return notation.CheckWord(q.N, q.Letters, q.Word)
}

// kindOf is the kind that a condition on hands is about, or -1.
func (q Opening) kindOf(k results.OpeningKeep) int {
	return slices.IndexFunc(q.Kinds, func(l spelling.Kind) bool { return l.Name == k.Name })
}

func (q Opening) Seconds() float64 {
	if q.Word == "" {
		return 0
	}
	s := float64(3e-9 * float64(q.N) * float64(q.Deals) * float64(len(q.Word)+2))
	if q.N <= maxOpeningPairs {
		size := float64(shuffle.PairCount(q.N))
		s += float64(6e-8 * size * size)
	}
	return s
}

// others are the cards of no kind.
func (q Opening) others() int {
	left := q.N
	for _, k := range q.Kinds {
		left -= k.Count
	}
	return left
}

// kinds is the kind of every card, by its place before the word, or -1.
func (q Opening) kinds() []int {
	of, left := make([]int, q.N), make([]int, q.N)
	for i := range of {
		of[i], left[i] = -1, i
	}
	if q.At == AtBottom {
		left = left[q.others():]
	}
	for kind, k := range q.Kinds {
		rest, m := left[:0:0], len(left)
		for i, place := range left {
			if q.At == Spread && (i+1)*k.Count/m > i*k.Count/m || q.At != Spread && i < k.Count {
				of[place] = kind
			} else {
				rest = append(rest, place)
			}
		}
		left = rest
	}
	return of
}

// hands are the numbers of cards of each kind that a hand can have, in lexicographic order, or a
// few more than maxOpeningHands.
func (q Opening) hands() (all [][]int) {
	hand := make([]int, len(q.Kinds))
	var fill func(kind, left, below int)
	fill = func(kind, left, below int) { // below is the number of cards of this kind and those after it, and of no kind
		if kind == len(q.Kinds) {
			all = append(all, slices.Clone(hand))
			return
		}
		below -= q.Kinds[kind].Count
		for x := max(0, left-below); x <= min(left, q.Kinds[kind].Count) && len(all) <= maxOpeningHands; x++ {
			hand[kind] = x
			fill(kind+1, left-x, below)
		}
	}
	fill(0, q.Hand, q.N)
	return all
}
