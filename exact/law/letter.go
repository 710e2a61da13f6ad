package law

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
)

// supportBits is the resolution of weights that are not rational. Outcomes less
// likely than 2^-rarest are left out; the others keep a relative precision of
// far more than realBits.
const (
	supportBits = 1400
	rarest      = 1000
)

// outcomeBytes is about the size of an outcome while its letter is compiled, and
// fewOutcomes the number of outcomes that is always allowed.
const (
	outcomeBytes = 1 << 10
	fewOutcomes  = 1 << 24
)

// letter is a shuffle model compiled for decks of one size.
type letter struct {
	word.Letter

	// Den is the denominator of the letter's probabilities, nil if they are
	// real numbers.
	Den *big.Int

	// Uniform letters make every deck equally likely. They have none of the outcomes
	// and plans below.
	Uniform bool

	mirrored, flipped bool // see Compiled.Key

	first  []chance      // every outcome with its probability
	counts *plan[uint64] // nil unless Den has at most widest bits
	reals  *plan[float64]
}

// chance is an outcome of a letter: its weight, a count of Den or else in fixed
// point, and its probability to the nearest double.
type chance struct {
	p           perm.Perm
	weight      *big.Int
	probability float64
}

// permutation is the letter that performs one permutation.
func permutation(p perm.Perm) *letter {
	one, key := big.NewInt(1), code(p)
	l := &letter{Letter: word.Letter{Perm: p}, Den: one, first: []chance{{p, one, 1}}}
	l.planRational(len(p), []string{key}, map[string]*big.Int{key: one})
	return l
}

// compile computes a letter's outcomes and its automaton, within memory bytes less
// those in use.
func compile(ctx context.Context, n int, l word.Letter, taken, memory uint64) (*letter, error) {
	if l.Perm != nil {
		return permutation(l.Perm), ctx.Err()
	}
	letter := &letter{Letter: l}
	if n > 1 && shuffle.ClosedOf(l.Model).UniformOn == shuffle.Orders {
		letter.Uniform, letter.Den = true, shuffle.OutcomesOf(l.Model, n)
		letter.mirrored, letter.flipped = true, true
		return letter, nil
	}
	bits := uint(supportBits)
	if letter.Den = shuffle.DenominatorOf(l.Model, n); letter.Den != nil {
		bits = uint(letter.Den.BitLen()) + 128
	}
	sums, perms, err := letter.outcomes(ctx, n, bits, taken, memory)
	if err != nil {
		return nil, err
	}
	if n == 1 {
		letter.Den = big.NewInt(1) // whatever the model, there is one outcome
	}
	if letter.Den != nil {
		if err := letter.numerators(sums, bits); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Letter, err)
		}
	}
	codes := slices.Sorted(maps.Keys(sums))
	for _, c := range codes {
		letter.first = append(letter.first, chance{perms[c], sums[c], letter.probability(sums[c], bits)})
	}
	if letter.Den != nil {
		letter.planRational(n, codes, sums)
	} else {
		letter.planReal(n, codes, sums)
	}
	letter.mirrored, letter.flipped = letter.symmetries(n)
	return letter, ctx.Err()
}

// outcomes adds up the weights, in fixed point, of all ways to each outcome, by its
// code. Where the number of outcomes is known it refuses at once what does not fit.
func (l *letter) outcomes(ctx context.Context, n int, bits uint, taken, memory uint64) (map[string]*big.Int,
	map[string]perm.Perm, error) {
	most := max(memory, fewOutcomes)
	tooMany := func(format string, outcomes uint64) error {
		return number.TooLarge{What: fmt.Sprintf(format, outcomes, l.Letter.Letter, n),
			Need: taken + outcomes*outcomeBytes, Limit: memory}
	}
	if count := shuffle.OutcomesOf(l.Model, n); count != nil && taken+count.Uint64()*outcomeBytes > most {
		return nil, nil, tooMany("the %d outcomes of %s at n=%d alone", count.Uint64())
	}
	sums, perms := map[string]*big.Int{}, map[string]perm.Perm{}
	var err error
	l.Model.Support(n, bits, func(p perm.Perm, weight *big.Int) bool {
		if l.Den == nil && weight.BitLen() < supportBits-rarest {
			return true
		}
		c := code(p)
		if sums[c] == nil {
			if seen := uint64(len(sums)) + 1; taken+seen*outcomeBytes > most {
				err = tooMany("at least %d outcomes of %s at n=%d alone", seen)
				return false
			}
			sums[c] = new(big.Int)
			perms[c] = slices.Clone(p)
		}
		sums[c].Add(sums[c], weight)
		err = ctx.Err()
		return err == nil
	})
	return sums, perms, err
}

// numerators turns fixed-point weights into counts of 1/Den, in lowest terms. With 128
// bits more than Den has, rounding to nearest is exact: a weight is far less than 2^100
// units off.
func (l *letter) numerators(weights map[string]*big.Int, bits uint) error {
	sum, common := new(big.Int), new(big.Int)
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	for c, w := range weights {
		w.Mul(w, l.Den).Add(w, half).Rsh(w, bits)
		if w.Sign() == 0 {
			delete(weights, c)
		}
		sum.Add(sum, w)
		common.GCD(nil, nil, common, w)
	}
	if sum.Cmp(l.Den) != 0 {
		return fmt.Errorf("outcomes add up to %v of %v", sum, l.Den)
	}
	for _, w := range weights {
		w.Quo(w, common)
	}
	l.Den = sum.Quo(sum, common)
	return nil
}

// probability is the nearest double to the probability of a weight.
func (l *letter) probability(w *big.Int, bits uint) float64 {
	den := l.Den
	if den == nil {
		den = new(big.Int).Lsh(big.NewInt(1), bits)
	}
	f, _ := new(big.Rat).SetFrac(w, den).Float64()
	return f
}

// mostWeight is the weight of the likeliest outcome.
func (l *letter) mostWeight() *big.Int {
	most := l.first[0].weight
	for _, c := range l.first {
		if c.weight.Cmp(most) > 0 {
			most = c.weight
		}
	}
	return most
}

func (l *letter) planRational(n int, codes []string, counts map[string]*big.Int) {
	var outcomes []outcome[*big.Int]
	for _, c := range codes {
		outcomes = append(outcomes, outcome[*big.Int]{c, counts[c]})
	}
	m := minimal(n, outcomes, wholes{})
	if l.Den.BitLen() <= widest {
		l.counts = convert(m, func(w *big.Int, initial bool) uint64 {
			if initial {
				w = new(big.Int).Mul(w, m.scale)
			}
			return w.Uint64()
		})
	}
	l.reals = convert(m, func(w *big.Int, initial bool) float64 {
		q := new(big.Rat).SetInt(w)
		if initial {
			q.SetFrac(new(big.Int).Mul(w, m.scale), l.Den)
		}
		f, _ := q.Float64()
		return f
	})
}

func (l *letter) planReal(n int, codes []string, weights map[string]*big.Int) {
	var outcomes []outcome[*big.Float]
	for _, c := range codes {
		w := new(big.Float).SetPrec(realBits).SetInt(weights[c])
		outcomes = append(outcomes, outcome[*big.Float]{c, w.SetMantExp(w, -supportBits)})
	}
	m := minimal(n, outcomes, reals{})
	l.reals = convert(m, func(w *big.Float, initial bool) float64 {
		if initial {
			w = new(big.Float).Mul(w, m.scale)
		}
		f, _ := w.Float64()
		return f
	})
}

// Some words have the same distance for one of these reasons:
//
//   - deterministic letters at their ends change nothing, and a run of them inside
//     counts as the permutation that it makes up;
//   - the inverse of a random permutation is as far from uniform as itself. The
//     inverse of a word is the word of the inverse letters, backwards. A random letter
//     is called mirrored if every outcome y is as likely as J y^-1 J, with J the
//     reversal of the deck (a Hindu shuffle is: y^-1 drops the same packets, taken from
//     the bottom). Among such letters the inverse of a word is J w' J, where w' is the
//     word backwards with J y^-1 J for every run y of deterministic letters; and J at
//     the ends changes nothing;
//   - J can be moved past a letter whose outcomes y are each as likely as J y J, such
//     as a riffle, and is lost at an end.

// symmetries tests a letter's outcomes: whether y is as likely as J y^-1 J, and as
// J y J.
func (l *letter) symmetries(n int) (mirrored, flipped bool) {
	weight := map[string]*big.Int{}
	for _, c := range l.first {
		weight[code(c.p)] = c.weight
	}
	j := perm.Reversal(n)
	same := func(p perm.Perm, w *big.Int) bool {
		image := weight[code(j.Then(p).Then(j))]
		return image != nil && image.Cmp(w) == 0
	}
	mirrored, flipped = true, true
	for _, c := range l.first {
		mirrored = mirrored && same(c.p.Inverse(), c.weight)
		flipped = flipped && same(c.p, c.weight)
	}
	return mirrored, flipped
}

// Key is equal for two words only if one of these reasons makes their laws equally far
// from uniform, in every distance of this package. It does not depend on letters' names
// or on how runs of deterministic letters are spelled.
func (a *Compiled) Key(w word.Word) string {
	_, core, _ := a.Split(w)
	parts, _ := a.Syllables(core)
	forwards := a.spell(parts)
	backwards := make([]word.Syllable, len(parts))
	j := perm.Reversal(a.N)
	for i, s := range parts {
		if !a.letters[s.Letter].mirrored {
			return forwards
		}
		backwards[len(parts)-1-i].Letter = s.Letter
		if i > 0 && s.Run != nil {
			backwards[len(parts)-i].Run = j.Then(s.Run.Inverse()).Then(j)
		}
	}
	return min(forwards, a.spell(backwards))
}

// spell is a form of a core that does not depend on the places of its J.
func (a *Compiled) spell(parts []word.Syllable) string {
	form := a.settle(parts, false)
	if last := len(parts) - 1; last >= 0 && a.letters[parts[last].Letter].flipped {
		form = min(form, a.settle(parts, true))
	}
	return form
}

// settle writes the syllables from the last to the first, with J after the last if
// reversed is set. Where a run can pass J on to the syllable before, it does so if that
// makes it smaller.
func (a *Compiled) settle(parts []word.Syllable, reversed bool) string {
	var form strings.Builder
	j := perm.Reversal(a.N)
	for i := len(parts) - 1; i >= 0; i-- {
		form.WriteString(a.Letters[parts[i].Letter].Model.String())
		if i == 0 {
			break
		}
		run := parts[i].Run.Append(perm.Identity(a.N))
		if reversed {
			run = run.Then(j)
		}
		spelled := code(run)
		reversed = false
		if a.letters[parts[i-1].Letter].flipped {
			if other := code(j.Then(run)); other < spelled {
				spelled, reversed = other, true
			}
		}
		form.WriteString("\n" + spelled + "\n")
	}
	return form.String()
}
