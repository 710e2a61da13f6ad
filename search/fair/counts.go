package fair

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/cespare/xxhash/v2"

	"dovetail/exact/statistic"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/search/spelling"
)

// Counts is all that is kept of decks. Its size does not depend on their number. Every test and
// every likelihood follows from it.
type Counts struct {
	N      int    `json:"n"`              // cards of a deck
	Listed int    `json:"listed"`         // of each that are listed, from the top: all, or fewer
	Kinds  []Kind `json:"kinds,omitzero"` // of cards that count as equal; nil if all are different
	From   string `json:"from"`           // one of froms
	Decks  int    `json:"decks"`
	Failed int    `json:"refused,omitzero"` // lines that are no deck

	Cells [][]int `json:"cells,omitzero"` // card, or kind, by place

	// Whole decks of different cards: in each list, entry i is the number of decks in which a
	// statistic is i.
	Rising     []int `json:"rising,omitzero"`
	Descents   []int `json:"descents,omitzero"`
	Fixed      []int `json:"fixed,omitzero"`
	Cycles     []int `json:"cycles,omitzero"`
	Neighbours []int `json:"neighbours,omitzero"` // c with c+1 directly below
	Rotations  int   `json:"rotations,omitzero"`  // decks that are a new deck, cut

	Places  [][]int `json:"places,omitzero"`  // Places[q][p], p < q: decks with a smaller card at p than at q
	Cards   [][]int `json:"cards,omitzero"`   // Cards[b][a], a < b: decks with card a above card b
	Follows [][]int `json:"follows,omitzero"` // card by the card below it; that on top lies below the last

	// Each deck against the one before it: cards at the same place, and rising sequences.
	Stays []int `json:"stays,omitzero"`
	Since []int `json:"rising_since,omitzero"`
	Even  int   `json:"even_since,omitzero"` // decks of the same sign as the one before

	// The same of the ranks of new decks, where those have any: of statistic.OfRanks.
	Ranks      int   `json:"ranks,omitzero"` // cards are of one rank if they are equal modulo this; 0 for none
	SideBySide []int `json:"ranks_side_by_side,omitzero"`
	InPlace    []int `json:"ranks_in_place,omitzero"`
	Longest    []int `json:"longest_run_of_rank,omitzero"`

	Alike []int   `json:"alike,omitzero"` // of kinds: entry i is the number of decks in which i cards lie on one of their kind
	Hands [][]int `json:"hands,omitzero"` // of kinds, where not all cards are listed: by kind, entry i is the number of decks with i of its cards

	Repeats Repeats `json:"repeats,omitzero"`
	Scores  []Score `json:"scores,omitzero"`
}

// Kind is a kind of equal cards.
type Kind = spelling.Kind

// Repeats are decks that occurred before. Where there are very many decks, only those are kept
// whose hash ends with a number of zero bits, so that equal decks are kept together.
type Repeats struct {
	Bits      int `json:"bits,omitzero"`
	Decks     int `json:"decks"`     // the number kept
	Different int `json:"different"` // different ones among them
	Pairs     int `json:"pairs"`     // pairs of equal decks
}

// Score is the logarithm of the likelihood of the first decks under a model, relative to fair
// decks.
type Score struct {
	Model string  `json:"model"`
	Decks int     `json:"decks"`
	Log   float64 `json:"log"`
}

// The sources of decks.
const (
	New      = "new"      // each is a new deck, shuffled
	Previous = "previous" // each is the deck before, shuffled
	Table    = "table"    // only the counts of each card at each place are known
)

// froms are all of them.
var froms = []string{New, Previous, Table}

// keptHashes is the most hashes of decks that are kept.
const keptHashes = 1 << 22

// Tally counts decks. It is for one goroutine.
type Tally struct {
	Counts
	places, cards *planes
	at, before    []uint16 // the place of each card, now and in the deck before
	last, turned  []uint16 // the deck before
	odd           bool     // whether its permutation is odd
	seen          []bool
	hashes        []uint64
	text          []byte
	scorers       []*scorer
	order, dealt  []uint16 // for fair decks that it deals
	uniform       shuffle.Dealer
	brief         bool // counts only what quadratic forms need
	began         bool
}

// NewTally counts decks as c describes them. It starts with none.
func NewTally(c Counts) *Tally {
	t := &Tally{Counts: c, at: make([]uint16, c.N), seen: make([]bool, c.N), turned: make([]uint16, c.N)}
	t.Cells = matrix(max(len(c.Kinds), c.N*indicator(c.Kinds == nil)), c.Listed)
	if t.whole() {
		t.Follows = matrix(c.N, c.N)
		t.places, t.cards = newPlanes(c.N), newPlanes(c.N)
		t.Rising, t.Descents, t.Fixed, t.Cycles = make([]int, c.N+1), make([]int, c.N), make([]int, c.N+1), make([]int, c.N+1)
		t.Neighbours, t.Stays, t.Since = make([]int, c.N), make([]int, c.N+1), make([]int, c.N+1)
	}
	if c.Ranks > 0 {
		t.SideBySide, t.InPlace, t.Longest = make([]int, c.N), make([]int, c.N+1), make([]int, c.N+1)
	}
	if c.Kinds != nil && c.Listed == c.N {
		t.Alike = make([]int, c.N)
	}
	if c.Kinds != nil && c.Listed < c.N {
		t.Hands = matrix(len(c.Kinds), c.Listed+1)
	}
	return t
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}

// whole reports whether all cards are listed, and different.
func (c Counts) whole() bool { return c.Kinds == nil && c.Listed == c.N && c.From != Table }

func matrix(rows, columns int) [][]int {
	m, all := make([][]int, rows), make([]int, rows*columns)
	for i := range m {
		m[i] = all[i*columns:][:columns:columns]
	}
	return m
}

// Add counts a deck: its cards, or kinds, from 0.
func (t *Tally) Add(deck []uint16) {
	if t.From == Previous {
		for j, c := range deck {
			t.at[c] = uint16(j)
		}
		if !t.began {
			t.began, t.before = true, slices.Clone(t.at)
			return
		}
		for j, c := range deck {
			t.turned[j] = t.before[c]
		}
		copy(t.before, t.at)
		deck = t.turned
	}
	t.Decks++
	for j, c := range deck {
		t.Cells[c][j]++
	}
	switch {
	case t.whole():
		t.count(deck)
	case t.Kinds != nil && !t.brief:
		t.kinds(deck)
	}
	if !t.brief {
		t.hash(deck)
	}
}

// count counts a whole deck.
func (t *Tally) count(deck []uint16) {
	for j, c := range deck {
		t.at[c] = uint16(j)
	}
	over := deck[len(deck)-1]
	for _, c := range deck {
		t.Follows[over][c]++
		over = c
	}
	t.places.add(t.at)
	t.cards.add(deck)
	if t.brief {
		return
	}
	rising, descents, fixed, neighbours, cycles := 1, 0, 0, 0, t.cycles(deck)
	for c := 1; c < len(deck); c++ {
		rising += indicator(t.at[c] < t.at[c-1])
		descents += indicator(deck[c] < deck[c-1])
		neighbours += indicator(deck[c] == deck[c-1]+1)
	}
	for c := range deck {
		fixed += indicator(int(deck[c]) == c)
	}
	t.Rising[rising]++
	t.Descents[descents]++
	t.Fixed[fixed]++
	t.Cycles[cycles]++
	t.Neighbours[neighbours]++
	if neighbours == len(deck)-1 || neighbours == len(deck)-2 && int(deck[0]) == int(deck[len(deck)-1])+1 {
		t.Rotations++
	}
	if t.From == New {
		t.since(deck, (len(deck)-cycles)%2 == 1)
	}
	if t.Ranks > 0 {
		of := statistic.Ranked(deck, 0, t.Ranks)
		t.SideBySide[of[0]]++
		t.InPlace[of[1]]++
		t.Longest[of[2]]++
	}
	for _, s := range t.scorers {
		s.add(deck)
	}
}

func (t *Tally) cycles(deck []uint16) (count int) {
	if len(deck) <= 64 {
		for left := uint64(1)<<len(deck) - 1; left != 0; count++ {
			for x := bits.TrailingZeros64(left); left>>x&1 != 0; x = int(deck[x]) {
				left &^= 1 << x
			}
		}
		return count
	}
	clear(t.seen)
	for c := range deck {
		if !t.seen[c] {
			count++
			for x := c; !t.seen[x]; x = int(deck[x]) {
				t.seen[x] = true
			}
		}
	}
	return count
}

// after continues after a deck that is not counted here.
func (t *Tally) after(deck []uint16) {
	if t.From == Previous {
		t.began = false
		t.Add(deck)
		return
	}
	t.last, t.odd = append(t.last[:0], deck...), (len(deck)-t.cycles(deck))%2 == 1
}

// since counts a deck, which is odd or even, against the one before.
func (t *Tally) since(deck []uint16, odd bool) {
	before := t.odd
	t.odd = odd
	if t.last == nil {
		t.last = slices.Clone(deck)
		return
	}
	t.Even += indicator(odd == before)
	stays, rising := 0, 1
	for j, c := range t.last {
		stays += indicator(c == deck[j])
		if j > 0 {
			rising += indicator(t.at[c] < t.at[t.last[j-1]])
		}
	}
	t.Stays[stays]++
	t.Since[rising]++
	copy(t.last, deck)
}

// kinds counts a deck of equal cards.
func (t *Tally) kinds(deck []uint16) {
	if t.Alike != nil {
		alike := 0
		for j := 1; j < len(deck); j++ {
			alike += indicator(deck[j] == deck[j-1])
		}
		t.Alike[alike]++
		return
	}
	for k := range t.Kinds {
		in := 0
		for _, c := range deck {
			in += indicator(int(c) == k)
		}
		t.Hands[k][in]++
	}
}

// hash keeps the hash of a deck.
func (t *Tally) hash(deck []uint16) {
	t.text = t.text[:0]
	for _, c := range deck {
		t.text = binary.LittleEndian.AppendUint16(t.text, c)
	}
	t.keep(xxhash.Sum64(t.text))
}

// keep keeps a hash, if it ends with as many zeros as all that are kept.
func (t *Tally) keep(h uint64) {
	if h&(1<<t.Repeats.Bits-1) != 0 {
		return
	}
	if len(t.hashes) == cap(t.hashes) {
		t.hashes = slices.Grow(t.hashes, len(t.hashes)+1)
	}
	t.hashes = append(t.hashes, h)
	for len(t.hashes) >= keptHashes {
		t.Repeats.Bits++
		t.hashes = slices.DeleteFunc(t.hashes, func(h uint64) bool { return h&(1<<t.Repeats.Bits-1) != 0 })
	}
}

// Done is the counts.
func (t *Tally) Done() Counts {
	c := t.Counts
	if t.places != nil {
		c.Places, c.Cards = t.places.counts(), t.cards.counts()
	}
	if t.hashes != nil {
		r := t.Repeats
		slices.Sort(t.hashes)
		r.Decks = len(t.hashes)
		for from := 0; from < len(t.hashes); r.Different++ {
			to := from
			for to < len(t.hashes) && t.hashes[to] == t.hashes[from] {
				to++
			}
			r.Pairs += (to - from) * (to - from - 1) / 2
			from = to
		}
		c.Repeats = r
	}
	c.Scores = nil
	for _, s := range t.scorers {
		c.Scores = append(c.Scores, s.score())
	}
	return c
}

// rows are all lists of counts.
func (c Counts) rows() [][]int {
	return slices.Concat(c.Cells, c.Places, c.Cards, c.Follows, c.Hands,
		[][]int{c.Rising, c.Descents, c.Fixed, c.Cycles, c.Neighbours, c.Stays, c.Since, c.SideBySide, c.InPlace, c.Longest, c.Alike})
}

// fairly counts fair decks of the same description, only as far as quadratic forms need.
func (c Counts) fairly() *Tally {
	t := NewTally(Counts{N: c.N, Listed: c.Listed, Kinds: c.Kinds, From: New})
	t.brief = true
	return t
}

// again clears the counts.
func (t *Tally) again() {
	t.Decks = 0
	for _, row := range t.rows() {
		clear(row)
	}
	if t.places != nil {
		t.places.clear()
		t.cards.clear()
	}
}

// deal deals fair decks, and counts them.
func (t *Tally) deal(rng *draw.Stream, decks int) {
	if t.uniform == nil {
		t.order, t.dealt, t.uniform = shuffle.NewDeck(t.N), shuffle.NewDeck(t.N), shuffle.Uniform(t.N)
		next := 0
		for k, kind := range t.Kinds {
			for range kind.Count {
				t.order[next] = uint16(k)
				next++
			}
		}
	}
	for range decks {
		t.uniform(rng, t.dealt, t.order)
		t.Add(t.dealt[:t.Listed])
	}
}

// names of kinds, for records.
func (c Counts) names() (all []string) {
	for _, k := range c.Kinds {
		all = append(all, k.Name)
	}
	return all
}
