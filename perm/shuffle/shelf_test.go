package shuffle

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
)

// shelfDecks deals the cards from the top in every way, and yields the decks.
func shelfDecks(n, m int, yield func(deck []int)) {
	shelves := make([][]int, m)
	var deal func(card int)
	deal = func(card int) {
		if card == n {
			yield(slices.Concat(shelves...))
			return
		}
		for s := range shelves {
			was := shelves[s]
			shelves[s] = append([]int{card}, was...)
			deal(card + 1)
			shelves[s] = append(was[:len(was):len(was)], card)
			deal(card + 1)
			shelves[s] = was
		}
	}
	deal(0)
}

// Cards dealt from the top, one by one: how likely a deck is depends on its peaks, and on its
// valleys it does not.
func TestShelvesByHand(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for m := 1; m <= 3 && (m < 3 || n < 7); m++ {
			want, ways := map[string]*big.Int{}, map[string]int64{}
			s := shelf{m: m}
			shelfDecks(n, m, func(deck []int) {
				ways[key(deck)]++
				if got := s.ways(n)[perm.Peaks(deck)]; got.Sign() <= 0 {
					t.Fatalf("m=%d: %v comes, by its peaks in %v ways", m, deck, got)
				}
			})
			valleys := map[int]int64{}
			differ := false
			for name, count := range ways {
				deck := []int{}
				for _, card := range []byte(name) {
					deck = append(deck, int(card))
				}
				if got := s.ways(n)[perm.Peaks(deck)]; got.Int64() != count {
					t.Fatalf("m=%d: %v comes in %d ways, by its peaks in %v", m, deck, count, got)
				}
				for i := range deck {
					deck[i] = -deck[i]
				}
				v := perm.Peaks(deck)
				differ = differ || valleys[v] > 0 && valleys[v] != count
				valleys[v] = count
				want[name] = ratio(big.NewInt(count), s.labels().Denominator(n), 64)
			}
			if differ != (n >= 3 && m > 1) {
				t.Errorf("n=%d m=%d: decks with as many valleys differ: %v", n, m, differ)
			}
			sameSupport(t, fmt.Sprintf("n=%d m=%d", n, m), support(s, n, 64), want, 0)
		}
	}
}

func TestPeaked(t *testing.T) {
	for n := 1; n <= 7; n++ {
		counts := make([]int64, (n+1)/2)
		parse(t, "wash").Support(n, 64, func(p perm.Perm, _ *big.Int) bool {
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

// Card i with label L of 2m lands at Bin(i, L/2m) + Bin(n-1-i, (L+1)/2m) if the label is
// even, and with the two chances exchanged if it is odd.
func TestShelfPositions(t *testing.T) {
	const bits = 128
	for _, m := range []int{1, 2, 3, 10, 19} {
		for _, n := range []int{1, 2, 5, 12, 17} {
			law := shelf{m: m}.Law(n, bits)
			all := shelf{m: m}.labels().Denominator(n)
			for i := range n {
				for j := range n {
					sum := new(big.Int)
					for label := range 2 * m {
						before, after := label, label+1
						if label%2 == 1 {
							before, after = after, before
						}
						for k := range j + 1 {
							term := binomialTerm(i, k, before, 2*m)
							sum.Add(sum, term.Mul(term, binomialTerm(n-1-i, j-k, after, 2*m)))
						}
					}
					want := ratio(sum, all, bits)
					if want.Sub(want, law.At(i, j)).CmpAbs(big.NewInt(law.Slack)) > 0 {
						t.Fatalf("m=%d n=%d P(%d, %d) is off by %v units", m, n, i, j, want)
					}
				}
			}
		}
	}
}

// binomialTerm is C(m, k) share^k (a-share)^(m-k).
func binomialTerm(m, k, share, a int) *big.Int {
	p := new(big.Int).Exp(big.NewInt(int64(share)), big.NewInt(int64(k)), nil)
	p.Mul(p, new(big.Int).Exp(big.NewInt(int64(a-share)), big.NewInt(int64(max(0, m-k))), nil))
	return p.Mul(p, new(big.Int).Binomial(int64(m), int64(k)))
}

// Shelves and a-shuffles multiply, as laws on all decks: S_m S_k = S_2mk; S_m and then an
// undone a-shuffle are S_am; turning the deck over after S_m changes nothing. A riffle beside
// shelves makes no shelves.
func TestShelfProducts(t *testing.T) {
	turn := certain{perm: perm.Reversal}
	for _, c := range []struct {
		first, then interface {
			Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool)
		}
		m    int
		same bool
	}{
		{shelf{m: 1}, shelf{m: 1}, 2, true},
		{shelf{m: 1}, shelf{m: 2}, 4, true},
		{shelf{m: 2}, shelf{m: 1}, 4, true},
		{shelf{m: 1}, inverse{aShuffle{a: 2}}, 2, true},
		{shelf{m: 1}, inverse{aShuffle{a: 3}}, 3, true},
		{shelf{m: 2}, inverse{aShuffle{a: 2}}, 4, true},
		{shelf{m: 2}, turn, 2, true},
		{turn, shelf{m: 2}, 2, false},
		{aShuffle{a: 2}, shelf{m: 1}, 2, false},
		{shelf{m: 1}, aShuffle{a: 2}, 2, false},
		{inverse{aShuffle{a: 2}}, shelf{m: 1}, 2, false},
	} {
		for n := 4; n <= 6; n++ {
			const bits = 64
			product := map[string]*big.Int{}
			c.first.Support(n, bits, func(p perm.Perm, u *big.Int) bool {
				p = slices.Clone(p)
				c.then.Support(n, bits, func(q perm.Perm, w *big.Int) bool {
					add(product, p.Then(q).Inverse(), times(u, w, bits))
					return true
				})
				return true
			})
			want := support(shelf{m: c.m}, n, bits)
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
