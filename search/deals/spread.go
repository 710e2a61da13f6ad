package deals

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Query asks how w varies over repetitions of real deals of a word.
type Query struct {
	Alphabet *position.Alphabet
	Word     position.Word
	Deals    int64 // s, of one repetition
	Runs     int   // repetitions
	Seed     uint64
	Emax     *big.Rat
}

// Spread is the number w of white cells in each repetition: those whose count t
// has |t/s - 1/n| <= e_max, decided on integers. Deterministic letters at the
// ends of the word only rename cells and are not dealt.
func Spread(ctx context.Context, q Query, o Options) ([]int, error) {
	_, core, _ := q.Alphabet.Split(q.Word)
	a, b := tally.Bounds(q.Alphabet.N, q.Deals, q.Emax)
	white := make([]int, q.Runs)
	s := sample{
		n:       q.Alphabet.N,
		s:       q.Deals,
		runs:    q.Runs,
		seed:    q.Seed,
		purpose: purpose(q.Alphabet, q.Word),
		dealers: func() []shuffle.Dealer { return dealers(q.Alphabet, core) },
	}
	err := s.each(ctx, o, func(run int, counts []uint64) {
		for _, t := range counts {
			if a <= int64(t) && int64(t) <= b {
				white[run]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return white, nil
}

// dealers performs the letters of a core, runs of deterministic letters at one
// stroke.
func dealers(a *position.Alphabet, core position.Word) []shuffle.Dealer {
	var steps []shuffle.Dealer
	var run perm.Perm
	for _, k := range core {
		l := a.Letters[k]
		if l.Perm != nil {
			run = run.Append(l.Perm)
			continue
		}
		if run != nil {
			steps = append(steps, shuffle.Fixed(run))
			run = nil
		}
		steps = append(steps, l.Model.Dealer(a.N))
	}
	return steps
}

// purpose names a word with everything that its deals depend on.
func purpose(a *position.Alphabet, w position.Word) string {
	var s strings.Builder
	fmt.Fprintf(&s, "spread %d", a.N)
	for _, k := range w {
		s.WriteByte(' ')
		s.WriteString(a.Letters[k].Model.String())
	}
	return s.String()
}
