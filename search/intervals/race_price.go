package intervals

import (
	"cmp"
	"math"
	"math/big"
	"time"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
)

// The price of separating the words that a race leaves. The moves of a word's walks follow from the
// length of its path, and the number of walks from the width that the intervals must have. Words
// without walks have pilot runs for this alone.

// The sample behind the price: about the width at which words can be separated, and the decks of
// either kind, their walks and the scatter that this takes.
const (
	pricedWidth   = 0.05
	pricedDecks   = 2048
	pricedWalks   = 4
	pricedScatter = 0.2
)

// sweeps is about the number of sweeps for a word's interval.
func (a *raced) sweeps(r *racer) float64 {
	return float64(pricedWalks * pricedDecks * elementary.Pow(cmp.Or(r.length, longPath)/pricedScatter, 2))
}

// price is about the price of separating the words that could be best; nil if one is left.
func (a *raced) price() *results.Price {
	all := a.contenders()
	p := &results.Price{Width: pricedWidth, Words: len(all)}
	seconds := 0.0
	for _, r := range all {
		switch {
		case r.open && r.method == nil:
			p.Unknown++
			continue
		case !r.open || r.closed():
			continue // no walks, or seconds
		case r.length == 0:
			p.Guessed++
		}
		seconds += float64(a.sweeps(r) * r.method.Target.Seconds())
	}
	if len(all) < 2 || p.Unknown < len(all) && seconds == 0 {
		return nil
	}
	p.Hours = math.Ceil(seconds/36) / 100
	return p
}

// The time of a race, before it begins. Bounds come first. Then every open word has a quick test. A
// word counts as open if its shuffles have enough outcomes, by the entropy of each, to deal the
// share of all decks by which an interval must be open: with fewer outcomes, counting them proves
// the distance. A word that begins or ends with a shuffle of one outcome has the core of a shorter
// one. About a quarter of the words are tested again. Then each round takes twice what the one
// before took.

// Seconds implements [results.Question]: the sum of these times, or the time or the work that is
// given.
func (q Race) Seconds() float64 {
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
func (q Race) certified() Ranking {
	return Ranking{All: q.All, Budget: q.Budget, By: ByBound}
}

func (q Race) Bytes(threads int) uint64 { return q.certified().Bytes(threads) }

// secondsAWalk is about the time of a word of 52 cards in round 0.
const secondsAWalk = 3

// open is about the number of words worth sampling.
func (q Race) open() float64 {
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

// square52 is the factor, relative to 52 cards, of a time that grows with the number of pairs of
// cards.
func square52(n int) float64 { return float64(n*n) / (52 * 52) }
