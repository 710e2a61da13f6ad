package words

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/run"
)

// Scoring is what the scores of words depend on beside the words.
type Scoring struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Emax    string           `json:"emax"`    // the tolerance, as tally.Choose reads it
	Samples int64            `json:"samples"` // deals behind E[w]
}

// Check refuses what no words are scored by.
func (s Scoring) Check() error {
	if err := cmp.Or(number.InRange("samples", s.Samples, 1, tally.MaxSamples), CheckDeck(s.N)); err != nil {
		return err
	}
	return cmp.Or(tally.CheckChoice(s.Emax), shuffle.CheckLetters(s.N, s.Letters))
}

// Query computes the laws of the letters, unless an earlier question has and the memo knows them. What takes long of a
// single letter of a thousand cards is left to itself when ctx is over.
func (s Scoring) Query(ctx context.Context, m *run.Memo) (Query, error) {
	return run.Shared(m, fmt.Sprint(s), func() (Query, error) {
		return fault.Until(ctx, func() (Query, error) {
			q, err := NewQuery(ctx, s.N, s.Letters, s.Emax, s.Samples)
			if ctx.Err() == nil {
				err = results.Refuse(err)
			}
			return q, err
		})
	})
}

// Seconds is about the time for the laws of the letters and a number of products of two laws.
func (s Scoring) Seconds(products int) float64 {
	n := float64(s.N)
	return float64(0.5e-9 * n * n * n * float64(3*len(s.Letters)+products))
}

// Spelled is a word, with what its scores depend on.
type Spelled struct {
	Scoring
	Word string `json:"word"`
}

// Check refuses what is no word of the letters.
func (s Spelled) Check() error {
	if err := s.Scoring.Check(); err != nil {
		return err
	}
	spelled, err := shuffle.Spell(s.Word, shuffle.NamesOf(s.Letters))
	if err == nil && spelled != s.Word {
		err = fmt.Errorf("the word %q is spelled %s", s.Word, spelled)
	}
	return err
}

// Read computes the laws of the letters, unless an earlier question has, and reads the word.
func (s Spelled) Read(ctx context.Context, m *run.Memo) (v *Evaluator, w word.Word, err error) {
	q, err := s.Query(ctx, m)
	if err == nil {
		w, err = q.Alphabet.Parse(s.Word)
		err = results.Refuse(err)
	}
	if err != nil {
		return nil, nil, err
	}
	return NewEvaluator(q), w, nil
}

// MaxDeck is the largest deck whose words are scored, and MaxLength the length of the
// longest words that are ranked.
const (
	MaxDeck   = 1000
	MaxLength = 64
)

// CheckDeck tells whether words on decks of n cards are scored.
func CheckDeck(n int) error {
	if n < 1 || n > MaxDeck {
		return fmt.Errorf("n=%d is out of range 1..%d; larger decks are ranked --by sampled only", n, MaxDeck)
	}
	return nil
}

// NewQuery is about words over the letters on decks of n cards, with the tolerance as
// [tally.Choose] reads it for the given number of deals.
func NewQuery(ctx context.Context, n int, letters []shuffle.Letter, emax string, samples int64) (Query, error) {
	tolerance, from, err := tally.Choose(emax, n, samples)
	if err != nil {
		return Query{}, err
	}
	white, err := tally.NewWhite(n, samples, tolerance)
	if err != nil {
		return Query{}, err
	}
	laws, err := position.NewLawsWithin(ctx, n, letters)
	if err != nil {
		return Query{}, err
	}
	q := Query{
		Alphabet: laws,
		Emax:     position.NewTolerance(tolerance),
		White:    white,
	}
	q.Setting = results.Setting{
		N: n, Emax: q.Emax.Float(), EmaxFrom: from, Samples: number.OfInt(samples), Models: q.Alphabet.Definitions(),
	}
	return q, nil
}

// MaxTop is how many words a ranking lists at most.
const MaxTop = 10_000_000

// All is all words of M letters, of which a ranking lists the first.
type All struct {
	Scoring
	M   int `json:"m"`
	Top int `json:"top"` // words to list
}

// Check refuses what no words are ranked by.
func (a All) Check() error {
	return cmp.Or(number.InRange("m", a.M, 1, MaxLength), number.InRange("top", a.Top, 0, MaxTop), a.Scoring.Check())
}

// Part names a length among those that are asked for together.
func (a All) Part() string { return strconv.Itoa(a.M) }

// Share is the share of the words of this length in those of several, from the first to the last.
func (a All) Share(lengths [2]int) float64 {
	sum := 0.0
	for m := lengths[0]; m <= lengths[1]; m++ {
		sum += elementary.Pow(float64(len(a.Letters)), float64(m-a.M))
	}
	return 1 / sum
}

// bare is the query without the laws of its letters, except for uniform ones: it tells what a ranking takes.
func (a All) bare() Query {
	laws := &position.Laws{Alphabet: &word.Alphabet{N: a.N}}
	for _, l := range a.Letters {
		laws.Letters = append(laws.Letters, word.Letter{Letter: l})
		if shuffle.ClosedOf(l.Model).UniformOn != shuffle.NoGroup {
			laws.E = append(laws.E, dense.Square(1))
		}
	}
	return Query{Alphabet: laws, M: a.M, Top: a.Top}
}

// Count is the number of the words.
func (a All) Count() *big.Int { return count(a.bare().Alphabet, a.M) }

// Query is that of the scores, for the words of this length.
func (a All) Query(ctx context.Context, m *run.Memo) (Query, error) {
	q, err := a.Scoring.Query(ctx, m)
	q.M, q.Top = a.M, a.Top
	return q, err
}

// Budget asks for the words of all lengths whose letters together take no more effort than Within: seconds,
// or any other unit. The effort of each letter is a decimal or a fraction, and sums of them are exact.
type Budget struct {
	Effort string  `json:"effort,omitzero"` // of each letter, such as "D=35,H=6,R=5"
	Within float64 `json:"within,omitzero"`
}

// Given reports whether there is a budget at all.
func (b Budget) Given() bool { return b.Effort != "" || b.Within != 0 }

// ParseEffort reads the effort of each letter.
func ParseEffort(text string) (map[byte]*big.Rat, error) {
	each := map[byte]*big.Rat{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		effort, err := number.ParseRat(value)
		if err != nil || len(name) != 1 || effort.Sign() <= 0 {
			return nil, fmt.Errorf("effort=%q: want a letter and its positive effort, such as R=5, in %q", text, part)
		}
		if each[name[0]] != nil {
			return nil, fmt.Errorf("effort=%q has %s twice", text, name)
		}
		each[name[0]] = effort
	}
	return each, nil
}

// SpellEffort is the one spelling of efforts, letters in order.
func SpellEffort(each map[byte]*big.Rat) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(each)) {
		parts = append(parts, fmt.Sprintf("%c=%s", name, spelled(each[name])))
	}
	return strings.Join(parts, ",")
}

// spelled is a number as a decimal, or as a fraction if no short decimal is equal to it.
func spelled(x *big.Rat) string {
	f, _ := x.Float64()
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if y, ok := new(big.Rat).SetString(text); ok && y.Cmp(x) == 0 {
		return text
	}
	return x.RatString()
}

// limit is Within as the decimal that it is written as.
func (b Budget) limit() *big.Rat {
	x, ok := new(big.Rat).SetString(strconv.FormatFloat(b.Within, 'g', -1, 64))
	if !ok {
		return new(big.Rat) // no number
	}
	return x
}

// Check refuses budgets without an effort for each letter, or with too few or too many words.
func (b Budget) Check(letters []shuffle.Letter) error {
	_, err := b.spelled(letters)
	return err
}

// Longest is the length of the longest words; 0 if there are none.
func (b Budget) Longest(letters []shuffle.Letter) int {
	all, _ := b.spelled(letters)
	most := 0
	for _, w := range all {
		most = max(most, len(w))
	}
	return most
}

// Words are those that fit, shorter ones before those that begin with them.
func (b Budget) Words(letters []shuffle.Letter) (all []word.Word) {
	all, _ = b.spelled(letters)
	return all
}

func (b Budget) spelled(letters []shuffle.Letter) (all []word.Word, err error) {
	each, err := ParseEffort(b.Effort)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(each)) {
		if !slices.ContainsFunc(letters, func(l shuffle.Letter) bool { return l.Name == name }) {
			return nil, fmt.Errorf("effort=%q: %c is no letter of the alphabet; add it by --alphabet", b.Effort, name)
		}
	}
	var efforts []*big.Rat
	for _, l := range letters {
		effort := each[l.Name]
		if effort == nil {
			return nil, fmt.Errorf("effort=%q: the letter %c has none", b.Effort, l.Name)
		}
		efforts = append(efforts, effort)
	}
	var extend func(prefix word.Word, left *big.Rat) bool
	extend = func(prefix word.Word, left *big.Rat) bool {
		for i, effort := range efforts {
			rest := new(big.Rat).Sub(left, effort)
			if rest.Sign() < 0 {
				continue
			}
			w := append(slices.Clone(prefix), byte(i))
			if len(all) == results.MaxBoundedWords || len(w) > MaxLength {
				return false
			}
			if all = append(all, w); !extend(w, rest) {
				return false
			}
		}
		return true
	}
	switch whole := extend(nil, b.limit()); {
	case !whole:
		return nil, fmt.Errorf("within=%v: more than %d words take no more effort, or words of more than %d letters; "+
			"want less", b.Within, results.MaxBoundedWords, MaxLength)
	case len(all) == 0:
		return nil, fmt.Errorf("within=%v: every letter takes more effort", b.Within)
	}
	return all, nil
}

// Of is the effort of a word of letters that have one.
func (b Budget) Of(text string) *big.Rat {
	each, _ := ParseEffort(b.Effort)
	sum := new(big.Rat)
	for i := range len(text) {
		sum.Add(sum, cmp.Or(each[text[i]], new(big.Rat)))
	}
	return sum
}

// RankWithin is RankByBounds for the words that fit into a budget.
func RankWithin(ctx context.Context, q Query, b Budget, letters []shuffle.Letter, o run.Options) (BoundRanking, error) {
	v, list := NewEvaluator(q), b.Words(letters)
	r := Ranking{M: q.M, Words: big.NewInt(int64(len(list)))}
	for _, w := range list {
		row, err := v.listed(ctx, w, len(list))
		if err != nil {
			return BoundRanking{}, err
		}
		r.Close += int64(row.Close)
		r.Rows = append(r.Rows, row)
	}
	slices.SortFunc(r.Rows, ByConvergence.Compare)
	return q.enclosed(ctx, r, o)
}
