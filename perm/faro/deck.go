package faro

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
)

// MaxDeck is the largest deck whose moduli are below 2^63.
const MaxDeck = 1<<63 - 1

// packets says how the shuffle cuts and which packet comes first.
func (k Kind) packets(n uint64) results.FirstDrop {
	first := "top"
	if k == In {
		first = "bottom"
	}
	top := k.TopPacket(n)
	return results.FirstDrop{Shuffle: k.String(), Top: number.OfUint(top), Bottom: number.OfUint(n - top), First: first}
}

// Deck asks for the orders of both shuffles of N cards, with their proofs; only one of them may be shown.
type Deck struct {
	N    number.Uint `json:"n"`
	Only string      `json:"-"`
}

// Schema implements [results.Question].
func (Deck) Schema() string { return results.OrdersDeckSchema }

// Check implements [results.Question].
func (q Deck) Check() error { return number.InRange("n", q.N, 2, MaxDeck) }

// Seconds implements [results.Question].
func (q Deck) Seconds() float64 { return 1e-2 }

// Answer implements [results.Question].
func (q Deck) Answer(context.Context, results.Env) (results.Record, error) {
	n := uint64(q.N)
	record := results.OrdersDeck{
		Head: results.Answering(q, results.Exact), N: number.OfUint(n),
		Order: [2]results.FirstDrop{Out.packets(n), In.packets(n)}, Only: q.Only,
	}
	for k, to := range []*results.OrderOfTwo{&record.Out, &record.In} {
		c, err := Kind(k).Order(n)
		if err != nil {
			return nil, err
		}
		*to = c.Record()
	}
	return record, nil
}

// shuffleDeck is the deck after one perfect shuffle, dealt out card by card as
// with real packets: the slow and obvious form of Goes.
func shuffleDeck[C any](k Kind, deck []C) []C {
	top := int(k.TopPacket(uint64(len(deck))))
	first, second := deck[:top], deck[top:]
	if k == In {
		first, second = second, first
	}
	mixed := make([]C, 0, len(deck))
	for i := range first {
		mixed = append(mixed, first[i])
		if i < len(second) {
			mixed = append(mixed, second[i])
		}
	}
	return mixed
}

// MaxPrinted bounds the cards that one trail prints.
const MaxPrinted = 20_000_000

// Trail asks for a deck after each of so many shuffles. Its cards are those from 1 on in any
// order, or from 0 on in order.
type Trail struct {
	Shuffle Kind  `json:"shuffle"`
	Deck    []int `json:"deck"`
	Times   int   `json:"times"`
}

// UntilItReturns is a number of shuffles: as many as it takes.
const UntilItReturns = -1

// NewTrail asks for so many shuffles, or for as many as it takes.
func NewTrail(k Kind, deck []int, times int) (Trail, error) {
	if times == UntilItReturns {
		order, err := k.Order(uint64(len(deck)))
		if err != nil {
			return Trail{}, err
		}
		times = int(order.Order)
	}
	return Trail{k, deck, times}, nil
}

// Schema implements [results.Question].
func (Trail) Schema() string { return results.FaroSchema }

// Check implements [results.Question].
func (q Trail) Check() error {
	switch n := len(q.Deck); {
	case n == 0:
		return fmt.Errorf("the deck has no cards")
	case q.Times < 0:
		return fmt.Errorf("times=%d is below 0", q.Times)
	case q.Times >= MaxPrinted/n:
		return fmt.Errorf("%d cards after each of %d shuffles are more than %d numbers: choose --times up to %d; "+
			"dovetail orders %d computes after how many shuffles the deck returns",
			n, q.Times, MaxPrinted, max(0, MaxPrinted/n-1), n)
	case slices.Equal(q.Deck, cards.New(n, 0)):
		return nil
	}
	return cards.Check(q.Deck)
}

// Seconds implements [results.Question].
func (q Trail) Seconds() float64 { return 1e-8 * float64(len(q.Deck)) * float64(q.Times+1) }

// Answer implements [results.Question].
func (q Trail) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	n := len(q.Deck)
	order, err := q.Shuffle.Order(uint64(n))
	if err != nil {
		return nil, err
	}
	record := results.Faro{
		Head: results.Answering(q, results.Exact), N: n, Packets: q.Shuffle.packets(uint64(n)),
		Decks: [][]int{q.Deck}, Returns: q.Times > 0 && uint64(q.Times)%order.Order == 0,
	}
	for deck := q.Deck; len(record.Decks) <= q.Times && ctx.Err() == nil; {
		deck = shuffleDeck(q.Shuffle, deck)
		record.Decks = append(record.Decks, deck)
	}
	return record, ctx.Err()
}

// Move asks how in- and out-shuffles of N cards bring the card at one position to another, both
// from 1.
type Move struct {
	N    number.Uint `json:"n"`
	From number.Uint `json:"from"`
	To   number.Uint `json:"to"`
}

// Schema implements [results.Question].
func (Move) Schema() string { return results.MoveSchema }

// Check implements [results.Question].
func (q Move) Check() error {
	switch {
	case q.N < 2 || q.N%2 == 1:
		return fmt.Errorf("moving a card by faro shuffles needs an even deck, not %s", number.Count(q.N, "card"))
	case q.N > MaxShuffled:
		return fmt.Errorf("a deck of %d cards is too large: at most %d", q.N, MaxShuffled)
	}
	return cmp.Or(number.InRange("card", q.From, 1, q.N), number.InRange("to", q.To, 1, q.N))
}

// Seconds implements [results.Question].
func (q Move) Seconds() float64 { return 5e-2 }

// Answer implements [results.Question]. The words are replayed.
func (q Move) Answer(context.Context, results.Env) (results.Record, error) {
	n, from, to := uint64(q.N), uint64(q.From-1), uint64(q.To-1)
	moves := [][]Kind{moveClosed(n, from, to)}
	if n <= shortestLimit {
		moves = append(moves, moveShortest(n, from, to))
	}
	var words []string
	for _, m := range moves {
		if end := replay(n, from, m); end != to {
			return nil, fmt.Errorf("%w: %s brings the card to %d", ErrContradiction, spell(m), end+1)
		}
		words = append(words, spell(m))
	}
	record := results.Move{
		Head: results.Answering(q, results.Exact),
		N:    number.OfUint(n), From: number.OfUint(from + 1), To: number.OfUint(to + 1), Closed: words[0],
	}
	if len(words) > 1 {
		record.Shortest = &words[1]
	}
	return record, nil
}

// moveClosed is the sequence of shuffles of the even n < 2^62 cards that
// brings the card at position p to position q, both from 0, by formula: it has
// the least r shuffles with n <= 2^r and works for every p and q.
//
// One shuffle takes x to 2x - n*b + c, where b says whether x lies in the
// bottom packet and c = b xor In. After r of them p is at 2^r p - n*t + s, t
// and s having the b and c for their bits, the first shuffle's highest. Take
// t = ceil((2^r p - q)/n) and s = n t - 2^r p + q: both are in 0..2^r-1 since
// n <= 2^r. With their k lowest bits t', s', the position x before the last k
// shuffles has 2^k x = q + n t' - s', between -2^k+1 and 2^k n - 1; so x is a
// position, and 2x - n*b + c being one too forces b to be the packet of x.
func moveClosed(n, p, q uint64) []Kind {
	r := bits.Len64(n - 1)
	big64 := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	behind := new(big.Int).Lsh(big64(p), uint(r))
	behind.Sub(behind, big64(q)) // 2^r p - q
	t := new(big.Int).Add(behind, big64(n-1))
	t.Div(t, big64(n)) // Euclidean, so the ceiling also when negative
	s := new(big.Int).Mul(t, big64(n))
	s.Sub(s, behind)
	moves := make([]Kind, r)
	for i := range moves {
		moves[i] = Kind(t.Bit(r-1-i) ^ s.Bit(r-1-i))
	}
	return moves
}

// shortestLimit is the largest deck that moveShortest searches: it remembers
// every position.
const shortestLimit = 1_000_000

// moveShortest is a shortest sequence of shuffles of the even n <= 10^6 cards
// from position p to position q, both from 0: the first in the order out < in
// among those of least length.
func moveShortest(n, p, q uint64) []Kind {
	left := distances(n, q)
	var moves []Kind
	for p != q {
		k := Out
		if next := left[k.Goes(n, p)]; next < 0 || next != left[p]-1 {
			k = In
		}
		moves = append(moves, k)
		p = k.Goes(n, p)
	}
	return moves
}

// distances is the least number of shuffles from each position to q, by
// breadth-first search backwards; -1 for a position that never gets there.
func distances(n, q uint64) []int32 {
	left := slices.Repeat([]int32{-1}, int(n))
	left[q] = 0
	for queue := []uint64{q}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, from := range comesFrom(n, at) {
			if left[from] < 0 {
				left[from] = left[at] + 1
				queue = append(queue, from)
			}
		}
	}
	return left
}

// comesFrom are the positions that an out- and an in-shuffle of even n take
// to j.
func comesFrom(n, j uint64) [2]uint64 {
	half := n / 2
	if j%2 == 0 {
		return [2]uint64{j / 2, half + j/2}
	}
	return [2]uint64{half + j/2, j / 2}
}

// replay is the position that the card at p of n reaches by the moves.
func replay(n, p uint64, moves []Kind) uint64 {
	for _, k := range moves {
		p = k.Goes(n, p)
	}
	return p
}

// spell writes moves as letters, I for in and O for out, the first to the left.
func spell(moves []Kind) string {
	letters := make([]byte, len(moves))
	for i, k := range moves {
		letters[i] = "OI"[k]
	}
	return string(letters)
}
