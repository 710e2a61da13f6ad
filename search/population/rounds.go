package population

import (
	"context"
	"fmt"
	"math"
	"time"

	"dovetail/search/run"
)

// Query asks for long games on 1, 2, ..., N cards, by so many rounds of populations, or by as
// many as there is time for.
type Query struct {
	N      int
	Seed   uint64
	Rounds int           // at most; 0 for MaxRounds
	Time   time.Duration // 0 for as long as it takes
}

// MaxRounds leaves beams of two million decks.
const MaxRounds = 12

// Decks are the longest found, decks[m-1] of m cards, and after how many whole rounds. What is
// found in a round counts though the time is over in the midst of it, or ctx ends, which is the error:
// the decks then are not those of whole rounds.
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
		r := round{q.N, q.Seed, rounds}
		b, _, err := run.Run(inTime, r, o.Part(fmt.Sprintf("round%02d", rounds), fmt.Sprintf("%d beams and populations", r.tasks())))
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

// Seconds is roughly how long the rounds take one processor.
func (q Query) Seconds() float64 {
	widths := math.Pow(2, float64(q.Rounds)) - 1
	grown := firstPopulation * 2 * widePopulations * widths * secondsADeck * math.Pow(float64(q.N)/97, 4)
	return grown + firstBeam*2*wideBeams*widths*secondsABeam*math.Pow(1.5, float64(min(q.N, MaxBeam)-20))
}

// secondsADeck is how long a population of 97 cards takes for each of its decks.
const secondsADeck = 3e-3

// secondsABeam is how long a beam of 20 cards takes for each of its decks.
const secondsABeam = 2e-4
