package population

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"dovetail/perm/cards"
	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// round is the question for the longest decks of 1, 2, ..., N cards that the beams and the
// populations of a round find. A round has twice the width of the one before.
type round struct {
	N     int
	Seed  uint64
	Round int
}

const (
	populations = 8   // of a round
	firstWidth  = 125 // of the populations of round 0
	beams       = 2   // of a round, each with families from another size on
	firstBeam   = 1000
)

func (q round) width() int     { return firstWidth << q.Round }
func (q round) beamWidth() int { return firstBeam << q.Round }

// Kinds are the questions that other machines can help with.
var Kinds = []run.Kind{run.KindOf[*best](round{})}

// Name implements [run.Question].
func (round) Name() string { return "topswops-growth/3" }

// Job implements [run.Question].
func (q round) Job() (*best, error) {
	if q.N < 1 || q.N > MaxCards || q.Round < 0 || q.Round >= MaxRounds {
		return nil, fmt.Errorf("n=%d or round %d is out of range", q.N, q.Round)
	}
	return &best{q, inOrder(q.N)}, nil
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

// best is the job of package run: its tasks are the beams, which take longest, and the
// populations, its total the longest decks.
type best struct {
	round
	decks [][]int // decks[m-1] has m cards
}

// Roots implements [run.Job].
func (b *best) Roots() (pieces []run.Piece, err error) {
	for i := range byte(beams + populations) {
		pieces = append(pieces, run.Piece{Payload: []byte{i}})
	}
	return pieces, nil
}

// Check implements [run.Job].
func (b *best) Check(payload []byte) error {
	if len(payload) != 1 || payload[0] >= beams+populations {
		return fmt.Errorf("%v is no beam or population of %d", payload, beams+populations)
	}
	return nil
}

// Run implements [run.Job].
func (b *best) Run(ctx context.Context, t run.Task) (run.Result, error) {
	decks, err := b.find(ctx, int(t.Payload[0]))
	if err != nil {
		return run.Result{}, err
	}
	found, err := json.Marshal(decks)
	return run.Result{Found: found}, err
}

// find is task i. A beam stops where populations do better.
func (b *best) find(ctx context.Context, i int) ([][]int, error) {
	if i < beams {
		beam := Beam{Width: b.beamWidth(), Families: 11 + i, Seed: b.Seed*MaxRounds*beams + uint64(b.Round*beams+i)}
		return beam.Longest(ctx, min(b.N, MaxBeam))
	}
	return Decks(ctx, b.N, b.width(), rand.New(rand.NewPCG(b.Seed, uint64(b.Round*populations+i-beams))))
}

// Merge implements [run.Job]. The decks are played again, whoever found them.
func (b *best) Merge(result []byte) error {
	var decks [][]int
	if err := json.Unmarshal(result, &decks); err != nil || len(decks) != b.N && len(decks) != min(b.N, MaxBeam) {
		return fmt.Errorf("result of growth to %d cards: %.100q: %v", b.N, result, err)
	}
	for i, d := range decks {
		if len(d) != i+1 || cards.Check(d) != nil {
			return fmt.Errorf("result of growth to %d cards: %v is no deck of %d", b.N, d, i+1)
		}
	}
	b.decks = longer(b.decks, decks)
	return nil
}

// Total implements [run.Job].
func (b *best) Total() ([]byte, error) { return json.Marshal(b.decks) }

// SoFar implements [run.Shower]: the longest deck of all cards.
func (b *best) SoFar() []string {
	deck := b.decks[b.N-1]
	return []string{fmt.Sprintf("%d cards, %d moves", b.N, topswops.Play(deck, false).Length()), strings.Trim(fmt.Sprint(deck), "[]")}
}

// longer takes the longer deck of each size, and of two equal ones the first.
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
