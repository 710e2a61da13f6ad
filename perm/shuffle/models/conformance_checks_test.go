package models_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
)

// The conformance suite holds what a model says of itself in one way against what it says in
// the others, all of it against the ways it can fall on small decks. It knows no model:
// testModels goes through all that are registered, so that a new one is tested without
// another line.

// testModels tests every registered model, with its default parameters and with the
// examples of each, and further specifications of models.
func testModels(t *testing.T, further ...string) {
	var specs []string
	for _, d := range models.Describe() {
		if err := checkDescription(d); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		specs = append(specs, models.Variations(d.Name)...)
	}
	if testing.Short() { // as without assembly, which the models by default use as much
		further = nil
	}
	tested := map[string]bool{}
	for _, spec := range append(specs, further...) {
		m, err := models.Parse(spec)
		if err != nil && !slices.Contains(further, spec) || err == nil && tested[m.String()] {
			continue
		}
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			if err != nil {
				t.Fatal(err)
			}
			if err := conformance(m); err != nil {
				t.Error(err)
			}
		})
		if err == nil {
			tested[m.String()] = true
		}
	}
}

// small are decks whose every outcome is tried.
var small = decks(1, longtest.Of(6, 7))

// checks hold a model against itself on decks of n cards.
var checks = []struct {
	name  string
	decks []int
	check func(m shuffle.Model, n int) error
}{
	{"specification", decks(1, 1), specification},
	{"support", decks(1, 6), weights},
	{"law", longtest.Of([]int{1, 2, 3, 10, 52}, []int{1, 2, 3, 10, 52, 100}), stochastic},
	{"slack", []int{4, 11, 30}, slack},
	{"law and support", decks(1, longtest.Of(7, 9)), lawOfSupport},
	{"outcomes", small, outcomes},
	{"denominator", small, denominator},
	{"classes", small, classes},
	{"packets", decks(1, longtest.Of(7, 8)), packets},
	{"group", small, group},
	{"a-shuffle", small, aShuffle},
	{"shelves", small, shelves},
	{"hands", small, hands},
	{"pairs and support", small[1:], pairsOfSupport},
	{"pairs", []int{24}, pairMargins},
	{"dealer", []int{1, 2, 7, 52, 130}, deals},
	{"dealer and support", []int{2, 5}, dealsFollowSupport},
	{"outcomes drawn", []int{4}, drawn},
	{"outcomes moved", []int{2, 4}, reversible},
	{"outcomes taken back", []int{2, 4, 30}, undone},
	{"outcomes tilted", []int{4}, tilted},
	{"dealer and law", longtest.Of([]int{7, 52}, []int{7, 52, 130}), dealsFollowLaw},
	{"large dealer", []int{1, 2, 7, 52, 1030}, dealsAlike},
	{"large dealer", []int{longtest.Of[int](1e5, 1e6)}, dealsLarge},
}

func decks(from, to int) (all []int) {
	for n := from; n <= to; n++ {
		all = append(all, n)
	}
	return all
}

// manySteps is a model whose support takes ten thousand steps with numbers of as many digits, and so as long as those of all other
// models together: small decks of more than three cards are left to the long tests. The step is that of fewer exchanges.
const manySteps = "transpositions(k=10000,"

// conformance says what is wrong with a model, by the name of the check: the first fault that
// each of them finds. If it is the support, with which others compare, that is all.
func conformance(m shuffle.Model) error {
	var faults []error
	for _, c := range checks {
		for _, n := range c.decks {
			if m.Check(n) != nil || 3 < n && n < 8 && strings.HasPrefix(m.String(), manySteps) && !longtest.On() {
				continue
			}
			if err := c.check(m, n); err != nil {
				faults = append(faults, fmt.Errorf("%s, %d cards: %w", c.name, n, err))
				break
			}
		}
		if c.name == "support" && faults != nil {
			break
		}
	}
	return errors.Join(faults...)
}

// checkDescription wants every parameter described, with an example that is accepted,
// and nonsense refused in a line that names it.
func checkDescription(d shuffle.Description) error {
	if d.Summary == "" {
		return errors.New("no summary")
	}
	refuses := func(params, name string) error {
		_, err := models.Parse(d.Name + "(" + params + ")")
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), name) {
			return fmt.Errorf("%s: %v, want one line about %s", params, err, name)
		}
		return nil
	}
	if err := refuses("nonsense=1", "nonsense"); err != nil {
		return err
	}
	for _, p := range d.Parameters {
		when := ""
		if p.When != "" {
			when = p.When + ","
		}
		if err := refuses(when+p.Name+"=?", p.Name); err != nil {
			return err
		}
		accepted := func(spec string) bool {
			_, err := models.Parse(spec)
			return err == nil && strings.HasPrefix(spec, d.Name+"("+when+p.Name+"=")
		}
		if p.Values == "" || !slices.ContainsFunc(models.Variations(d.Name), accepted) {
			return fmt.Errorf("parameter %s: no description, or no example that is accepted", p.Name)
		}
	}
	return nil
}

// specification wants the model's own to read back as it is, and decks refused in one
// line.
func specification(m shuffle.Model, _ int) error {
	again, err := models.Parse(m.String())
	if err != nil || again.String() != m.String() {
		return fmt.Errorf("%s reads back as %v, %v", m, again, err)
	}
	for _, n := range decks(1, 60) {
		if err := m.Check(n); err != nil && (err.Error() == "" || strings.Contains(err.Error(), "\n")) {
			return fmt.Errorf("refusal of %d cards is not one line: %q", n, err)
		}
	}
	return nil
}

// support is the ways that a model can fall, with weights in units of 2^-bits.
type support struct {
	n    int
	bits uint
	ways []*big.Int // in the order of Support
	all  map[string]*way
}

// way is a permutation with the weight of all the ways to it.
type way struct {
	p      perm.Perm
	ways   int64
	weight *big.Int
}

func supportOf(m shuffle.Model, n int, bits uint) (*support, error) {
	s := &support{n: n, bits: bits, all: map[string]*way{}}
	var err error
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		if err = permutes(p); err != nil || len(p) != n || w.Sign() <= 0 {
			err = fmt.Errorf("outcome %v of weight %v: %w", p, w, err)
			return false
		}
		s.ways = append(s.ways, new(big.Int).Set(w))
		o := s.all[key(p)]
		if o == nil {
			o = &way{slices.Clone(p), 0, new(big.Int)}
			s.all[key(p)] = o
		}
		o.ways++
		o.weight.Add(o.weight, w)
		return true
	})
	return s, err
}

// off is by how much the sum of the weights of a number of ways may be off.
func (s *support) off(ways int64) *big.Int { return big.NewInt(ways * int64(4*s.n+1)) }

// permutes reports what is no permutation.
func permutes[T int | uint16 | uint32](p []T) error {
	seen := make([]bool, len(p))
	for _, j := range p {
		if int(j) >= len(p) || seen[j] {
			return fmt.Errorf("%v is no permutation", p)
		}
		seen[j] = true
	}
	return nil
}

// key is a permutation or a deck of at most 256 cards as a key of maps.
func key[T int | uint16](p []T) string {
	b := make([]byte, len(p))
	for i, j := range p {
		b[i] = byte(j)
	}
	return string(b)
}

// near reports whether two numbers differ by at most the given number of units.
func near(a, b, units *big.Int) bool { return new(big.Int).Sub(a, b).CmpAbs(units) <= 0 }

func unit(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }
