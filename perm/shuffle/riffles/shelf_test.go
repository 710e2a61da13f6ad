package riffles

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/shuffletest"
)

// shelfDecks deals the cards from the top in every way, and yields the decks, with how many cards went on top.
func shelfDecks(n, m int, yield func(deck []int, above int)) {
	shelves := make([][]int, m)
	var deal func(card, above int)
	deal = func(card, above int) {
		if card == n {
			yield(slices.Concat(shelves...), above)
			return
		}
		for s := range shelves {
			was := shelves[s]
			shelves[s] = append([]int{card}, was...)
			deal(card+1, above+1)
			shelves[s] = append(was[:len(was):len(was)], card)
			deal(card+1, above)
			shelves[s] = was
		}
	}
	deal(0, 0)
}

// kindOf counts peaks and falls.
func kindOf(deck []int) (k kind) {
	k.peaks = perm.Peaks(deck)
	for j := 1; j < len(deck); j++ {
		if deck[j] < deck[j-1] {
			k.falls++
		}
	}
	return k
}

// Cards dealt from the top, one by one: how likely a deck is depends on its peaks and falls, and on its peaks alone if
// cards go on top and below alike; on its valleys it does not depend.
func TestShelvesByHand(t *testing.T) {
	for n := 1; n <= longtest.Of(6, 7); n++ {
		for m := 1; m <= 3 && (m < 3 || n < 7); m++ {
			for _, side := range []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(3, 4), new(big.Rat), big.NewRat(1, 1)} {
				checkShelves(t, n, shelf{m: m, p: side})
			}
		}
	}
}

func checkShelves(t *testing.T, n int, s shelf) {
	weights := map[string]*big.Int{}
	shelfDecks(n, s.m, func(deck []int, above int) {
		u, v := s.p.Num(), new(big.Int).Sub(s.p.Denom(), s.p.Num())
		w := new(big.Int).Exp(u, big.NewInt(int64(above)), nil)
		shuffletest.Add(weights, deck, w.Mul(w, v.Exp(v, big.NewInt(int64(n-above)), nil)))
	})
	want, valleys, differ := map[string]*big.Int{}, map[int]*big.Int{}, false
	for name, weight := range weights {
		deck := []int{}
		for _, card := range []byte(name) {
			deck = append(deck, int(card))
		}
		if got := s.weight(n, kindOf(deck)); got.Cmp(weight) != 0 {
			t.Fatalf("%v: %v weighs %v, by its peaks and falls %v", s, deck, weight, got)
		}
		if got := ShelfWays(n, big.NewInt(int64(s.m)))[perm.Peaks(deck)]; s.fair() && got.Cmp(weight) != 0 {
			t.Fatalf("%v: %v comes in %v ways, by its peaks in %v", s, deck, weight, got)
		}
		want[name] = fixed.Ratio(weight, s.all(n), 64)
		for i := range deck {
			deck[i] = -deck[i]
		}
		v := perm.Peaks(deck)
		differ = differ || valleys[v] != nil && valleys[v].Cmp(weight) != 0
		valleys[v] = weight
	}
	if s.fair() && differ != (n >= 3 && s.m > 1) {
		t.Errorf("n=%d %v: decks with as many valleys differ: %v", n, s, differ)
	}
	shuffletest.Same(t, fmt.Sprintf("n=%d %v", n, s), shuffletest.Support(s, n, 64), want, 0)
}

// Peaks and falls are counted as all decks have them.
func TestKinds(t *testing.T) {
	for n := 1; n <= 7; n++ {
		counts := map[kind]int64{}
		perm.All(n, func(p perm.Perm) bool {
			counts[kindOf(p)]++
			return true
		})
		all := kinds(n)
		if len(all) != len(counts) {
			t.Errorf("n=%d: %d kinds, want %d", n, len(all), len(counts))
		}
		for k, count := range all {
			if count.Int64() != counts[k] {
				t.Errorf("n=%d: %v decks with %v, want %d", n, count, k, counts[k])
			}
		}
	}
}

func TestPeaked(t *testing.T) {
	for n := 1; n <= 7; n++ {
		counts := make([]int64, (n+1)/2)
		perm.All(n, func(p perm.Perm) bool {
			counts[perm.Peaks(p)]++
			return true
		})
		for v, count := range Peaked(n) {
			if count.Int64() != counts[v] {
				t.Errorf("n=%d: %v decks with %d peaks, want %d", n, count, v, counts[v])
			}
		}
	}
}

// Card i on top of shelf s lands at Bin(i, s/m) + Bin(n-1-i, (s+p)/m), and below what lies there at
// Bin(i, (s+1)/m) + Bin(n-1-i, (s+p)/m).
func TestShelfPositions(t *testing.T) {
	const bits = 128
	half, third := big.NewRat(1, 2), big.NewRat(1, 3)
	for _, m := range []int{1, 2, 3, 10, 19}[:longtest.Of(3, 5)] {
		for _, n := range []int{1, 2, 5, 12, 17} {
			for _, p := range []*big.Rat{half, third} {
				s := shelf{m: m, p: p}
				law, u, w := s.Law(n, bits), int(p.Num().Int64()), int(p.Denom().Int64())
				for i := range n {
					for j := range n {
						sum := new(big.Int)
						for label := range 2 * m {
							before, after, chance := label/2*w, label/2*w+u, u
							if label%2 == 1 {
								before, chance = before+w, w-u
							}
							for k := range j + 1 {
								term := binomialTerm(i, k, before, m*w)
								term.Mul(term, binomialTerm(n-1-i, j-k, after, m*w))
								sum.Add(sum, term.Mul(term, big.NewInt(int64(chance))))
							}
						}
						want := fixed.Ratio(sum, s.all(n), bits)
						if want.Sub(want, law.At(i, j)).CmpAbs(big.NewInt(law.Slack)) > 0 {
							t.Fatalf("%v n=%d P(%d, %d) is off by %v units", s, n, i, j, want)
						}
					}
				}
			}
		}
	}
}

// Shelves and a-shuffles multiply, as laws on all decks: S_m S_k = S_2mk; S_m and then an
// undone a-shuffle are S_am; turning the deck over after S_m changes nothing. A riffle beside
// shelves makes no shelves.
func TestShelfProducts(t *testing.T) {
	turn := shuffle.Certain{Perm: perm.Reversal}
	machine := func(m int) shelf { return shelf{m: m, p: big.NewRat(1, 2)} }
	for _, c := range []struct {
		first, then interface {
			Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool)
		}
		m    int
		same bool
	}{
		{machine(1), machine(1), 2, true},
		{machine(1), machine(2), 4, true},
		{machine(2), machine(1), 4, true},
		{machine(1), shuffle.Undo(aShuffle{a: 2}), 2, true},
		{machine(1), shuffle.Undo(aShuffle{a: 3}), 3, true},
		{machine(2), shuffle.Undo(aShuffle{a: 2}), 4, true},
		{machine(2), turn, 2, true},
		{turn, machine(2), 2, false},
		{aShuffle{a: 2}, machine(1), 2, false},
		{machine(1), aShuffle{a: 2}, 2, false},
		{shuffle.Undo(aShuffle{a: 2}), machine(1), 2, false},
	} {
		for n := 4; n <= 6; n++ {
			const bits = 64
			product := map[string]*big.Int{}
			c.first.Support(n, bits, func(p perm.Perm, u *big.Int) bool {
				p = slices.Clone(p)
				c.then.Support(n, bits, func(q perm.Perm, w *big.Int) bool {
					shuffletest.Add(product, p.Then(q).Inverse(), fixed.Times(u, w, bits))
					return true
				})
				return true
			})
			want := shuffletest.Support(machine(c.m), n, bits)
			same := true
			for deck, w := range want {
				got := product[deck]
				same = same && got != nil && new(big.Int).Sub(got, w).CmpAbs(big.NewInt(1<<20)) < 0
			}
			if same != c.same && (c.same || n > 4) {
				t.Errorf("n=%d: %v then %v are shelf(m=%d): %v", n, c.first, c.then, c.m, same)
			}
		}
	}
}
