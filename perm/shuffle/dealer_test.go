package shuffle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/perm"

	"pgregory.net/rapid"
)

// Dealing must give every order of the deck its probability, within six
// standard deviations.
func TestDealersFollowSupport(t *testing.T) {
	const deals, bits = 100000, 96
	for _, spec := range specs {
		m := parse(t, spec)
		for _, n := range []int{1, 2, 5} {
			if m.Check(n) != nil {
				continue
			}
			want := map[string]float64{}
			m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
				x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(w), -bits).Float64()
				want[key(p.Inverse())] += x
				return true
			})
			checkDealer(t, spec, m.Dealer(n), n, deals, want)
		}
	}
}

func TestUniform(t *testing.T) {
	const deals = 200000
	for n := 1; n <= 6; n++ {
		want := map[string]float64{}
		all := math.Gamma(float64(n + 1))
		each(perm.Identity(n), 0, func(p perm.Perm) { want[key(p)] = 1 / all })
		checkDealer(t, "uniform", Uniform(n), n, deals, want)
	}
}

// key is a deck of at most 256 cards as a key of maps, a byte for each card.
func key[C int | uint16](deck []C) string {
	b := make([]byte, 0, 16)
	for _, c := range deck {
		b = append(b, byte(c))
	}
	return string(b)
}

// each visits all orders of p from position k on.
func each(p perm.Perm, k int, visit func(perm.Perm)) {
	if k == len(p) {
		visit(p)
		return
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		each(p, k+1, visit)
		p[k], p[i] = p[i], p[k]
	}
}

func checkDealer(t *testing.T, spec string, deal Dealer, n, deals int, want map[string]float64) {
	t.Helper()
	rng := rand.NewChaCha8([32]byte{7})
	src, dst := NewDeck(n), NewDeck(n)
	count := map[string]int{}
	for range deals {
		deal(rng, dst, src)
		count[key(dst)]++
	}
	if !slices.Equal(src, NewDeck(n)) {
		t.Fatalf("%s n=%d: the dealer changed its source", spec, n)
	}
	for deck, k := range count {
		p := want[deck]
		if sd := math.Sqrt(float64(deals) * p * (1 - p)); math.Abs(float64(k)-float64(deals)*p) > 6*sd+3 {
			t.Errorf("%s n=%d: %q dealt %d times of %d, probability %v", spec, n, deck, k, deals, p)
		}
		delete(want, deck)
	}
	for deck, p := range want {
		if p*float64(deals) > 40 {
			t.Errorf("%s n=%d: %q was never dealt, probability %v", spec, n, deck, p)
		}
	}
}

// The quickest merge against mergeGo, for any set of any deck.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		set := newBitset(n)
		bottom := set.draw(rand.NewChaCha8([32]byte{rapid.Byte().Draw(t, "seed")}))
		to := rapid.IntRange(0, n).Draw(t, "size")
		set.resize(rand.NewChaCha8([32]byte{1}), bottom, to)
		src, a, b := NewDeck(n), NewDeck(n), NewDeck(n)
		merge(a, src, set, n-to)
		mergeGo(b, src, set, n-to)
		if !slices.Equal(a, b) {
			t.Fatalf("n=%d: %v, want %v", n, a, b)
		}
	})
}

// Batches serve every bound once, and their thresholds are exact.
func TestBatches(t *testing.T) {
	for n := range 1100 {
		next := n - 1
		for _, b := range batches(n) {
			product := big.NewInt(1)
			for i := b.high; i >= b.low; i-- {
				if i != next {
					t.Fatalf("n=%d: position %d follows %d", n, i, next+1)
				}
				next--
				product.Mul(product, big.NewInt(int64(i+1)))
			}
			rest := new(big.Int).Lsh(big.NewInt(1), 64)
			rest.Mod(rest, product)
			if product.Cmp(new(big.Int).SetUint64(b.product)) != 0 || rest.Cmp(new(big.Int).SetUint64(b.refuse)) != 0 {
				t.Fatalf("n=%d: product %v, refused %v; have %d, %d", n, product, rest, b.product, b.refuse)
			}
		}
		if n > 0 && next != 0 {
			t.Fatalf("n=%d: positions 1..%d are left", n, next)
		}
	}
}
