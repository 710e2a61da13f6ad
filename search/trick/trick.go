// Package trick computes which card a spectator has noted, from the deck as it lies afterwards,
// and answers how often a magician finds it.
//
// The trick: a deck in known order is riffled m times and perhaps cut. The spectator notes the
// top card and puts it back somewhere. Perhaps the deck is cut once more. Cuts are uniform, and
// the law of the place for the card is known. Suppose that x was the card, and lay on the j-th
// place from the top, 0 to n-1, before a last cut. Then the deck before was x, followed by the
// other cards. Its probability P is in closed form (package riffle), by the rising sequences of x
// on top of the others; so
//
//	P(x noted | deck) ~ sum over the ways that the deck may have come, P(x on the others) q(j),
//
// where q is the law of the place. Lifting a card changes rising sequences only beside it, so
// that all n posteriors together cost O(n): see [magician].
//
// The probability that g guesses find the card is estimated by sampling. Decks are dealt, and the
// g greatest posteriors of each are added up. Their mean is the probability that one of g guesses
// is right, with a smaller variance than the share of decks in which one is. This share is
// computed too, as a test of the posteriors.
package trick

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/draw"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Limits of a [Trick], and of the decks dealt for a row.
const (
	MinDeck    = 3
	MaxDeck    = 208
	MaxRiffles = 20
	minDecks   = 2
	MaxDecks   = 1e7
)

// Cut says when the deck is cut, at a uniform place: before the card is noted, after it was
// put back, both times or never.
type Cut string

// The cuts.
const (
	None   Cut = "none"
	Before Cut = "before"
	After  Cut = "after"
	Both   Cut = "both"
)

// Cuts are all of them.
var Cuts = []Cut{None, Before, After, Both}

// Before reports whether the deck is cut before the card is noted, and After whether it is
// afterwards.
func (c Cut) Before() bool { return c == Before || c == Both }

// After is like Before.
func (c Cut) After() bool { return c == After || c == Both }

// Insertion is the law of the place to which the noted card is put back.
type Insertion string

// The laws: all n places equally likely; as many cards above it as n-1 coins show heads; the
// places of the upper quarter equally likely.
const (
	Uniform Insertion = "uniform"
	Middle  Insertion = "middle"
	Top     Insertion = "top"
)

// Insertions are all of them.
var Insertions = []Insertion{Uniform, Middle, Top}

// law is the probability of each place from the top, for n cards.
func (s Insertion) law(n int) []float64 {
	q := make([]float64, n)
	switch upper := (n + 3) / 4; s {
	case Middle:
		whole := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
		for j := range q {
			q[j], _ = new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n-1), int64(j)), whole).Float64()
		}
	case Top:
		for j := range upper {
			q[j] = 1 / float64(upper)
		}
	default:
		for j := range q {
			q[j] = 1 / float64(n)
		}
	}
	return q
}

// describe says the law in words.
func (s Insertion) describe(n int) string {
	switch s {
	case Middle:
		return fmt.Sprintf("put back near the middle: Binomial(%d, 1/2) cards above it", n-1)
	case Top:
		return fmt.Sprintf("put back near the top: uniformly on places 1 to %d", (n+3)/4)
	}
	return fmt.Sprintf("put back uniformly on the %d places", n)
}

// Trick is the performance of the trick with N cards, after From, From+1, ..., To riffles.
type Trick struct {
	N      int       `json:"n"`
	From   int       `json:"from"`
	To     int       `json:"to"`
	Cut    Cut       `json:"cut"`
	Insert Insertion `json:"insert"`
}

// params are the parameters that the magician knows.
func (t *Trick) params() param.List {
	return param.List{
		param.Range(&t.From, &t.To, "riffles", "1..7", 1, MaxRiffles, "number of riffles, or a range of numbers"),
		param.Choice(&t.Cut, "cut", string(Before),
			"cut the deck at a uniform place: none, before (the card is noted), after (it is put back), both", Cuts...),
		param.Choice(&t.Insert, "insert", string(Uniform),
			"distribution of the place to which the card is put back: uniform, middle, top", Insertions...),
	}
}

func (t Trick) Check() error {
	switch {
	case t.N < MinDeck || t.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range %d..%d", t.N, MinDeck, MaxDeck)
	case t.From > t.To:
		return fmt.Errorf("riffles=%d..%d is not a valid range", t.From, t.To)
	case t.From < 1 || t.To > MaxRiffles:
		return fmt.Errorf("riffles=%d..%d is out of range 1..%d", t.From, t.To, MaxRiffles)
	case !slices.Contains(Cuts, t.Cut):
		return fmt.Errorf("cut=%q is not one of %s", t.Cut, param.Join(Cuts))
	case !slices.Contains(Insertions, t.Insert):
		return fmt.Errorf("insert=%q is not one of %s", t.Insert, param.Join(Insertions))
	}
	return nil
}

// guesses is the number of cards that the magician may name.
const guesses = 3

// best are the cards with the greatest posteriors, the greatest first. Of equal ones the lower
// card comes first.
func best(post []float64) (top [guesses]int) {
	found := 0
	for card, p := range post {
		k := found
		for k > 0 && post[top[k-1]] < p {
			k--
		}
		if k < guesses {
			found = min(found+1, guesses)
			copy(top[k+1:found], top[k:])
			top[k] = card
		}
	}
	return top
}

// Performance requests the magician's part for one deck, which lists its cards from 1.
type Performance struct {
	Trick
	Deck []int `json:"deck"`
}

func (Performance) Schema() string { return results.TrickDeckSchema }

func (q *Performance) Params() param.List {
	return append(append(param.DeckOf(&q.Deck, &q.N, "52", MinDeck, MaxDeck), q.params()...),
		param.Chosen("perform", "find the card noted in one deck"),
		param.After(func(given func(string) bool) error {
			if given("png") || given("resume") {
				return errors.New("perform is about one deck; leave out --png and --resume")
			}
			return nil
		}))
}

func (q Performance) Check() error {
	if err := cards.Check(q.Deck); err != nil {
		return err
	}
	if len(q.Deck) != q.N {
		return fmt.Errorf("n=%d, but the deck has %s", q.N, number.Count(len(q.Deck), "card"))
	}
	return q.Trick.Check()
}

func (q Performance) Seconds() float64 { return 1e-3 }

func (q Performance) Answer(context.Context, run.Options) (results.Record, error) {
	r := games.TrickDeck{
		Head: results.Answering(q, results.Exact), N: q.N, Cut: string(q.Cut),
		Insert: string(q.Insert), Insertion: q.Insert.describe(q.N), Deck: q.Deck, Rows: []games.TrickDeckRow{},
	}
	lies := make([]uint16, q.N)
	for j, card := range q.Deck {
		lies[j] = uint16(card - 1)
	}
	likeliest := math.Inf(-1)
	for riffles := q.From; riffles <= q.To; riffles++ {
		m := newMagician(q.Trick, riffles)
		post := m.posterior(lies)
		row := games.TrickDeckRow{Riffles: riffles}
		if bits := m.bits(); !math.IsInf(bits, -1) {
			row.Bits = strconv.FormatFloat(bits, 'f', 2, 64)
			for g, card := range best(post) {
				if p := post[card]; p > 0 {
					*[]*int{&row.First, &row.Second, &row.Third}[g] = card + 1
					*[]*float64{&row.FirstP, &row.SecondP, &row.ThirdP}[g] = math.Round(p*1e6) / 1e6
				}
			}
			if bits > likeliest {
				likeliest, r.Likeliest = bits, riffles
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// act performs the trick: the spectator's part and the magician's. It is for one goroutine.
type act struct {
	Trick
	magician  *magician
	upTo      []float64 // the cumulative law of the place
	turn, put []uint16
}

func newAct(t Trick, riffles int) *act {
	a := &act{Trick: t, magician: newMagician(t, riffles), turn: make([]uint16, t.N), put: make([]uint16, t.N)}
	sum := 0.0
	for _, p := range t.Insert.law(t.N) {
		sum += p
		a.upTo = append(a.upTo, sum)
	}
	return a
}

// perform notes the top card of a riffled deck and puts it back. It returns what the magician
// concludes from the deck: the greatest posteriors, and the rank of the noted card among these.
func (a *act) perform(rng *draw.Stream, deck []uint16) (greatest [guesses]float64, right int) {
	if a.Cut.Before() {
		deck = cut(rng, a.turn, deck)
	}
	x, j := deck[0], a.place(rng)
	copy(a.put, deck[1:j+1])
	a.put[j] = x
	copy(a.put[j+1:], deck[j+1:])
	deck = a.put
	if a.Cut.After() {
		deck = cut(rng, a.turn, deck)
	}
	post := a.magician.posterior(deck)
	right = guesses
	for g, card := range best(post) {
		greatest[g] = post[card]
		if card == int(x) {
			right = g
		}
	}
	return greatest, right
}

// place draws where the card is put back.
func (a *act) place(rng *draw.Stream) int {
	u := float64(rng.Uint64()>>11) * 0x1p-53
	j := 0
	for j < a.N-1 && u >= a.upTo[j] {
		j++
	}
	return j
}

// cut turns a deck at a uniform place.
func cut(rng *draw.Stream, to, from []uint16) []uint16 {
	k, _ := bits.Mul64(rng.Uint64(), uint64(len(from)))
	copy(to[copy(to, from[k:]):], from[:k])
	return to
}
