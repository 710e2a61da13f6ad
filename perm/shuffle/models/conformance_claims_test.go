package models_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// claimBits keep the rarest outcome of a small deck apart from none at all.
const claimBits = 320

// outcomes wants as many as the model says, and of a model with one outcome a law that shows it.
func outcomes(m shuffle.Model, n int) error {
	count := shuffle.OutcomesOf(m, n)
	if count == nil {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	if count.Cmp(big.NewInt(int64(len(s.all)))) != 0 {
		return fmt.Errorf("%v outcomes claimed, %d found", count, len(s.all))
	}
	if certain := m.Law(n, claimBits).Deterministic() != nil; len(s.all) == 1 && !certain {
		return fmt.Errorf("the law does not say that there is one outcome")
	}
	return nil
}

// denominator wants every probability to be a multiple of 1/D, all of them D/D.
func denominator(m shuffle.Model, n int) error {
	den := shuffle.DenominatorOf(m, n)
	if den == nil {
		return nil
	}
	bits := uint(den.BitLen()) + 128
	s, err := supportOf(m, n, bits)
	if err != nil {
		return err
	}
	sum := new(big.Int)
	for _, o := range s.all {
		w := new(big.Int).Mul(o.weight, den)
		count := new(big.Int).Add(w, unit(bits-1))
		sum.Add(sum, count.Rsh(count, bits))
		if off := new(big.Int).Mul(s.off(o.ways), den); !near(w, count.Lsh(count, bits), off) {
			return fmt.Errorf("%v has a probability that is no multiple of 1/%v", o.p, den)
		}
	}
	if sum.Cmp(den) != 0 {
		return fmt.Errorf("probabilities add up to %v/%v", sum, den)
	}
	return nil
}

// classes wants the ways of the support, sorted by weight, to be those of the classes.
func classes(m shuffle.Model, n int) error {
	claimed := shuffle.Classes(m, n, claimBits)
	if claimed == nil {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	var ways []*big.Int
	for _, c := range claimed {
		if c.Count.Sign() <= 0 || c.Count.Cmp(big.NewInt(1<<20)) > 0 {
			return fmt.Errorf("a class of %v", c.Count)
		}
		for range c.Count.Int64() {
			ways = append(ways, new(big.Int).Quo(c.Mass, c.Count))
		}
	}
	for len(s.ways) < len(ways) {
		s.ways = append(s.ways, new(big.Int)) // rounded to 0
	}
	slices.SortFunc(ways, (*big.Int).Cmp)
	slices.SortFunc(s.ways, (*big.Int).Cmp)
	if !slices.EqualFunc(ways, s.ways, func(a, b *big.Int) bool { return near(a, b, s.off(2)) }) {
		return fmt.Errorf("%d ways by classes, %d by the support, or other weights", len(ways), len(s.ways))
	}
	return nil
}

// packets wants every outcome to be packets in reversed order, with the product of the
// probabilities of their sizes, all of them drawn from the end that is claimed.
func packets(m shuffle.Model, n int) error {
	packets := shuffle.PacketsOf(m)
	if packets == nil {
		return nil
	}
	sizes := packets.PacketSizes(n, claimBits)
	if len(sizes) != n+1 {
		return fmt.Errorf("%d sizes", len(sizes))
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	atLeast := slices.Clone(sizes)
	for k := n - 1; k >= 0; k-- {
		atLeast[k] = new(big.Int).Add(sizes[k], atLeast[k+1])
	}
	weight := func(heights []int) *big.Int {
		w := new(big.Int).Set(atLeast[heights[len(heights)-1]])
		for _, k := range heights[:len(heights)-1] {
			w.Mul(w, sizes[k]).Rsh(w, claimBits)
		}
		return w
	}
	for _, o := range s.all {
		heights, err := packetHeights(o.p)
		if err != nil {
			return err
		}
		if packets.FromBottom() {
			slices.Reverse(heights)
		}
		if want := weight(heights); !near(want, o.weight, s.off(o.ways+1)) {
			return fmt.Errorf("%v weighs %v, its packets %v", o.p, o.weight, want)
		}
	}
	return nil
}

// packetHeights are those of the packets that p puts together in reversed order.
func packetHeights(p perm.Perm) (heights []int, err error) {
	for i := 0; i < len(p); {
		e := i + 1
		for e < len(p) && p[e] == p[e-1]+1 {
			e++
		}
		if p[i] != len(p)-e {
			return nil, fmt.Errorf("%v is no reversal of packets", p)
		}
		heights = append(heights, e-i)
		i = e
	}
	return heights, nil
}

// group wants all of a group to be equally likely.
func group(m shuffle.Model, n int) error {
	g := shuffle.ClosedOf(m).UniformOn
	if g == shuffle.NoGroup {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	order := int64(n)
	if g == shuffle.Orders {
		order = new(big.Int).MulRange(1, order).Int64()
	}
	if int64(len(s.all)) != order {
		return fmt.Errorf("%d outcomes, the group has %d", len(s.all), order)
	}
	share := new(big.Int).Quo(unit(claimBits), big.NewInt(order))
	for _, o := range s.all {
		if !near(o.weight, share, s.off(o.ways)) {
			return fmt.Errorf("%v weighs %v, others %v", o.p, o.weight, share)
		}
		for i, j := range o.p {
			if g == shuffle.Rotations && (j-i+n)%n != o.p[0] {
				return fmt.Errorf("%v is no rotation", o.p)
			}
		}
	}
	return nil
}

// aShuffle wants a deck with r rising sequences, or the one that it undoes, to have
// probability C(a+n-r, n)/a^n.
func aShuffle(m shuffle.Model, n int) error {
	a, undone := shuffle.ClosedOf(m).Packets, shuffle.ClosedOf(m).Inverse
	if a == 0 {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	all := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(n)), nil)
	for _, o := range s.all {
		p := o.p
		if undone {
			p = p.Inverse()
		}
		want := new(big.Int).Binomial(int64(a+n-p.RisingSequences()), int64(n))
		want.Lsh(want, claimBits).Quo(want, all)
		if !near(o.weight, want, s.off(o.ways)) {
			return fmt.Errorf("%v weighs %v, in a %d-shuffle %v", o.p, o.weight, a, want)
		}
	}
	return nil
}

// shelves wants a deck with v peaks, or the one that it undoes, to have probability
// ShelfWays/(2m)^n, where cards go on top and below alike.
func shelves(m shuffle.Model, n int) error {
	count, undone := shuffle.ClosedOf(m).Shelves, shuffle.ClosedOf(m).Inverse
	if count == 0 || shuffle.ClosedOf(m).Side != nil {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	all := new(big.Int).Exp(big.NewInt(int64(2*count)), big.NewInt(int64(n)), nil)
	ways := riffles.ShelfWays(n, big.NewInt(int64(count)))
	for _, o := range s.all {
		deck := o.p
		if !undone {
			deck = deck.Inverse()
		}
		want := new(big.Int).Lsh(ways[perm.Peaks(deck)], claimBits)
		if want.Quo(want, all); !near(o.weight, want, s.off(o.ways)) {
			return fmt.Errorf("%v weighs %v, from %d shelves %v", o.p, o.weight, count, want)
		}
	}
	return nil
}

// hands wants the cuts and the runs of cards from the same packet that the support has. A
// deck in order can come from any cut; the others, that are known, tell how often from which.
func hands(m shuffle.Model, n int) error {
	cuts, runs := shuffle.HandsOf(m, n)
	if cuts == nil {
		return nil
	}
	s, err := supportOf(m, n, claimBits)
	if err != nil {
		return err
	}
	inOrder, want := slices.Clone(cuts), make([]float64, n+1)
	for _, o := range s.all {
		weight, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(o.weight), -claimBits).Float64()
		cut := 1 // the bottom packet begins where p descends
		for ; cut < n && o.p[cut] > o.p[cut-1]; cut++ {
		}
		if cut == n {
			continue
		}
		inOrder[cut] -= weight
		deck, length := o.p.Inverse(), 1
		for j := 1; j <= n; j++ {
			if j == n || (deck[j] < cut) != (deck[j-1] < cut) {
				want[length] += weight
				length = 0
			}
			length++
		}
	}
	sum := 0.0
	for c, p := range inOrder {
		if p < -1e-12 {
			return fmt.Errorf("a cut of %d has probability %v, %v more come", c, cuts[c], -p)
		}
		want[c] += p
		want[n-c] += p
		sum += cuts[c]
	}
	if math.Abs(sum-1) > 1e-12 {
		return fmt.Errorf("cuts add up to %v", sum)
	}
	for k := 1; k <= n; k++ {
		if math.Abs(runs[k]-want[k]) > 1e-11 {
			return fmt.Errorf("%v runs of %d cards, the support has %v", runs[k], k, want[k])
		}
	}
	return nil
}
