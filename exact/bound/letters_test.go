package bound

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
)

// Of every registered model, by default and varied: partings are at least as likely as
// among its outcomes, and its spectrum proves no more than its distance from uniform.
func TestLettersAgainstSupport(t *testing.T) {
	const n, bits = 7, 200
	counted, parted := 0, 0
	for _, d := range models.Describe() {
		for _, spec := range models.Variations(d.Name) {
			m, err := models.Parse(spec)
			if err != nil || m.Check(n) != nil {
				continue
			}
			var sizes []*big.Int
			if packets := shuffle.PacketsOf(m); packets != nil {
				sizes = packets.PacketSizes(n, massBits)
			}
			law, s := partings(m, sizes, n), letterSpectrum(m, sizes, n, perBit*64, never)
			var partings [n]float64
			decks := map[string]float64{}
			m.Support(n, bits, func(p perm.Perm, weight *big.Int) bool {
				w, _ := new(big.Rat).SetFrac(weight, new(big.Int).Lsh(big.NewInt(1), bits)).Float64()
				b := 0
				for i := range n - 1 {
					if p[i+1] != p[i]+1 {
						b++
					}
				}
				partings[b] += w
				decks[key(p)] += w
				return true
			})
			if law != nil {
				parted++
				for b, p := range partings {
					if law[b] < p*(1-1e-12) || law[b] > p+1e-9 {
						t.Errorf("%s: %d partings have probability %v, not %v", spec, b, p, law[b])
					}
				}
			}
			if s != nil {
				counted++
				share, distance, mass := 1/float64(perm.Factorial(n)), 0.0, s.lost
				for _, p := range decks {
					distance += max(0, p-share)
				}
				for _, m := range s.mass {
					mass += m
				}
				short := letterSpectrum(m, sizes, n, perBit*2, never)
				all := short.lost
				for _, m := range short.mass {
					all += m
				}
				if math.Abs(all-1) > 1e-9 {
					t.Errorf("%s: two bits of outcomes and those that are lost have mass %v", spec, all)
				}
				if g := s.gap(share); 1-g.total > distance+1e-12 || math.Abs(mass-1) > 1e-9 {
					t.Errorf("%s: at least %v by counting, the distance is %v; mass %v", spec, 1-g.total, distance, mass)
				}
			}
		}
	}
	if parted < 20 || counted < 25 {
		t.Errorf("%d letters with partings, %d with a spectrum", parted, counted)
	}
}

// Packets drawn from the bottom of the deck part as few neighbours as those from the top.
func TestCrossingOfInverse(t *testing.T) {
	a := alphabet(t, 52, "HPR", "literal", "P=inverse(of=hindu)")
	var totals []float64
	for _, word := range []string{"HRRRRR", "PRRRRR"} {
		w, err := a.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		totals = append(totals, newCounting(a.Alphabet).crossing(factors(a.Alphabet, w)).total)
	}
	if totals[0] != totals[1] || totals[0] > 0.57 {
		t.Errorf("crossing leaves open %v", totals)
	}
}
