package population

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dovetail/perm/cards"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// round is the question of the longest decks of 1, 2, ..., N cards that the beams, the populations
// and the tails of a round find. A round has twice the decks of the one before. Half of them make
// each kind of search wider. The other half are more searches of the same width, because much
// depends on luck, which a new start has again.
type round struct {
	N     int
	Seed  uint64
	Round int
	Tails int // cards out of order of the decks from which tails are played; 0 for none
	From  int // the least number of cards asked for
	Width int // most decks of a layer
}

const (
	wideBeams       = 2    // of a round, each with families from another size on
	firstBeam       = 1000 // decks of one, in round 0
	sparseBeam      = 2000 // of those that start from few decks
	chance          = 10   // one in how many
	widePopulations = 8
	firstPopulation = 125  // decks of one, in round 0
	maxNarrow       = 2000 // decks of the others, at most
)

// population is the width of a population, and the stream that decides which decks are kept.
type population struct {
	width  int
	stream uint64
}

// beams are the beams of a round: wide ones, and sparse ones that take about as long together.
func (q round) beams() (all []Beam) {
	for i := range wideBeams {
		seed := q.Seed*MaxRounds*wideBeams + uint64(q.Round*wideBeams+i)
		all = append(all, Beam{Width: firstBeam << q.Round, Families: 11 + i, Seed: seed})
	}
	for i := range wideBeams * firstBeam << q.Round / sparseBeam {
		seed := (q.Seed*MaxRounds+uint64(q.Round))<<32 + uint64(i)
		all = append(all, Beam{Width: sparseBeam, Families: 11 + i%2, Chance: chance, Seed: seed})
	}
	return all
}

// populations are the populations of a round: wide ones, and narrow ones with as many decks
// together.
func (q round) populations() (all []population) {
	wide := firstPopulation << q.Round
	for i := range widePopulations {
		all = append(all, population{wide, uint64(q.Round*widePopulations + i)})
	}
	narrow := min(wide, maxNarrow)
	for i := range widePopulations * wide / narrow {
		all = append(all, population{narrow, uint64(q.Round+1)<<32 + uint64(i)})
	}
	return all
}

// Tails are searched for numbers of cards below and above the requested least number, as layers
// continue from their games. Those of surely cards are always searched, as tails of 22 cards have
// led furthest.
const before, surely = 2, 22

// tails are the tails of a round. The seed does not change them.
func (q round) tails() (all []tails) {
	if q.Tails == 0 || q.Round > 0 {
		return nil
	}
	from := max(min(q.From-before, surely), TailsFrom, q.Tails+2)
	for cards := min(q.N, MaxBeam); cards >= from; cards-- {
		all = append(all, tails{cards, q.Tails, q.Width})
	}
	return all
}

// tasks are the numbers of all of them.
func (q round) tasks() (all []int) {
	for i := range len(q.beams()) + len(q.populations()) + len(q.tails()) {
		all = append(all, i)
	}
	return all
}

func (round) Name() string { return "topswops-growth/6" }

func (q round) Job() (*best, error) {
	if q.N < 1 || q.N > MaxCards || q.Round < 0 || q.Round >= MaxRounds || q.Tails < 0 || q.Tails > MaxTails ||
		q.Tails > 0 && (q.Width < MinLayers || q.Width > MaxLayers) {
		return nil, fmt.Errorf("n=%d, round %d or tails of %d cards are out of range", q.N, q.Round, q.Tails)
	}
	b := &best{round: q, decks: inOrder(q.N), wide: make(chan struct{}, 1)}
	b.Sum = run.Sum[int, [][]int]{
		Of: "growth", Tasks: b.tasks, Do: b.find, Valid: b.valid,
		Add:   func(decks [][]int) { b.decks = longer(b.decks, decks) },
		Parts: func() [][][]int { return [][][]int{b.decks} },
	}
	return b, nil
}

// inOrder are the decks 1, 2, ..., m, which have no moves.
func inOrder(n int) (decks [][]int) {
	for m := range n {
		deck := make([]int, m+1)
		for i := range deck {
			deck[i] = i + 1
		}
		decks = append(decks, deck)
	}
	return decks
}

// best is the job of package run. Its tasks are the beams, the populations and the tails, and its
// total is the longest decks.
type best struct {
	run.Sum[int, [][]int]
	round
	decks [][]int       // decks[m-1] has m cards
	wide  chan struct{} // holds a value while tails have layers of their full width
}

// find is task i. Beams and tails stop where populations do better.
func (b *best) find(ctx context.Context, i int) ([][][]int, error) {
	decks, err := b.longest(ctx, i)
	return [][][]int{decks}, err
}

func (b *best) longest(ctx context.Context, i int) ([][]int, error) {
	beams, populations := b.beams(), b.populations()
	if i < len(beams) {
		return beams[i].Longest(ctx, min(b.N, MaxBeam))
	}
	if i -= len(beams); i < len(populations) {
		p := populations[i]
		return Decks(ctx, b.N, p.width, rand.New(rand.NewPCG(b.Seed, p.stream)))
	}
	q, decks := b.tails()[i-len(populations)], inOrder(min(b.N, LayersTo))
	longest, err := q.Longest(ctx, b.N, b.wide)
	copy(decks[q.Cards-1:], longest)
	return decks, err
}

// valid refuses what are no decks of 1, 2, ... cards. They are played again when they are added.
func (b *best) valid(decks [][]int) error {
	if some := len(decks); some != b.N && some != min(b.N, MaxBeam) && some != min(b.N, LayersTo) {
		return fmt.Errorf("%d decks for up to %d cards", some, b.N)
	}
	for i, d := range decks {
		if len(d) != i+1 || cards.Check(d) != nil {
			return fmt.Errorf("%v is no deck of %d", d, i+1)
		}
	}
	return nil
}

// SoFar implements [run.Reporter]: the longest deck of all cards, if one is found.
func (b *best) SoFar() []string {
	deck := b.decks[b.N-1]
	moves := topswops.Play(deck, false).Length()
	if moves == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d cards, %s: %s", b.N, number.Count(moves, "move"), strings.Trim(fmt.Sprint(deck), "[]"))}
}

// longer takes the longer deck of each size, and the first of two equally long ones.
func longer(a, b [][]int) [][]int {
	a = slices.Clone(a)
	for i, d := range b {
		switch l, m := topswops.Play(a[i], false).Length(), topswops.Play(d, false).Length(); {
		case m > l, m == l && slices.Compare(d, a[i]) < 0:
			a[i] = d
		}
	}
	return a
}

// Query requests long games on 1, 2, ..., N cards, by a number of rounds of populations, or by as
// many as the time allows.
type Query struct {
	N      int
	Seed   uint64
	Rounds int           // at most; 0 for MaxRounds
	Time   time.Duration // 0 for no limit
	Tails  int           // in the first round, tails of this number of cards are played in all orders; 0 for none
	From   int           // least number of cards in the answer
	Layers int           // most decks of a layer
}

// MaxRounds leads to beams of two million decks.
const MaxRounds = 12

// Decks are the longest decks found, decks[m-1] of m cards, and the number of complete rounds. What
// is found in a round counts even if the time ends within it, or ctx ends, which is the error: the
// decks then depend on more than complete rounds.
func (q Query) Decks(ctx context.Context, o run.Options) (decks [][]int, rounds int, whole bool, err error) {
	if q.Rounds == 0 {
		q.Rounds = MaxRounds
	}
	decks = inOrder(q.N)
	start, last := time.Now(), time.Duration(0)
	inTime, cancel := run.Within(ctx, q.Time)
	defer cancel()
	for rounds < q.Rounds && (rounds == 0 || q.Time == 0 || time.Since(start)+2*last <= q.Time) {
		begun := time.Now()
		r := round{N: q.N, Seed: q.Seed, Round: rounds, Tails: q.Tails, From: q.From, Width: q.Layers}
		before, after, all := q, q, q.Seconds()
		before.Rounds, after.Rounds = rounds, rounds+1
		from := 0.0
		if rounds > 0 {
			from = before.Seconds() / all
		}
		o.Meter.Span(from, after.Seconds()/all)
		b, _, err := run.Run(inTime, r,
			o.Part(fmt.Sprintf("round%02d", rounds), fmt.Sprintf("%d searches", len(r.tasks()))))
		over := run.Over(inTime, err)
		if err != nil && !over {
			return nil, rounds, false, err
		}
		decks = longer(decks, b.decks)
		switch {
		case ctx.Err() != nil:
			return decks, rounds, false, err
		case over:
			return decks, rounds, false, nil
		}
		last, rounds = time.Since(begun), rounds+1
	}
	return decks, rounds, true, nil
}

// Within is the query with only as many rounds as take the given seconds on one processor, by
// Seconds. The first round is always made.
func (q Query) Within(seconds float64) Query {
	for q.Rounds > 1 && q.Seconds() > seconds {
		q.Rounds--
	}
	return q
}

// Seconds is roughly the time of the rounds on one processor.
func (q Query) Seconds() float64 {
	widths := elementary.Pow(2, float64(q.Rounds)) - 1
	grown := float64(firstPopulation * 2 * widePopulations * widths * secondsADeck * elementary.Pow(float64(q.N)/97, 4))
	seconds := grown + float64(firstBeam*2*wideBeams*widths*secondsABeam*elementary.Pow(1.28, float64(min(q.N, MaxBeam)-20)))
	for _, t := range (round{N: q.N, Tails: q.Tails, From: q.From, Width: q.Layers}).tails() {
		seconds += t.seconds(q.N)
	}
	return seconds
}

// secondsADeck is the time of a population of 97 cards for each of its decks.
const secondsADeck = 3e-3

// secondsABeam is the time of a beam of 20 cards for each of its decks.
const secondsABeam = 5.5e-4
