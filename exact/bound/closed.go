package bound

import (
	"math/big"
	"slices"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// closed adds what the closed forms of riffles prove: the distance of a block, with a uniform cut
// beside it if there is one. It reports whether that is the complete answer.
func (p *Prover) closed(i *Interval, fs []factor) bool {
	p.counting.Lock()
	defer p.counting.Unlock()
	n := p.alphabet.N
	for _, f := range fs {
		if f.group == shuffle.Orders {
			i.exactly(Wash, new(big.Rat),
				"letter %c makes every order equally likely, whatever comes before or after it", p.names(f)[0])
			return true
		}
	}
	if len(fs) == 0 {
		all := new(big.Rat).SetFrac(big.NewInt(1), p.counting.all)
		i.exactly(Closed, all.Sub(big.NewRat(1, 1), all), "the word has one outcome, of %d! permutations", n)
		return true
	}
	if p.shelves(i, fs) || p.pass(i, fs) {
		return true
	}
	product, blocks := big.NewRat(1, 2), 0
	for at, f := range fs {
		if f.a == nil {
			continue
		}
		name, tvd := p.names(f), p.counting.block(f.a).tvd
		if len(fs) == 1 {
			i.exactly(Closed, tvd, "up to deterministic letters at its ends, %s is %s", name, aShuffle(f.a))
			return true
		}
		i.atMost(Block, tvd, "%s, %s, is a factor of the word", name, aShuffle(f.a))
		if cut, withCut := p.cut(fs, at); withCut != "" {
			tvd = p.withCut(f.a, cut)
			if len(fs) == 2 {
				i.exactly(Closed, tvd,
					"up to deterministic letters at its ends, the word is %s, %s with a uniform cut %s",
					withCut, aShuffle(f.a), cut)
				return true
			}
			i.atMost(Block, tvd, "%s, %s with a uniform cut %s, is a factor of the word", withCut, aShuffle(f.a), cut)
		}
		if tvd.Cmp(big.NewRat(1, 2)) < 0 {
			product.Mul(product, tvd).Mul(product, big.NewRat(2, 1))
			blocks++
		}
	}
	if len(fs) == 3 && fs[0].a != nil && fs[1].group == shuffle.Rotations && fs[2].a != nil && fs[0].inverse == fs[2].inverse &&
		fs[1].before == nil && fs[2].before == nil {
		all := new(big.Int).Mul(fs[0].a, fs[2].a)
		i.atLeast(Cuts, p.withCut(all, riffle.Before),
			"another uniform cut would make the word %s with a uniform cut, which is no further from uniform", aShuffle(all))
	}
	if blocks > 1 {
		i.atMost(Contraction, product,
			"half the product of twice the distances of the %d disjoint blocks that are below 1/2", blocks)
	}
	return false
}

// shelves adds what the closed form of shelf machines proves for one or more successive ones. It
// reports whether that is the complete answer.
func (p *Prover) shelves(i *Interval, fs []factor) bool {
	for at := 0; at < len(fs); at++ {
		var letters []shuffle.Model
		for to, f := range fs[at:] {
			if to > 0 && f.before != nil {
				break
			}
			for _, l := range f.letters {
				letters = append(letters, p.alphabet.Letters[l].Model)
			}
		}
		m, count := riffles.ShelfRun(letters)
		if count == 0 {
			continue
		}
		to := at
		for left := count; left > 0; to++ {
			left -= len(fs[to].letters)
		}
		tvd, name := riffle.Shelves(p.alphabet.N, m).TVD(), p.names(fs[at:to]...)
		if to-at == len(fs) {
			i.exactly(Closed, tvd, "up to deterministic letters at its ends, %s is a pass through %s", name,
				number.Count(m, "shelf"))
			return true
		}
		i.atMost(Block, tvd, "%s, a pass through %s, is a factor of the word", name, number.Count(m, "shelf"))
		at = to - 1
	}
	return false
}

// pass is the closed form of one pass through a shelf machine where the probability that a card
// goes on top is not 1/2. It reports whether that is the complete answer.
func (p *Prover) pass(i *Interval, fs []factor) bool {
	if len(fs) > 1 || fs[0].a != nil {
		return false
	}
	law := riffle.Pass(p.alphabet.N, p.alphabet.Letters[fs[0].letters[0]].Model)
	if law == nil {
		return false
	}
	i.exactly(Closed, law.TVD(), "up to deterministic letters at its ends, %s is one pass through shelves, after which all "+
		"decks with as many peaks and falls are equally likely", p.names(fs...))
	return true
}

// aShuffle is "a 4-shuffle", "an 8-shuffle".
func aShuffle(a *big.Int) string {
	s := a.String()
	if s[0] == '8' || len(s)%3 == 2 && (s[:2] == "11" || s[:2] == "18") {
		return "an " + s + "-shuffle"
	}
	return "a " + s + "-shuffle"
}

// cut finds a uniform cut beside block number at, with nothing between; before or
// after the block, or for inverse riffles before or after those they undo.
func (p *Prover) cut(fs []factor, at int) (riffle.Cut, string) {
	first, second := riffle.Before, riffle.After
	if fs[at].inverse {
		first, second = second, first
	}
	switch {
	case at > 0 && fs[at].before == nil && fs[at-1].group == shuffle.Rotations:
		return first, p.names(fs[at-1]) + p.names(fs[at])
	case at+1 < len(fs) && fs[at+1].before == nil && fs[at+1].group == shuffle.Rotations:
		return second, p.names(fs[at]) + p.names(fs[at+1])
	}
	return riffle.None, ""
}

func (p *Prover) withCut(a *big.Int, cut riffle.Cut) *big.Rat {
	key := string(cut) + a.String()
	if p.cuts[key] == nil {
		p.cuts[key] = riffle.New(p.alphabet.N, cut).TVD(a)
	}
	return p.cuts[key]
}

// factor is a part of a word. Successive riffles are one block: an a-shuffle then a b-shuffle is an
// ab-shuffle, and the same holds for their inverses. Deterministic letters at the ends of a word
// change no distance and are left out. So are those in the middle that are together the identity,
// or between riffles the reversal J of the deck: J R = R J, and J is passed on to what follows the
// block.
type factor struct {
	letters word.Word     // of a block, or one other random letter
	a       *big.Int      // of a block, nil for others
	inverse bool          // of a block: its riffles are inverse ones
	group   shuffle.Group // on which another letter is uniform
	before  perm.Perm     // what the deterministic letters before it do, nil for the identity
}

// factors takes a core apart, from left to right.
func factors(a *word.Alphabet, core word.Word) []factor {
	var fs []factor
	var run perm.Perm
	for _, l := range core {
		letter := a.Letters[l]
		if letter.Perm != nil {
			run = run.Append(letter.Perm)
			continue
		}
		c := shuffle.ClosedOf(letter.Model)
		if c.Side != nil && c.Side.IsInt() { // all cards go on top: the deck turned over, and an inverse m-shuffle
			c.Packets, c.Inverse, run = c.Shelves, !c.Inverse, run.Append(perm.Reversal(a.N))
		}
		if run != nil && slices.Equal(run, perm.Identity(a.N)) {
			run = nil
		}
		f := factor{letters: word.Word{l}, before: run, group: c.UniformOn}
		if c.Packets > 0 {
			f.a, f.inverse = big.NewInt(int64(c.Packets)), c.Inverse
		}
		if k := len(fs) - 1; k >= 0 && f.a != nil && fs[k].a != nil && f.inverse == fs[k].inverse && passes(run) {
			fs[k].letters = append(fs[k].letters, l)
			fs[k].a = new(big.Int).Mul(fs[k].a, f.a)
			continue
		}
		fs = append(fs, f)
		run = nil
	}
	return absorb(fs)
}

// absorb leaves out uniform cuts that change nothing: a riffle after one makes all rotations of a
// deck equally likely, C A C = C A, and so does an inverse riffle before one, C V C = V C. What
// remains are successive riffles.
func absorb(fs []factor) []factor {
	cut := func(at int) bool { return fs[at].group == shuffle.Rotations }
	for at := 1; at+1 < len(fs); at++ {
		f := fs[at]
		if f.a == nil || f.before != nil || fs[at+1].before != nil || !cut(at-1) || !cut(at+1) {
			continue
		}
		if f.inverse {
			fs[at].before = fs[at-1].before
			fs = slices.Delete(fs, at-1, at)
		} else {
			fs = slices.Delete(fs, at+1, at+2)
		}
		for k := len(fs) - 1; k > 0; k-- {
			if f := fs[k]; f.a != nil && f.before == nil && fs[k-1].a != nil && f.inverse == fs[k-1].inverse {
				fs[k-1].letters = slices.Concat(fs[k-1].letters, f.letters)
				fs[k-1].a = new(big.Int).Mul(fs[k-1].a, f.a)
				fs = slices.Delete(fs, k, k+1)
			}
		}
		at = 0
	}
	return fs
}

func passes(run perm.Perm) bool { return run == nil || slices.Equal(run, perm.Reversal(len(run))) }
