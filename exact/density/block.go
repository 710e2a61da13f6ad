package density

import (
	"math"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
)

// block is the part of a word that is an a-shuffle, or undoes one, and turns the deck
// over or not: J R = R J for the reversal J.
type block struct {
	a              *big.Int
	undone, turned bool

	shelves *big.Int // instead: the letters are a pass through so many

	// Letters with independent packets of other than equal chances, from the first to undo, make no
	// a-shuffle; what is known is by the labels of all letters.
	biased bool
	models []shuffle.Model
	over   []bool // the letter is between the deck turned over and turned back
}

// split parts a word at its first block of a-shuffles or of shuffles that undo them. A word
// without has an empty one, a 1-shuffle, before its first packets or else at its end. The
// letters on both sides are read from the block outwards.
func split(a *word.Alphabet, w word.Word) (before word.Word, b block, after word.Word) {
	shuffled := func(l byte) (packets int, undone bool) {
		if a.Letters[l].Perm != nil {
			return 0, false
		}
		c := shuffle.ClosedOf(a.Letters[l].Model)
		if c.Packets == 0 && c.Top != nil {
			c.Packets = 2
		}
		return c.Packets, c.Undone
	}
	b.a = big.NewInt(1)
	for from := range w {
		if models := sorting(a, w[from:]); b.shelved(models) {
			return backward(w[:from]), b, w[from+len(models):]
		}
	}
	from := slices.IndexFunc(w, func(l byte) bool { packets, _ := shuffled(l); return packets > 0 })
	if from < 0 {
		at := slices.IndexFunc(w, func(l byte) bool { return inPackets(a.N, a.Letters[l]) })
		if at < 0 {
			at = len(w)
		}
		return backward(w[:at]), b, w[at:]
	}
	_, b.undone = shuffled(w[from])
	to := from
	var run perm.Perm
	for k, l := range w[from:] {
		if p := a.Letters[l].Perm; p != nil {
			run = run.Append(p)
			continue
		}
		packets, undone := shuffled(l)
		turned, passes := reversal(run)
		if packets == 0 || undone != b.undone || !passes {
			break
		}
		b.a = new(big.Int).Mul(b.a, big.NewInt(int64(packets)))
		b.turned, to, run = b.turned != turned, from+k+1, nil
		m := a.Letters[l].Model
		p := shuffle.ClosedOf(m).Top
		b.models, b.biased = append(b.models, m), b.biased || p != nil && p.Cmp(big.NewRat(1, 2)) != 0
		b.over = append(b.over, b.turned)
	}
	if b.undone {
		slices.Reverse(b.models)
		slices.Reverse(b.over)
	}
	return backward(w[:from]), b, w[to:]
}

// sorting are the first letters of a word as far as each sorts the cards by labels: shelves, and riffles undone.
func sorting(a *word.Alphabet, w word.Word) (models []shuffle.Model) {
	for _, l := range w {
		m := a.Letters[l].Model
		c := shuffle.ClosedOf(m)
		if riffle := c.Packets > 0 || c.Top != nil; a.Letters[l].Perm != nil || !(c.Shelves > 0 && !c.Undone || riffle && c.Undone) {
			break
		}
		models = append(models, m)
	}
	return models
}

// shelved makes the block of letters that sort, if there are shelves among them.
func (b *block) shelved(models []shuffle.Model) bool {
	if !slices.ContainsFunc(models, func(m shuffle.Model) bool { return shuffle.ClosedOf(m).Shelves > 0 }) {
		return false
	}
	m, count := shuffle.ShelfRun(models)
	if count == len(models) {
		b.shelves = m
		return true
	}
	b.undone, b.biased, b.models = true, true, slices.Clone(models)
	slices.Reverse(b.models)
	b.over = make([]bool, len(models))
	return true
}

func backward(w word.Word) word.Word {
	w = slices.Clone(w)
	slices.Reverse(w)
	return w
}

// side is what stands on one side of a block: packets beside it, perhaps with a reversal
// between, and the outcomes of all other letters.
type side struct {
	outcomes []outcome
	packets  *packets
	name     byte // of the letter of the packets
	turned   bool // by the reversal
}

// newSide reads the letters from the block outwards. Outcomes are put together in that
// order, the inverses of what the letters do if they are to be undone. It is nil where
// there is another random letter than packets beside the block and letters of few outcomes.
func newSide(a *word.Alphabet, letters word.Word, undo bool) *side {
	s := &side{}
	next := slices.IndexFunc(letters, func(l byte) bool { return a.Letters[l].Perm == nil })
	if next >= 0 && inPackets(a.N, a.Letters[letters[next]]) {
		turned, passes := reversal(a.Run(letters[:next]))
		if !passes {
			return nil
		}
		l := a.Letters[letters[next]]
		s.packets, s.name, s.turned = newPackets(shuffle.PacketsOf(l.Model), a.N), l.Name, turned
		letters = letters[next+1:]
	}
	if s.outcomes = outcomes(a, letters, undo); s.outcomes == nil {
		return nil
	}
	return s
}

// turn puts a reversal next to the block, if the deck is turned.
func (s *side) turn(turned bool) {
	if !turned {
		return
	}
	for i, x := range s.outcomes {
		s.outcomes[i].p = perm.Reversal(len(x.p)).Then(x.p)
	}
}

// inPackets reports whether a letter reverses packets, at random and in more ways than can
// be gone through.
func inPackets(n int, l word.Letter) bool {
	return l.Perm == nil && shuffle.PacketsOf(l.Model) != nil && !shuffle.Few(l.Model, n)
}

// reversal reports whether a run of deterministic letters turns the deck over, and whether
// it does that or nothing.
func reversal(run perm.Perm) (turns, passes bool) {
	turns = run != nil && slices.Equal(run, perm.Reversal(len(run)))
	return turns, turns || slices.Equal(run, perm.Identity(len(run)))
}

// ratios are the densities of an a-shuffle of n cards by the number r of rising
// sequences (Bayer and Diaconis, theorem 1): cell r, from 1 to n, is
//
//	x(r) = n! C(a+n-r, n)/a^n = (1 + (1-r)/a) (1 + (2-r)/a) ... (1 + (n-r)/a),
//
// which is 0 for r > a. From x(r) to x(r+1) the factor (a-r)/a comes in and (a+n-r)/a
// goes. At most 4n roundings to 128 bits lead to a cell: nothing beside the one to a double.
func ratios(n int, a *big.Int) []*big.Float {
	const precision = 128
	number := func(plus int) *big.Float {
		return new(big.Float).SetPrec(precision).SetInt(new(big.Int).Add(a, big.NewInt(int64(plus))))
	}
	all := make([]*big.Float, n+1)
	for r := range all {
		all[r] = new(big.Float).SetPrec(precision)
	}
	x := big.NewFloat(1).SetPrec(precision)
	for i := range n {
		x.Mul(x, number(i)).Quo(x, number(0))
	}
	for r := 1; r <= n && x.Sign() > 0; r++ {
		all[r].Set(x)
		x.Mul(x, number(-r)).Quo(x, number(n-r))
	}
	return all
}

// Rising is ln(n! Q_a(r)), the logarithm of the density of a deck with r rising sequences
// under an a-shuffle of n cards, a >= 1: cell r for r = 1..n, -Inf where r > a, as in cell 0.
// It is within 2^-52 of its size, plus 2^-52.
func Rising(n int, a *big.Int) []float64 {
	logs := make([]float64, n+1)
	for r, x := range ratios(n, a) {
		f, _ := x.Float64()
		if !(0x1p-1000 < f && f < 0x1p1000) && x.Sign() > 0 {
			mantissa := new(big.Float)
			exponent := x.MantExp(mantissa)
			f, _ = mantissa.Float64()
			logs[r] = elementary.Log(f) + float64(float64(exponent)*math.Ln2)
			continue
		}
		logs[r] = elementary.Log(f)
	}
	return logs
}
