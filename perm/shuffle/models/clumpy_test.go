package models

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/shuffletest"
)

// Hands that switch with chance 1/2 riffle, wherever they cut.
func TestClumpyHalfIsRiffle(t *testing.T) {
	for clumps, riffle := range map[string]string{
		"clumpy(switch=1/2)":                          "riffle",
		"clumpy(switch=1/2,cut=binomial)":             "riffle",
		"clumpy(switch=1/2,cut=normal,off=0,sd=8/5)":  "riffle(cut=normal,sd=8/5)",
		"clumpy(switch=1/2,cut=normal,off=0,sd=1/10)": "riffle(cut=normal,sd=1/10)",
	} {
		for _, n := range []int{1, 2, 3, 10, 52} {
			const bits = 100
			got, want := parse(t, clumps).Law(n, bits), parse(t, riffle).Law(n, bits)
			for c := range want.Cells {
				if new(big.Int).Sub(&got.Cells[c], &want.Cells[c]).CmpAbs(big.NewInt(got.Slack+want.Slack)) > 0 {
					t.Fatalf("%s, n=%d: cell %d is %v, want %v", clumps, n, c, &got.Cells[c], &want.Cells[c])
				}
			}
			if n == 10 {
				shuffletest.Same(t, clumps, shuffletest.Support(parse(t, clumps), n, bits), shuffletest.Support(parse(t, riffle), n, bits), 1<<12)
			}
		}
	}
}

// Every interleaving of every cut, by the packets that it is made of: runs of r cards weigh
// (1-s)^(r-1), and every change of the packet s. The binomial cut leaves them their shares.
func TestClumpyByHand(t *testing.T) {
	const bits = 64
	s := big.NewRat(13, 20)
	stay := new(big.Rat).Sub(big.NewRat(1, 1), s)
	for n := 1; n <= 7; n++ {
		chain, binomial := map[string]*big.Rat{}, map[string]*big.Rat{}
		for cut := range n + 1 {
			decks, all := map[string]*big.Rat{}, new(big.Rat)
			var lay func(deck []int, top, bottom int, last int, w *big.Rat)
			lay = func(deck []int, top, bottom int, last int, w *big.Rat) {
				if len(deck) == n {
					name := shuffletest.Key(deck)
					if decks[name] == nil {
						decks[name] = new(big.Rat)
					}
					decks[name].Add(decks[name], w)
					all.Add(all, w)
					return
				}
				weight := func(label int) *big.Rat {
					switch last {
					case -1:
						return new(big.Rat).Mul(w, big.NewRat(1, 2))
					case label:
						return new(big.Rat).Mul(w, stay)
					}
					return new(big.Rat).Mul(w, s)
				}
				if top < cut {
					lay(append(deck[:len(deck):len(deck)], top), top+1, bottom, 0, weight(0))
				}
				if bottom < n {
					lay(append(deck[:len(deck):len(deck)], bottom), top, bottom+1, 1, weight(1))
				}
			}
			lay(nil, 0, cut, -1, big.NewRat(1, 1))
			share := new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n), int64(cut)), fixed.Unit(uint(n)))
			share.Quo(share, all)
			for deck, w := range decks {
				for law, w := range map[*map[string]*big.Rat]*big.Rat{&chain: w, &binomial: new(big.Rat).Mul(w, share)} {
					if (*law)[deck] == nil {
						(*law)[deck] = new(big.Rat)
					}
					(*law)[deck].Add((*law)[deck], w)
				}
			}
		}
		for cut, law := range map[string]map[string]*big.Rat{"chain": chain, "binomial": binomial} {
			want := map[string]*big.Int{}
			for deck, w := range law {
				want[deck] = fixed.Ratio(w.Num(), w.Denom(), bits)
			}
			spec := fmt.Sprintf("clumpy(switch=13/20,cut=%s)", cut)
			shuffletest.Same(t, fmt.Sprintf("%s n=%d", spec, n), shuffletest.Support(parse(t, spec), n, bits), want, 1<<8)
		}
	}
}
