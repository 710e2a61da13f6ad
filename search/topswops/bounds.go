package topswops

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/population"
	"dovetail/search/run"
)

// Fact is a published length of the longest game on N cards.
type Fact struct {
	N, Length int
	Decks     int // number of decks that reach it; 0 if Length is only a lower bound
	Source    string
}

// Known lists what is published: OEIS A000375 and A123398, and beyond them the
// best decks found. Nothing here is used unless a user asks for it.
var Known = []Fact{
	{1, 0, 1, oeis}, {2, 1, 1, oeis}, {3, 2, 2, oeis}, {4, 4, 2, oeis}, {5, 7, 1, oeis},
	{6, 10, 5, oeis}, {7, 16, 2, oeis}, {8, 22, 1, oeis}, {9, 30, 1, oeis}, {10, 38, 1, oeis},
	{11, 51, 1, oeis}, {12, 65, 1, oeis}, {13, 80, 1, oeis}, {14, 101, 4, oeis}, {15, 113, 6, oeis},
	{16, 139, 1, oeis}, {17, 159, 2, oeis}, {18, 191, 1, oeis}, {19, 221, 4, oeis}, {20, 249, 1, oeis},
	{21, 282, 5, oeis}, {22, 335, 0, better}, {23, 382, 0, better},
}

const (
	oeis   = "OEIS A000375, A123398"
	better = "best lower bound known"
)

// lengthIn is the exact longest length on n cards among the facts, or -1.
func lengthIn(facts []Fact, n int) int {
	for _, f := range facts {
		if f.N == n && f.Decks > 0 {
			return f.Length
		}
	}
	return -1
}

// sizesIn are the sizes to n whose exact longest length is among the facts.
func sizesIn(facts []Fact, n int) (sizes []int) {
	for k := 1; k <= n; k++ {
		if lengthIn(facts, k) >= 0 {
			sizes = append(sizes, k)
		}
	}
	return sizes
}

// longestKnown are the longest games known on 1, 2, ..., n cards, taken for the longest of all.
func longestKnown(n int) (facts []Fact) {
	for k := 1; k <= n; k++ {
		f := Fact{N: k, Decks: 1}
		if known, ok := KnownAt(k); ok {
			f.Length = known.Length
		}
		if more := OnRecordAt(k); more != nil {
			f.Length = max(f.Length, *more)
		}
		facts = append(facts, f)
	}
	return facts
}

// knownBelow lists the published lengths of fewer than n cards, from position 1
// on.
func knownBelow(n int) []int {
	f := []int{0}
	for _, k := range Known[:n-1] {
		f = append(f, k.Length)
	}
	return f
}

// KnownAt is what is published for n cards.
func KnownAt(n int) (Fact, bool) {
	for _, f := range Known {
		if f.N == n {
			return f, true
		}
	}
	return Fact{}, false
}

// onRecord are the lengths of docs/records/topswops.json from firstOnRecord cards on, where nothing longer
// is published. Their decks are found by search/population, and are never the
// source of an answer either.
var onRecord = []int{
	425, 439, 475, 507, 540, 577, 623, 668, 694, 786, 808, 907, 937, 1031, 1087, 1224, 1241, 1320, 1451, 1507, 1685,
	1708, 2008, 2009, 2018, 2056, 2357, 2419, 2455, 2646, 2775, 3037, 3038, 3141, 3332, 3354, 4180, 4181, 4189, 4210,
	4532, 4555, 4672, 4830, 5225, 5408, 5583, 5770, 6091, 6336, 6337, 6517, 6671, 6909, 7144, 7246, 7694, 7965, 8641,
	8642, 8651, 8989, 9140, 9487, 10365, 10366, 10576, 10695, 10938, 11077, 11500, 12018, 12650, 12756,
}

const firstOnRecord = 24

// OnRecordAt is the length of the longest deck of n cards on record, where it is longer than
// what is published; or nil.
func OnRecordAt(n int) *int {
	if i := n - firstOnRecord; i >= 0 && i < len(onRecord) {
		return &onRecord[i]
	}
	return nil
}

// incumbent is the length of a long game on n cards, from whose length on a search lists all;
// of a game that ends in order, if sorted is set. It need not be the longest, but some deck
// reaches it: one that a beam has found, much sooner than the search to come.
func incumbent(ctx context.Context, n int, sorted bool) (int, error) {
	beam := population.Beam{Width: beamFor(n), Families: 12, Seed: 1, Sorted: sorted}
	decks, err := beam.Longest(ctx, min(n, population.MaxBeam))
	if err != nil {
		return 0, err
	}
	return topswops.Play(decks[len(decks)-1], false).Length(), nil
}

// beamFor is the width of the beam for a search on n cards: with 2^16 decks it takes some
// twenty seconds.
func beamFor(n int) int { return 1 << max(6, min(n, 16)) }

// Records asks for the longest games on From, ..., To cards that populations of decks grow, by so many
// rounds or as many as there is time for, beside what is published. The question of a record without a
// time has the rounds that were made, and no decks of a later one that was ended.
type Records struct {
	From   int             `json:"from"`
	To     int             `json:"to"`
	Seed   number.Uint     `json:"seed"`
	Rounds int             `json:"rounds,omitzero"` // at most; 0 for as many as there is time for
	Time   number.Duration `json:"time,omitzero"`
	Tails  int             `json:"tails,omitzero"`  // cards of which tails are played in all orders; 0 for no tails
	Layers int             `json:"layers,omitzero"` // decks of the widest layers that go on from them; 0 for the usual number
}

// Schema implements [results.Question].
func (Records) Schema() string { return results.TopswopsRecordsSchema }

// Check implements [results.Question].
func (q Records) Check() error {
	switch {
	case q.From < 1 || q.From > q.To || q.To > population.MaxCards:
		return fmt.Errorf("n=%d..%d is no range within 1..%d", q.From, q.To, population.MaxCards)
	case q.Rounds < 0 || q.Rounds > population.MaxRounds:
		return fmt.Errorf("rounds=%d is out of range 0..%d", q.Rounds, population.MaxRounds)
	case q.Time < 0:
		return fmt.Errorf("time=%v is less than 0", time.Duration(q.Time))
	case q.Tails == 0 && q.Layers != 0:
		return fmt.Errorf("layers=%d means nothing without tails", q.Layers)
	case q.Tails == 0:
		return nil
	case q.Layers != 0 && (q.Layers < population.MinLayers || q.Layers > population.MaxLayers):
		return number.InRange("layers", q.Layers, population.MinLayers, population.MaxLayers)
	case q.To < population.TailsFrom || q.From > population.LayersTo:
		return fmt.Errorf("tails lead to games of %d to %d cards: none of these is asked for", population.TailsFrom, population.LayersTo)
	}
	return number.InRange("tails", q.Tails, population.MinTails, population.MaxTails)
}

func (q Records) query() population.Query {
	p := population.Query{N: q.To, Seed: uint64(q.Seed), Rounds: cmp.Or(q.Rounds, population.MaxRounds),
		Time: time.Duration(q.Time), Tails: q.Tails}
	if q.Tails > 0 {
		p.From, p.Layers = q.From, cmp.Or(q.Layers, population.UsualLayers)
	}
	return p
}

// Seconds implements [results.Question].
func (q Records) Seconds() float64 {
	if q.Time > 0 {
		return min(q.query().Seconds(), time.Duration(q.Time).Seconds())
	}
	return q.query().Seconds()
}

// Limit implements [results.Limited].
func (q Records) Limit() time.Duration { return time.Duration(q.Time) }

// Answer implements [results.Question].
func (q Records) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	decks, rounds, whole, err := q.query().Decks(ctx, run.Of(ctx, env.Threads))
	if err != nil && decks == nil {
		return nil, err
	}
	if whole {
		q.Rounds, q.Time = rounds, 0
	}
	r := results.TopswopsRecords{
		Head: results.Answering(q, results.Bound), Seed: number.OfUint(uint64(q.Seed)), Rounds: rounds,
	}
	for _, d := range decks[q.From-1:] {
		row := RecordOf(d)
		if rounds == 0 { // and a chain takes no time
			row = longerChain(row)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, results.Unfinished(err, []results.TopswopsRecords{r})
}

// RecordOf plays a deck.
func RecordOf(deck []int) results.TopswopsRecord {
	n, length := len(deck), topswops.Play(deck, false).Length()
	square := float64(length) / float64(n*n)
	r := results.TopswopsRecord{N: n, Length: length, Square: square, Deck: deck, OnRecord: OnRecordAt(n)}
	if known, ok := KnownAt(n); ok {
		r.Published = &known.Length
	}
	return r
}

// longerChain is a deck that is built without a search, where that is longer.
func longerChain(r results.TopswopsRecord) results.TopswopsRecord {
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
func (Records) Picture(_ context.Context, _ results.Env, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.TopswopsRecords)
	found := figure.Series{Name: "found", First: r.Rows[0].N}
	published := figure.Series{Name: "published", First: r.Rows[0].N}
	for i, row := range r.Rows {
		found.Y = append(found.Y, row.Square)
		if row.Published != nil && len(published.Y) == i { // as far as all are
			published.Y = append(published.Y, float64(*row.Published)/float64(row.N*row.N))
		}
	}
	curve := figure.Curve{XLabel: "cards", YLabel: "moves / cards²", Series: []figure.Series{found}}
	if published.Y != nil {
		curve.Series = append(curve.Series, published)
	}
	return []figure.Block{figure.Title("Topswops: long games"), curve}, nil
}

// BoundsMax is the largest deck of [Bounds].
const BoundsMax = 2500

// Bounds asks what is known of f(N) without a search.
type Bounds struct {
	N int `json:"n"`
}

// Schema implements [results.Question].
func (Bounds) Schema() string { return results.TopswopsBoundsSchema }

// Check implements [results.Question].
func (q Bounds) Check() error { return number.InRange("n", q.N, 1, BoundsMax) }

// Seconds implements [results.Question].
func (Bounds) Seconds() float64 { return 1 }

// Answer holds the length of the longest game on n cards between others: at most 2^(n-1),
// by the score of cards at home, and F(n+1) with F(1) = F(2) = 1, by Klamkin's cut at the
// largest protagonist; at least the length of a deck that is built and then played, the
// first of the longest. It gives up when ctx is cancelled, with its error.
//
// The chains have about 0.15 n^2 moves, a quadratic lower bound by chaining
// games of linear length as in Morales and Sudborough.
func (q Bounds) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	n := q.N
	b := results.TopswopsBounds{
		Head:      results.Answering(q, results.Bound),
		N:         n,
		Wilf:      number.Of(new(big.Int).Lsh(big.NewInt(1), uint(n-1))),
		Fibonacci: number.Of(fibonacci(n + 1)),
		Lower:     -1,
	}
	if f, ok := KnownAt(n); ok {
		b.Published, b.Source = f.Length, f.Source
	}
	b.OnRecord = OnRecordAt(n)
	for _, f := range starts {
		if n >= len(f.deck) {
			if err := try(ctx, &b, "chain from "+f.name, f.source, f.chain(n)); err != nil {
				return b, err
			}
		}
	}
	if n <= population.MaxCards {
		deck, err := population.Deck(ctx, n)
		if err == nil {
			err = try(ctx, &b, "grown, as by records in its first moments", "", deck)
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// try plays a deck, and keeps the longest.
func try(ctx context.Context, b *results.TopswopsBounds, name, source string, deck []int) error {
	g, err := topswops.PlayUntil(ctx, deck, false)
	if err != nil {
		return err
	}
	b.Built = append(b.Built, results.TopswopsBuilt{Name: name, Source: source, Length: g.Length()})
	if g.Length() > b.Lower {
		b.Lower, b.Deck = g.Length(), deck
	}
	return nil
}

// fibonacci is F(k), F(1) = F(2) = 1.
func fibonacci(k int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range k {
		a.Add(a, b)
		a, b = b, a
	}
	return a
}

// A round lengthens a game by about 2.4 n moves for eight more cards. It starts
// with card n+8 on top of 2..n in order and eight cards more, and ends with
// n+8 cards in order. The eight are given by what they exceed n by, or 0 for
// card 1.
//
// Two passes through the block 2..n make the length. When card v lies at
// position v-1, each card sends up the next, 2, 3, ..., n, so that even and odd
// cards part; and n, n-1, ... put them together again. What the eight do is to
// shift the block by one and to let the second pass follow the first. The
// rounds were found by trying all ways to lay eight cards; that they end in
// order is tested for every n to 400, and the deck built from them is played.
type round struct {
	residue int // of n modulo 4
	from    int // least n
	cards   []int
}

var rounds = []round{
	{1, 13, []int{6, 2, 3, 5, 0, 1, 7, 4}},
	{2, 6, []int{3, 2, 6, 1, 0, 5, 7, 4}},
}

// extend puts a round before the game of a deck that ends in order: the card
// that starts the round has the part of card 1 until then.
func (r round) extend(deck []int) []int {
	n := len(deck)
	deck = slices.Clone(deck)
	deck[slices.Index(deck, 1)] = n + len(r.cards)
	for _, offset := range r.cards {
		if offset == 0 {
			deck = append(deck, 1)
		} else {
			deck = append(deck, n+offset)
		}
	}
	return deck
}

// from is a deck whose game ends in order, from which a chain goes on.
type from struct {
	name   string
	source string // where the deck comes from; empty if it needs none
	deck   []int
}

// starts are the decks in order from which the rounds go on, and the longest
// that end in order where rounds go on from their sizes. A chain takes over all
// the moves of its start.
var starts = []from{
	{"6 cards in order", "", counted(6)},
	{"13 cards in order", "", counted(13)},
	{longestOf(6), searched, []int{3, 6, 5, 1, 4, 2}},
	{longestOf(10), searched, []int{5, 9, 1, 8, 6, 2, 10, 4, 7, 3}},
	{longestOf(13), searched, []int{2, 9, 4, 5, 11, 12, 10, 1, 8, 13, 3, 6, 7}},
	{longestOf(14), searched, []int{2, 4, 9, 3, 11, 1, 8, 13, 6, 5, 10, 14, 12, 7}},
	{longestOf(17), "OEIS A000375", []int{2, 10, 15, 11, 7, 14, 5, 16, 6, 4, 17, 13, 1, 3, 8, 9, 12}},
	{longestOf(18), "length in OEIS A000376", []int{6, 14, 9, 2, 15, 8, 1, 3, 4, 12, 18, 5, 10, 13, 16, 17, 11, 7}},
}

const searched = "dovetail topswops max --sorted"

func longestOf(n int) string {
	return fmt.Sprintf("the longest deck of %d cards that ends in order", n)
}

// chain builds a deck of n cards, not fewer than it starts from, of as many
// rounds as there is room for; cards left over are appended.
func (f from) chain(n int) []int {
	deck := f.deck
	for _, r := range rounds {
		for len(deck)%4 == r.residue && len(deck) >= r.from && len(deck)+len(r.cards) <= n {
			deck = r.extend(deck)
		}
	}
	deck = slices.Clone(deck)
	for len(deck) < n {
		deck = append(deck, len(deck)+1)
	}
	return deck
}

// counted is the deck 1, 2, ..., n.
func counted(n int) []int { return ranked(counting(n)) }
