package intervals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Budget requests the words of all lengths whose letters together take no more effort than Within:
// seconds, or any other unit. The effort of each letter is a decimal or a fraction, and sums of
// them are exact.
type Budget struct {
	Effort string  `json:"effort,omitzero"` // of each letter, such as "D=35,H=6,R=5"
	Within float64 `json:"within,omitzero"`
}

// Given reports whether there is a budget.
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

// SpellEffort is the canonical text of efforts, with letters in order.
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
		return new(big.Rat) // not a number
	}
	return x
}

// Check refuses budgets without an effort for each letter, or with too few or too many words.
func (b Budget) Check(letters []notation.Letter) error {
	_, err := b.spelled(letters)
	return err
}

// Params are the parameters of all words of a length, or within a budget. With a budget the length
// is that of the longest word.
func (b *Budget) Params(a *words.All) param.List {
	length := words.Length(&a.M)
	texts := length.Texts
	length.Texts = func() []string {
		if b.Given() {
			return nil // it follows from the effort
		}
		return texts()
	}
	all := a.Params(words.Largest)
	all[slices.IndexFunc(all, func(p param.Param) bool { return p.Name == length.Name })] = length
	return append(all,
		param.New(&b.Effort, "effort", "", "with --by distance, bound or decks, what each letter takes, such as R=5,H=6,D=35: "+
			"words of all lengths that take no more than --within", efforts),
		param.New(&b.Within, "within", "", "the most that a word may take, in the unit of --effort, or without --effort in seconds "+
			"of a person, such as 40s", within),
		param.After(func(given func(string) bool) (err error) {
			if given("within") && !given("effort") {
				if b.Effort, err = Assumed(a.Letters); err != nil {
					return err
				}
			}
			switch {
			case given("effort") && !given("within"):
				return errors.New("effort and within belong together: --effort R=5,H=6,D=35 --within 45")
			case b.Given() && given("length"):
				return errors.New("effort is for words of all lengths; leave out -m")
			case b.Given():
				a.M = max(1, b.Longest(a.Letters))
			}
			return nil
		}))
}

// within is a positive number, or a time in seconds.
var within = param.Kind[float64]{Name: param.Positive.Name, Format: param.Positive.Format, Parse: func(what, text string) (float64, error) {
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d.Seconds(), nil
	}
	return param.Positive.Parse(what, text)
}}

// seconds are about the times that a person takes for a shuffle, by its letter. Those of riffles, Hindu shuffles and deals are
// those of the example in docs/words.md, and the others are guesses.
var seconds = map[byte]int64{
	'R': 5, 'M': 5, 'L': 5, 'B': 5, 'H': 6, 'O': 10, 'C': 2, 'K': 2, 'D': 35, 'N': 35, 'F': 15, 'I': 15, 'W': 20,
}

// Assumed is the effort of letters in seconds of a person.
func Assumed(letters []notation.Letter) (string, error) {
	each := map[byte]*big.Rat{}
	for _, l := range letters {
		if seconds[l.Name] == 0 {
			return "", fmt.Errorf("how long a person takes for %c is not known; say it by --effort, such as %[1]c=5", l.Name)
		}
		each[l.Name] = big.NewRat(seconds[l.Name], 1)
	}
	return SpellEffort(each), nil
}

// efforts are the efforts of letters, in canonical form.
var efforts = param.Kind[string]{Name: param.Listed, Parse: func(_, text string) (string, error) {
	each, err := ParseEffort(text)
	if err != nil {
		return "", err
	}
	return SpellEffort(each), nil
}}

// Longest is the length of the longest words; 0 if there are none.
func (b Budget) Longest(letters []notation.Letter) int {
	all, _ := b.spelled(letters)
	most := 0
	for _, w := range all {
		most = max(most, len(w))
	}
	return most
}

// Words are the words within the budget. Shorter ones come before those that begin with them.
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

// Of is the effort of a word whose letters all have one.
func (b Budget) Of(text string) *big.Rat {
	each, _ := ParseEffort(b.Effort)
	sum := new(big.Rat)
	for i := range len(text) {
		sum.Add(sum, cmp.Or(each[text[i]], new(big.Rat)))
	}
	return sum
}

// Heading is the heading of a ranking of the words of a query, all of its length or those within
// the budget.
func (b Budget) Heading(asked results.Question, kind string, by words.Key, q words.Query) results.Ranking {
	h := words.Heading(asked, kind, by, q)
	if b.Given() {
		h.Words = number.OfInt(int64(len(b.Words(q.Alphabet.Models()))))
	}
	return h
}

// scored are these words by convergence: all of the length, scored by a ranking, or those within
// the budget.
func (b Budget) scored(ctx context.Context, q words.Query,
	all func(context.Context, words.Query, run.Options) (rank.Ranking, error), o run.Options) (rank.Ranking, error) {
	if !b.Given() {
		q.Key, q.Top = words.ByConvergence, int(q.Count().Int64())
		return all(ctx, q, o)
	}
	v, list := words.NewEvaluator(q), b.Words(q.Alphabet.Models())
	r := rank.Ranking{M: q.M, Words: big.NewInt(int64(len(list)))}
	for _, w := range list {
		row, err := v.Listed(ctx, w, len(list))
		if err != nil {
			return r, err
		}
		r.Close += int64(row.Close)
		r.Rows = append(r.Rows, row)
	}
	slices.SortFunc(r.Rows, words.ByConvergence.Compare)
	return r, nil
}

// efforts are the efforts of all words, 0 without a budget.
func (r *BoundRanking) efforts() (all []*big.Rat) {
	for _, w := range r.All {
		all = append(all, r.Of(w.Word))
	}
	return all
}

// level is an effort: words from..to-1 take it, and words before them take less.
type level struct {
	from, to int
	least    *big.Rat // upper end, of words that take no more
}

// levels are the efforts of a number of words, which are in order of effort. Those at which no word
// is shown to mix are left out, except for the greatest.
func levels(count int, effort, high func(i int) *big.Rat) (all []level) {
	from, least := 0, high(0)
	for i := range count {
		if high(i).Cmp(least) < 0 {
			least = high(i)
		}
		last := i == count-1
		if !last && effort(i+1).Cmp(effort(i)) == 0 {
			continue
		}
		if last || least.Cmp(Unmixed) < 0 {
			all = append(all, level{from, i + 1, least})
		}
		from = i + 1
	}
	return all
}

// open are the words that could be best among those that take no more effort than they do, in order
// of effort.
func (r *BoundRanking) open() (all []Bounded) {
	efforts, order := r.efforts(), make([]int, len(r.All))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return efforts[i].Cmp(efforts[j]) })
	effort := func(i int) *big.Rat { return efforts[order[i]] }
	for _, l := range levels(len(order), effort, func(i int) *big.Rat { return r.All[order[i]].High }) {
		for _, i := range order[l.from:l.to] {
			if r.All[i].Low.Cmp(l.least) <= 0 {
				all = append(all, r.All[i])
			}
		}
	}
	return all
}

// Restated is the budget of a record with only what follows from the question and its words.
func (b Budget) Restated(r *results.Budget) *results.Budget {
	if r == nil || !b.Given() {
		return nil
	}
	all := slices.Clone(r.Frontier)
	for i := range all {
		all[i].Effort, _ = b.Of(all[i].Word).Float64()
	}
	return &results.Budget{Effort: b.Effort, Within: b.Within, Frontier: all}
}

// Buys is what each effort buys, nil if there is no budget. A row begins where a word that is shown
// to mix becomes the best, by the order of the ranking, among those that take no more effort.
func (r *BoundRanking) Buys() *results.Budget {
	if !r.Given() {
		return nil
	}
	b := &results.Budget{Effort: r.Effort, Within: r.Within, Frontier: []results.Frontier{}}
	efforts := r.efforts()
	levels := slices.CompactFunc(slices.SortedFunc(slices.Values(efforts), (*big.Rat).Cmp),
		func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
	leader := ""
	for _, level := range levels {
		within := BoundRanking{Order: r.Order}
		for i, w := range r.All {
			if efforts[i].Cmp(level) <= 0 {
				within.All = append(within.All, w)
			}
		}
		lead := within.All[0]
		if lead.Word == leader || lead.High.Cmp(Unmixed) >= 0 {
			continue
		}
		leader = lead.Word
		best := within.Best(false)
		f := results.Frontier{Word: lead.Word, TVDLow: number.Certified(lead.Low, false),
			TVDHigh: number.Certified(lead.High, true), Count: best.Count, Words: best.Words}
		f.Effort, _ = level.Float64()
		b.Frontier = append(b.Frontier, f)
	}
	return b
}
