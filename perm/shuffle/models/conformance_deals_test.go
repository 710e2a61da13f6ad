package models_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
)

// significance is the chance that a chi-squared test of what is right fails; seeds are
// fixed, so that it fails always or never.
const significance = 1e-6

// deals wants decks that are dealt to be decks, the source untouched, and the same
// again from the same seed.
func deals(m shuffle.Model, n int) error {
	const times = 20
	once, again := draw.NewStream([32]byte{3}), draw.NewStream([32]byte{3})
	deal, dealAgain := m.Dealer(n), m.Dealer(n)
	src, dst, same := shuffle.NewDeck(n), shuffle.NewDeck(n), shuffle.NewDeck(n)
	for range times {
		deal(once, dst, src)
		dealAgain(again, same, src)
		if err := permutes(dst); err != nil {
			return err
		}
		if !slices.Equal(dst, same) {
			return fmt.Errorf("one seed dealt %v and %v", dst, same)
		}
		if !slices.Equal(src, shuffle.NewDeck(n)) {
			return fmt.Errorf("the source became %v", src)
		}
	}
	return nil
}

// dealsFollowSupport wants every order of the deck dealt with its probability.
func dealsFollowSupport(m shuffle.Model, n int) error {
	const bits = 96
	want := map[string]float64{}
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(w), -bits).Float64()
		want[key(p.Inverse())] += x
		return true
	})
	return followsSupport(m.Dealer(n), n, want)
}

// followsSupport deals decks of n cards and holds their frequencies against probabilities, by
// chi-squared with the decks together that are expected fewer than five times. A deck
// is a string of its cards' numbers as bytes.
func followsSupport(deal shuffle.Dealer, n int, want map[string]float64) error {
	times := 100000
	if n < 4 {
		times = longtest.Of(10000, 100000)
	}
	rng := draw.NewStream([32]byte{7})
	src, dst := shuffle.NewDeck(n), shuffle.NewDeck(n)
	dealt := map[uint64]float64{} // by the cards as bytes
	for range times {
		deal(rng, dst, src)
		deck := uint64(0)
		for _, card := range dst {
			deck = deck<<8 | uint64(card)
		}
		dealt[deck]++
	}
	count := map[string]float64{}
	for deck, c := range dealt {
		var name [8]byte
		binary.BigEndian.PutUint64(name[:], deck)
		count[string(name[8-n:])] = c
	}
	return frequencies(count, float64(times), want)
}

// frequencies holds counts that add up to times against probabilities as followsSupport does.
func frequencies(count map[string]float64, times float64, want map[string]float64) error {
	chi2, degrees := 0.0, -1.0
	rare := [2]float64{} // expected, dealt
	unseen := maps.Clone(count)
	for deck, p := range want {
		if expected := times * p; expected < 5 {
			rare[0] += expected
			rare[1] += count[deck]
		} else {
			chi2 += (count[deck] - expected) * (count[deck] - expected) / expected
			degrees++
		}
		delete(unseen, deck)
	}
	for deck := range unseen {
		return fmt.Errorf("%q came and cannot come", deck)
	}
	if rare[0] >= 5 {
		chi2 += (rare[1] - rare[0]) * (rare[1] - rare[0]) / rare[0]
		degrees++
	} else if rare[1] > 40 {
		return fmt.Errorf("rare decks came %v times, expected %v", rare[1], rare[0])
	}
	return unlikely(chi2, degrees, fmt.Sprintf("%v decks", times))
}

// unlikely is the error of a chi-squared that is too large.
func unlikely(chi2, degrees float64, what string) error {
	if degrees > 0 && (distuv.ChiSquared{K: degrees}).Survival(chi2) < significance {
		return fmt.Errorf("chi-squared of %s is %v with %v degrees of freedom", what, chi2, degrees)
	}
	return nil
}

// dealsFollowLaw wants every cell's count within six standard deviations of what the
// position law says.
func dealsFollowLaw(m shuffle.Model, n int) error {
	times := longtest.Of(5000, 40000)
	if n > 10 {
		times = longtest.Of(2000, 40000)
	}
	p := m.Law(n, 96).Float()
	count := make([]uint32, n*n)
	rng := draw.NewStream([32]byte{1})
	deal := m.Dealer(n)
	src, dst := shuffle.NewDeck(n), shuffle.NewDeck(n)
	for range times {
		deal(rng, dst, src)
		for j, i := range dst {
			count[int(i)*n+j]++
		}
	}
	for c := range p {
		want := float64(times) * p[c]
		sd := math.Sqrt(want * (1 - p[c]))
		if math.Abs(float64(count[c])-want) > 6*sd+3 {
			return fmt.Errorf("cell %d: dealt %v times, expected %v +- %v", c, count[c], want, sd)
		}
	}
	return nil
}

// dealsAlike wants large cards dealt as small ones are.
func dealsAlike(m shuffle.Model, n int) error {
	const times = 20
	deal, dealLarge := m.Dealer(n), shuffle.DealerFor[uint32](m, n)
	if dealLarge == nil {
		return nil
	}
	once, again := draw.NewStream([32]byte{4}), draw.NewStream([32]byte{4})
	src, dst := shuffle.NewDeck(n), shuffle.NewDeck(n)
	largeSrc, largeDst := shuffle.Deck[uint32](n), shuffle.Deck[uint32](n)
	for range times {
		deal(once, dst, src)
		dealLarge(again, largeDst, largeSrc)
		for j, card := range dst {
			if largeDst[j] != uint32(card) {
				return fmt.Errorf("card %d lies on place %d of a small deck, %d of a large one", card, j, largeDst[j])
			}
		}
	}
	return nil
}

// dealsLarge wants a large deck dealt to be a deck, the source untouched.
func dealsLarge(m shuffle.Model, n int) error {
	deal := shuffle.DealerFor[uint32](m, n)
	if deal == nil {
		return nil
	}
	src, dst := shuffle.Deck[uint32](n), shuffle.Deck[uint32](n)
	for seed := range longtest.Of[byte](1, 2) {
		deal(draw.NewStream([32]byte{seed}), dst, src)
		if permutes(dst) != nil || !slices.Equal(src, shuffle.Deck[uint32](n)) {
			return errors.New("no permutation was dealt, or the source changed")
		}
	}
	return nil
}
