package proved

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

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
func (b Budget) Check(letters []notation.Letter) error {
	_, err := b.spelled(letters)
	return err
}

// Longest is the length of the longest words; 0 if there are none.
func (b Budget) Longest(letters []notation.Letter) int {
	all, _ := b.spelled(letters)
	most := 0
	for _, w := range all {
		most = max(most, len(w))
	}
	return most
}

// Words are those that fit, shorter ones before those that begin with them.
func (b Budget) Words(letters []notation.Letter) (all []word.Word) {
	all, _ = b.spelled(letters)
	return all
}

func (b Budget) spelled(letters []notation.Letter) (all []word.Word, err error) {
	each, err := ParseEffort(b.Effort)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(each)) {
		if !slices.ContainsFunc(letters, func(l notation.Letter) bool { return l.Name == name }) {
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
			if len(all) == results.MaxBoundedWords || len(w) > words.MaxLength {
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
			"want less", b.Within, results.MaxBoundedWords, words.MaxLength)
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
func RankWithin(ctx context.Context, q words.Query, b Budget, letters []notation.Letter, o run.Options) (BoundRanking, error) {
	v, list := words.NewEvaluator(q), b.Words(letters)
	r := rank.Ranking{M: q.M, Words: big.NewInt(int64(len(list)))}
	for _, w := range list {
		row, err := v.Listed(ctx, w, len(list))
		if err != nil {
			return BoundRanking{}, err
		}
		r.Close += int64(row.Close)
		r.Rows = append(r.Rows, row)
	}
	slices.SortFunc(r.Rows, words.ByConvergence.Compare)
	return enclosed(ctx, q, r, o)
}
