// Package word spells words of shuffles and splits them. It has letters, the alphabet, the parser,
// runs of deterministic letters, the core on which scores depend, and the memory of results for
// prefixes. The law of a word, and how its letters' laws multiply, is defined in the packages above
// it: position, pairs and law.
package word

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// Word spells letters by their index in the alphabet.
type Word []byte

// Split splits a word into its core and the deterministic letters before and after it. Those
// permute the rows and the columns of the word's law. Scores and distances are sums, counts or
// maxima over cells, or over rows, that do not depend on the order of rows and columns, so a word
// has those of its core.
func (a *Alphabet) Split(w Word) (before, core, after Word) {
	i, j := 0, len(w)
	for i < j && a.Letters[w[i]].Perm != nil {
		i++
	}
	for i < j && a.Letters[w[j-1]].Perm != nil {
		j--
	}
	return w[:i], w[i:j], w[j:]
}

// Law names the law of a word on all orders, apart from deterministic shuffles before and after it,
// which do not change its distance from uniform: the deck, and the models of the core, one after
// the other.
func (a *Alphabet) Law(w Word) string {
	name := fmt.Sprint(a.N)
	_, core, _ := a.Split(w)
	for _, l := range core {
		name += " " + a.Letters[l].Model.String()
	}
	return name
}

// Core is the part of a word that determines its scores. A central letter, such as the reversal J
// among riffles (J R = R J), can be moved past all others to the end. So central letters are left
// out wherever they stand, and of the rest the deterministic letters at both ends, as in Split.
func (a *Alphabet) Core(w Word) Word {
	rest := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return a.Letters[l].Central })
	_, core, _ := a.Split(rest)
	return core
}

// Syllable is a run of deterministic letters, as the permutation that they make up (nil
// for none), and the random letter after it. Letters' laws cost a product each, runs
// only renumber, so a word costs one product for each syllable after the first.
type Syllable struct {
	Run    perm.Perm
	Letter byte
}

// Syllables reads a word as syllables and the run that is left at its end, which a core
// does not have.
func (a *Alphabet) Syllables(w Word) (parts []Syllable, rest perm.Perm) {
	for _, l := range w {
		if p := a.Letters[l].Perm; p != nil {
			rest = rest.Append(p)
			continue
		}
		parts = append(parts, Syllable{rest, l})
		rest = nil
	}
	return parts, rest
}

// Run is the composition of successive deterministic letters.
func (a *Alphabet) Run(letters Word) perm.Perm {
	p := perm.Identity(a.N)
	for _, l := range letters {
		p = p.Then(a.Letters[l].Perm)
	}
	return p
}

// Random is the number of random letters of a word.
func (a *Alphabet) Random(w Word) (count int) {
	for _, l := range w {
		if a.Letters[l].Perm == nil {
			count++
		}
	}
	return count
}

// Chain carries something, such as a law, along words from syllable to syllable. It remembers the
// values at the prefixes of the last core, so that words with a common prefix share its work. It is
// for one goroutine.
type Chain[T any] struct {
	alphabet *Alphabet
	room     func() T
	step     func(ctx context.Context, dst, before T, s Syllable) error
	levels   []T  // levels[k] is the value after k+1 random letters
	last     Word // the core that the levels belong to
}

// NewChain takes a function that allocates a value, and one that makes a step. This sets dst to the
// value before, or to the beginning if that is the zero T, followed by a syllable. A core's first
// syllable has no run.
func NewChain[T any](a *Alphabet, room func() T,
	step func(ctx context.Context, dst, before T, s Syllable) error) *Chain[T] {
	return &Chain[T]{alphabet: a, room: room, step: step}
}

// Core is the value at the end of a core with at least one letter (see Alphabet.Split), valid until
// the next call. It fails only if a step does.
func (c *Chain[T]) Core(ctx context.Context, core Word) (T, error) {
	shared := 0
	for shared < min(len(core), len(c.last)) && core[shared] == c.last[shared] {
		shared++
	}
	known := c.alphabet.Random(core[:shared])
	parts, _ := c.alphabet.Syllables(core)
	c.last = c.last[:shared]
	for k := known; k < len(parts); k++ {
		if err := c.extend(ctx, k, parts[k]); err != nil {
			var none T
			return none, err
		}
	}
	c.last = append(c.last, core[shared:]...)
	return c.Level(len(parts)), nil
}

// Level is the value after k random letters, at least one, as far as they were extended.
func (c *Chain[T]) Level(k int) T {
	for len(c.levels) < k {
		c.levels = append(c.levels, c.room())
	}
	return c.levels[k-1]
}

// Extend sets level k+1 to level k followed by a syllable, for walks over the tree of cores that
// backtrack by themselves.
func (c *Chain[T]) Extend(ctx context.Context, k int, s Syllable) error {
	c.last = nil
	return c.extend(ctx, k, s)
}

func (c *Chain[T]) extend(ctx context.Context, k int, s Syllable) error {
	next := c.Level(k + 1)
	var before T
	if k > 0 {
		before = c.levels[k-1]
	}
	return c.step(ctx, next, before, s)
}

// Letter is a shuffle model and its effect on decks of one size.
type Letter struct {
	notation.Letter

	// Perm is the permutation that a deterministic letter performs, nil for the others, which are
	// called random. It is found from the law, for any model.
	Perm perm.Perm

	// Central says that a deterministic letter commutes with every letter of the alphabet, exactly,
	// as far as single cards are concerned; see Alphabet.Core.
	Central bool
}

// Alphabet is the letters of words over decks of N cards.
type Alphabet struct {
	N       int
	Letters []Letter
}

// lawBits is enough fractional bits for every deviation to be the nearest double: even at n = 1000
// a law's slack stays below 2^-160.
const lawBits = 192

// Laws are the position laws of letters at n.
func Laws(n int, letters []notation.Letter) (laws []*shuffle.Law) {
	for _, l := range letters {
		laws = append(laws, l.Model.Law(n, lawBits))
	}
	return laws
}

// New is the alphabet of letters with these position laws.
func New(n int, letters []notation.Letter, laws []*shuffle.Law) *Alphabet {
	a := &Alphabet{N: n}
	for i, l := range letters {
		p := deterministic(l.Model, laws[i])
		central := p != nil && !slices.ContainsFunc(laws, func(l *shuffle.Law) bool { return !commute(p, l) })
		a.Letters = append(a.Letters, Letter{l, p, central})
	}
	return a
}

// deterministic is the permutation that a model always performs, or nil. A law that is not exact
// does not show whether a cell is 1, unless probabilities are known to be multiples of 1/D: then
// only 1 is within two slacks of it.
func deterministic(m shuffle.Model, l *shuffle.Law) perm.Perm {
	d := shuffle.DenominatorOf(m, l.N)
	if l.Slack == 0 || d == nil {
		return l.Deterministic()
	}
	one, slack := new(big.Int).Lsh(big.NewInt(1), l.Bits), big.NewInt(l.Slack)
	if new(big.Int).Mul(d, big.NewInt(2*l.Slack)).Cmp(one) >= 0 {
		return nil
	}
	var p perm.Perm
	for i := range l.N {
		for j := range l.N {
			if off := new(big.Int).Sub(one, l.At(i, j)); off.CmpAbs(slack) <= 0 {
				p = append(p, j)
			}
		}
		if len(p) <= i {
			return nil
		}
	}
	return p
}

// commute reports whether a permutation commutes with a law: P L = L P, that is L(i, j) = L(p(i),
// p(j)). It reports false for a law that is not exact.
func commute(p perm.Perm, l *shuffle.Law) bool {
	if l.Slack != 0 {
		return false
	}
	for i := range p {
		for j := range p {
			if l.At(i, j).Cmp(l.At(p[i], p[j])) != 0 {
				return false
			}
		}
	}
	return true
}

// Parse reads a word such as HDHRDHH.
func (a *Alphabet) Parse(s string) (Word, error) {
	if s == "" {
		return nil, fmt.Errorf("empty word: want letters of %s", a)
	}
	var w Word
	for _, c := range s {
		k := slices.IndexFunc(a.Letters, func(l Letter) bool { return c < utf8.RuneSelf && l.Name == byte(c) })
		if k < 0 {
			return nil, fmt.Errorf("word %q: unknown letter %q, want letters of %s", s, string(c), a)
		}
		w = append(w, byte(k))
	}
	return w, nil
}

// Format spells a word by the names of its letters.
func (a *Alphabet) Format(w Word) string {
	s := make([]byte, len(w))
	for i, k := range w {
		s[i] = a.Letters[k].Name
	}
	return string(s)
}

// MarshalText writes everything that defines the alphabet: the deck and every letter with its
// model.
func (a *Alphabet) MarshalText() ([]byte, error) {
	text := fmt.Appendf(nil, "n=%d", a.N)
	for _, l := range a.Letters {
		text = fmt.Appendf(text, " %s", l)
	}
	return text, nil
}

// Read parses such a text.
func Read(text []byte) (n int, letters []notation.Letter, err error) {
	deck, definitions, _ := strings.Cut(string(text), " ")
	if n, err = strconv.Atoi(strings.TrimPrefix(deck, "n=")); err != nil {
		return 0, nil, fmt.Errorf("%q begins with no size of a deck", text)
	}
	for definition := range strings.FieldsSeq(definitions) {
		l, err := notation.ParseLetter(definition)
		if err != nil {
			return 0, nil, err
		}
		letters = append(letters, l)
	}
	return n, letters, nil
}

// String lists the letters' names.
func (a *Alphabet) String() string {
	names := make([]string, len(a.Letters))
	for i, l := range a.Letters {
		names[i] = string(l.Name)
	}
	return strings.Join(names, ", ")
}

// Every is a word of all letters, in order.
func (a *Alphabet) Every() Word {
	w := make(Word, len(a.Letters))
	for l := range w {
		w[l] = byte(l)
	}
	return w
}

// Models are the models of the letters.
func (a *Alphabet) Models() (letters []notation.Letter) {
	for _, l := range a.Letters {
		letters = append(letters, l.Letter)
	}
	return letters
}

// Definitions are the letters with their models, as records have them.
func (a *Alphabet) Definitions() []string { return notation.Definitions(a.Models()) }
