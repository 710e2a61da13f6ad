package known

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dovetail/docs"
	"dovetail/exact/bound"
	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/spoken"
	"dovetail/search/decks"
	"dovetail/search/densities"
	"dovetail/search/intervals"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// Best says what is known at once about a question that takes long and that no record answers: an
// interval by records and by what is proved in a moment, or a long game. It is "" if nothing is
// known.
func Best(ctx context.Context, q results.Question, o run.Options) string {
	switch q := q.(type) {
	case decks.Question:
		return atOnce(ctx, q, o)
	case decks.Hands:
		return neighbours(q)
	case intervals.Ranking:
		if q.By == intervals.ByDistance && !q.Given() {
			return best(q)
		}
	case topswops.Max:
		return q.LongestKnown()
	}
	return ""
}

// atOnce is the interval of a word. Each end is on record, follows from records, or is proved in a
// moment.
func atOnce(ctx context.Context, q decks.Question, o run.Options) string {
	i, _ := Words()(q.N, notation.Definitions(q.Letters), q.Word)
	if proved, ok := certified(ctx, q, o); ok {
		lower, upper := outward(proved.Lower.Outward(), proved.Upper.Outward())
		if lower > i.Lower.Value {
			i.Lower = results.End{Value: lower, By: string(proved.Lower.By)}
		}
		if upper < i.Upper.Value {
			i.Upper = results.End{Value: upper, By: string(proved.Upper.By)}
		}
	}
	says := fmt.Sprintf("known at once: %s leaves %d cards at least %s", q.Word, q.N, end(i.Lower, down(i.Lower.Value)))
	if i.Upper.Value >= 0.99995 && i.Lower.Value < 0.99 {
		return says + " from fair; no upper bound below 1 is known"
	}
	return says + fmt.Sprintf(" and at most %s from fair", end(i.Upper, up(i.Upper.Value)))
}

// best is the word of a ranking with the least upper end that is on record or follows from records.
func best(q intervals.Ranking) string {
	a := word.New(q.N, q.Letters, word.Laws(q.N, q.Letters))
	p, name, least := newParts(a, distances()), "", nothing.Upper
	var each func(w word.Word)
	each = func(w word.Word) {
		if len(w) == q.M {
			if _, core, _ := a.Split(w); len(core) > 0 {
				if e := p.upper(core); e.Value < least.Value {
					name, least = a.Format(w), e
				}
			}
			return
		}
		for l := range a.Letters {
			each(append(w, byte(l)))
		}
	}
	each(nil)
	if name == "" {
		return ""
	}
	return fmt.Sprintf("known at once: of %v words %s leaves %d cards at most %s from fair", q.Count(), name, q.N, end(least, up(least.Value)))
}

// Elsewhere is the fairest word on record of as many letters as those of a ranking, and with the same random shuffles, but
// with other letters that leave nothing to chance, such as a deal or a milk. It is "" if none is known to be fairer than all
// words of the ranking that are on record.
func Elsewhere(asked results.Question) string {
	q, ok := asked.(intervals.Ranking)
	if !ok || q.By != intervals.ByDistance || q.Given() {
		return ""
	}
	t, names, own := distances(), map[rune]byte{}, map[rune]bool{}
	usual, _ := notation.Preset(q.N, notation.Literal)
	for _, l := range append(usual, q.Letters...) {
		in := slices.ContainsFunc(q.Letters, func(o notation.Letter) bool { return o.String() == l.String() })
		if outcomes := shuffle.OutcomesOf(l.Model, q.N); in || outcomes != nil && outcomes.Cmp(big.NewInt(1)) == 0 {
			of := letter(slices.Index(t.Models, l.Model.String()))
			names[of], own[of] = l.Name, in
		}
	}
	name, least := "", results.End{Value: 1}
	for _, line := range t.lines {
		f := strings.Fields(line)
		if core := []rune(f[1]); f[0] == fmt.Sprint(q.N) && len(f) == 6 && len(core) == q.M && !slices.ContainsFunc(core, func(c rune) bool { return names[c] == 0 }) {
			if end := t.end(f[3], f[5]); end.Value < least.Value {
				name, least = "", end
				if slices.ContainsFunc(core, func(c rune) bool { return !own[c] }) {
					name = strings.Map(func(c rune) rune { return rune(names[c]) }, f[1])
				}
			}
		}
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("other letters do better: %s leaves %d cards at most %s from fair; see dovetail tvd %s", name, q.N, end(least, up(least.Value)), name)
}

// certified is the interval that is proved in a moment, for decks that are not too large for that,
// or for the memory.
func certified(ctx context.Context, q decks.Question, o run.Options) (i bound.Interval, ok bool) {
	if q.N > pairs.MaxDeck {
		return i, false
	}
	a, w, _, err := q.Read(ctx, o)
	if err != nil {
		return i, false
	}
	if q.Single {
		i, err = bound.Single(ctx, a, w, 1)
		return i, err == nil
	}
	i, err = bound.Ends(ctx, run.Cache[pairs.Cache](o.Memo), a, w, 1)
	return i, err == nil
}

// end describes an end, and the reason for it.
func end(e results.End, shown float64) string {
	if e.By == "" {
		return fmt.Sprintf("%.4f", shown)
	}
	from := []string{spoken.Method(e.By)}
	if slices.Contains([]string{densities.ByClosed, densities.ByAnnealed, densities.ByTest}, e.By) {
		from[0] = "sampled: " + from[0]
	}
	for _, s := range e.Records {
		from = append(from, docs.File(s.Name))
	}
	return fmt.Sprintf("%.4f (%s)", shown, strings.Join(from, ", "))
}

// down and up round outwards to four decimal places.
func down(x float64) float64 { return float64(int(x*1e4)) / 1e4 }
func up(x float64) float64   { return 1 - down(1-x) }
