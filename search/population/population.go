// Package population finds decks with long games of topswops, for every number of cards at once.
// A population of decks grows by a card at a time.
//
// Let p be a deck of m cards. Put card m+1 in the place of some card v and v at the end. The
// game goes as before until v would come to the top, after t(v) moves. Then m+1 comes to the top
// instead, turns the whole deck, and leaves v on top of another game, of B moves: t(v) + 1 + B
// in all. If v never comes to the top nothing changes, and m+1 can also go to the end itself. So
// a deck has m+1 children of m+1 cards, and each child has one parent.
//
// This finds long games where a search on whole decks does not, for the following reason. The
// rest B of a child is that of an essentially random deck, and few random decks of n cards have
// long games, a share of about exp(-B/(c n)). So each doubling of the choice is worth some n
// moves, and every card that is added multiplies the choice by the number of children. A search
// that lays down the cards of one deck in the order in which they show, or backwards, has as
// many choices, but makes most of them while games are short, with few of the cards in play. A
// search that changes whole decks loses with each change what comes after it. The decks found
// are close to order: the card at position i is one of the cards near i.
//
// The decks to keep are those with the greatest length plus a random bonus, because the longest
// alone are too much alike. Only the lengths are exact: they are lower bounds of f(n).
package population

import (
	"container/heap"
	"context"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// MaxCards is the largest deck that is grown.
const MaxCards = 255

// bonus is the mean of the random bonus, in moves a card, as a fraction.
const bonusNum, bonusDen = 3, 10

// far is the number of moves a card that a game is not expected to exceed after its largest
// card. Children that would need more are not played.
const far = 5

// deck is a deck of up to 255 cards, which count from 1, and the length of its game. Zeros
// follow its cards, so that eight cards can be read from any position.
type deck struct {
	cards  [MaxCards + 1 + 8]uint8
	length int
}

// child is a child that may be kept. Card v of the parent makes way.
type child struct {
	key    int64 // length and bonus, 2^-16 of a move
	parent int32
	v      uint8
	length int32
}

// Decks are the longest of 1, 2, ..., n cards in a population of the given width. The random
// stream decides which are kept.
func Decks(ctx context.Context, n, width int, stream *rand.Rand) (longest [][]int, err error) {
	decks := []deck{{}}
	decks[0].cards[0] = 1
	for m := 1; ; m++ {
		longest = append(longest, slices.MaxFunc(decks, func(a, b deck) int { return a.length - b.length }).list(m))
		if m == n {
			return longest, nil
		}
		if decks, err = generation(ctx, decks, m, width, stream); err != nil {
			return nil, err
		}
	}
}

// Deck is a long one of n cards, from a population that takes about a second.
func Deck(ctx context.Context, n int) ([]int, error) {
	width := max(narrowest, min(firstPopulation, firstPopulation*97*97*97*97/(n*n*n*n)))
	decks, err := Decks(ctx, n, width, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, err
	}
	return decks[n-1], nil
}

const narrowest = 8

// generation is the next one, of m+1 cards.
func generation(ctx context.Context, parents []deck, m, width int, stream *rand.Rand) ([]deck, error) {
	best := make(kept, 0, width)
	for i := range parents {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		best.children(&parents[i], int32(i), m, stream)
	}
	next := make([]deck, len(best))
	for i, c := range best {
		next[i] = parents[c.parent]
		next[i].insert(c.v, m)
		next[i].length = int(c.length)
	}
	return next, nil
}

func (d deck) list(m int) (cards []int) {
	for _, v := range d.cards[:m] {
		cards = append(cards, int(v))
	}
	return cards
}

// insert puts card m+1 in the place of v and v at the end; v is m+1 for the end itself.
func (d *deck) insert(v uint8, m int) {
	for i := range m {
		if d.cards[i] == v {
			d.cards[i] = uint8(m + 1)
		}
	}
	d.cards[m] = v
}

// children plays a parent. At each card that shows for the first time it plays the rest of the
// game of its child.
func (k *kept) children(p *deck, i int32, m int, stream *rand.Rand) {
	var shown [4]uint64
	d := p.cards
	for t := 0; ; t++ {
		v := d[0]
		if bit := uint64(1) << (v & 63); shown[v>>6]&bit == 0 {
			shown[v>>6] |= bit
			bonus := k.bonus(m, stream)
			if !k.full() || key(t+1+far*m, bonus) > (*k)[0].key {
				e := d
				e[0], e[m] = uint8(m+1), v
				k.offer(i, v, t+play(&e), bonus)
			}
		}
		if v == 1 {
			break
		}
		reverse(&d, int(v))
	}
	for v := 2; v <= m+1; v++ {
		if shown[v>>6]>>(v&63)&1 == 0 {
			k.offer(i, uint8(v), p.length, k.bonus(m, stream))
		}
	}
}

// play is the length of a game. It changes the deck.
func play(d *[MaxCards + 9]uint8) (moves int) {
	for ; d[0] != 1; moves++ {
		reverse(d, int(d[0]))
	}
	return moves
}

// kept are the children with the greatest keys so far, up to a limit: a heap with the least on
// top.
type kept []child

func (k kept) full() bool { return len(k) == cap(k) }

// bonus is an exponential variable, in 2^-16 of a move.
func (k kept) bonus(m int, stream *rand.Rand) int64 {
	return int64(stream.ExpFloat64()*(1<<16)) * bonusNum * int64(m+1) / bonusDen
}

func key(length int, bonus int64) int64 { return int64(length)<<16 + bonus }

// offer keeps a child if it is among the best.
func (k *kept) offer(parent int32, v uint8, length int, bonus int64) {
	c := child{key(length, bonus), parent, v, int32(length)}
	switch {
	case !k.full():
		heap.Push(k, c)
	case c.key > (*k)[0].key:
		(*k)[0] = c
		heap.Fix(k, 0)
	}
}

func (k kept) Len() int { return len(k) }

func (k kept) Less(i, j int) bool { return k[i].key < k[j].key } // the least key is on top

func (k kept) Swap(i, j int) { k[i], k[j] = k[j], k[i] }

func (k *kept) Push(x any) { *k = append(*k, x.(child)) }

func (k *kept) Pop() any {
	last := len(*k) - 1
	x := (*k)[last]
	*k = (*k)[:last]
	return x
}

// reverse reverses the first k cards of a deck, eight from either end at a time. The two
// eights may overlap: they agree where they do.
func reverse(d *[MaxCards + 9]uint8, k int) {
	le := binary.LittleEndian
	i := 0
	for ; k-i >= 8; i, k = i+8, k-8 {
		front, back := le.Uint64(d[i:]), le.Uint64(d[k-8:])
		le.PutUint64(d[i:], bits.ReverseBytes64(back))
		le.PutUint64(d[k-8:], bits.ReverseBytes64(front))
	}
	if r := k - i; r > 1 {
		x := le.Uint64(d[i:])
		keep := ^uint64(0) << (8 * r)
		le.PutUint64(d[i:], bits.ReverseBytes64(x)>>(64-8*r)|x&keep)
	}
}
