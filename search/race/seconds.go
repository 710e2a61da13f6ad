package race

import (
	"math/big"
	"time"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/proved"
)

// The time of a race, before it begins. Bounds come first. Then every open word has a quick test. A
// word counts as open if its shuffles have enough outcomes, by the entropy of each, to deal the
// share of all decks by which an interval must be open: with fewer outcomes, counting them proves
// the distance. A word that begins or ends with a shuffle of one outcome has the core of a shorter
// one. About a quarter of the words are tested again. Then each round takes twice what the one
// before took.

// Seconds implements [results.Question]: the sum of these times, or the time or the work that is
// given.
func (q Question) Seconds() float64 {
	rounds := q.Rounds
	if rounds == 0 {
		rounds = MaxRounds
	}
	open := q.open()
	tests := float64((nearSeconds + densities.TestSeconds*2*(distinguish.TrainDecks+distinguish.FreshDecks)/4) * open)
	walks := float64(secondsAWalk * min(open, firstWords) * (elementary.Pow(2, float64(rounds)) - 1))
	seconds := q.certified().Seconds() + float64(square52(q.N)*(tests+walks))
	for _, limit := range []time.Duration{q.Time, time.Duration(q.Work)} {
		if limit > 0 {
			seconds = min(seconds, limit.Seconds())
		}
	}
	return seconds
}

// certified are the bounds with which the race begins.
func (q Question) certified() proved.IntervalRanking {
	return proved.IntervalRanking{All: q.All, Budget: q.Budget, By: proved.ByBound}
}

// Bytes implements [results.Sized].
func (q Question) Bytes(threads int) uint64 { return q.certified().Bytes(threads) }

// secondsAWalk is about the time of a word of 52 cards in round 0.
const secondsAWalk = 3

// open is about the number of words worth sampling.
func (q Question) open() float64 {
	fewest := float64(new(big.Int).MulRange(1, int64(q.N)).BitLen()) + elementary.Log2(wide)
	bits, moving := make([]float64, len(q.Letters)), 0
	for i, l := range q.Letters {
		if bits[i] = entropy(l.Model, q.N); bits[i] > 0 {
			moving++
		}
	}
	if !q.Given() {
		return float64(enough(bits, q.M, fewest)) * float64(moving) / float64(len(bits))
	}
	open := 0.0
	for _, w := range q.Words(q.Letters) {
		sum := 0.0
		for _, letter := range w {
			sum += bits[letter]
		}
		if sum >= fewest {
			open++
		}
	}
	return open
}

// entropyBits is the precision of the probabilities behind entropies.
const entropyBits = 64

// entropy is about the entropy of a model's outcomes in bits. Where it is not known it is that of
// all decks.
func entropy(m shuffle.Model, n int) (bits float64) {
	add := func(mass, count *big.Int, times float64) {
		p, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(mass), -entropyBits).Float64()
		ways, _ := new(big.Float).SetInt(count).Float64()
		if p > 0 {
			bits += float64(times * p * elementary.Log2(ways/p))
		}
	}
	if p := shuffle.PacketsOf(m); p != nil {
		mean, _ := p.MeanPacket().Float64()
		for _, mass := range p.PacketSizes(n, entropyBits) {
			add(mass, big.NewInt(1), float64(n)/max(1, mean))
		}
		return bits
	}
	classes := shuffle.Classes(m, n, entropyBits)
	if classes == nil {
		return float64(new(big.Int).MulRange(1, int64(n)).BitLen())
	}
	for _, c := range classes {
		add(c.Mass, c.Count, 1)
	}
	return bits
}

// enough counts the words of a given length whose letters have at least a number of bits.
func enough(bits []float64, letters int, fewest float64) float64 {
	if len(bits) == 1 {
		if float64(letters)*bits[0] < fewest {
			return 0
		}
		return 1
	}
	sum, ways := 0.0, 1.0 // the sum of places for the first letter
	for k := 0; k <= letters; k++ {
		sum += float64(ways * enough(bits[1:], letters-k, fewest-float64(float64(k)*bits[0])))
		ways *= float64(letters-k) / float64(k+1)
	}
	return sum
}
