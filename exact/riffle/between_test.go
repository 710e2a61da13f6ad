package riffle

import (
	"math"
	"slices"
	"testing"

	"dovetail/perm"
)

// The theorem of docs/milk.md, for every fixed order of five cards between riffles and every deck. To first order the
// density after an a-shuffle is 1 + h/a, so that after an a-shuffle, the order and a b-shuffle it is 1 + g/(ab), where g is
// the mean of the product of both h over all ways to make the deck. The theorem says what that is.
func TestOrderBetweenRiffles(t *testing.T) {
	const n = 5
	var all []perm.Perm // where each card goes
	var each func(p perm.Perm)
	each = func(p perm.Perm) {
		if len(p) == n {
			all = append(all, slices.Clone(p))
			return
		}
		for i := range n {
			if !slices.Contains(p, i) {
				each(append(p, i))
			}
		}
	}
	each(nil)
	rising := func(p perm.Perm) (r float64) {
		for r, p = 1, p[:]; len(p) > 1; p = p[1:] {
			if p[1] < p[0] {
				r++
			}
		}
		return r
	}
	h := func(p perm.Perm) float64 { return n * ((n+1)/2. - rising(p)) }

	const a = 1e6
	for _, p := range all {
		density := 1.0 // n! C(a+n-r, n)/a^n, by Bayer and Diaconis
		for k := range n {
			density *= 1 + (n-rising(p)-float64(k))/a
		}
		if first := a * (density - 1); math.Abs(first-h(p)) > 1e-3 {
			t.Fatalf("%v: h = %v, and the density has %v", p, h(p), first)
		}
	}
	for _, fixed := range all {
		from := fixed.Inverse()
		ascents, ends := n+1-2*rising(from), float64(from[n-1]-from[0])
		square := 0.0
		for _, deck := range all {
			mean := 0.0
			for _, first := range all {
				last := make(perm.Perm, n) // what leads from the deck after both to this one
				for c := range n {
					last[fixed[first[c]]] = deck[c]
				}
				mean += h(first) * h(last) / float64(len(all))
			}
			says := n / (2. * (n - 1) * (n - 2)) * ((n*ascents-2*ends)*(n+1-2*rising(deck)) + 2*(ends-ascents)*float64(deck[n-1]-deck[0]))
			if math.Abs(mean-says) > 1e-9 {
				t.Fatalf("the order %v, the deck %v: g = %v, and the theorem says %v", fixed, deck, mean, says)
			}
			square += says * says / float64(len(all))
		}
		if says := n * n * (n + 1) / (12. * (n - 1) * (n - 1)) * (ascents*ascents + 2*(ends-ascents)*(ends-ascents)/(n-2)); math.Abs(square-says) > 1e-9 {
			t.Fatalf("the order %v: the mean of g^2 is %v, and the theorem says %v", fixed, square, says)
		}
	}
}
