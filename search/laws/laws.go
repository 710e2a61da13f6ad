// Package laws ranks all words of shuffles of a length by the total variation
// distance of their whole law on S_n from the uniform one.
//
// Deterministic letters at the ends of a word do not change the distance, so only
// cores are computed (package law), each from the law of its longest prefix: a walk
// over the tree of cores costs one step a core.
package laws

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/law"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/words"
)

// maxWords is the most words in one ranking.
const maxWords = 1_000_000

// maxWork is the most numbers that one ranking reads, some hours on one processor.
const maxWork = 2e13

// Row is a word with the distance of its law, the scores of its position law and its
// rank by convergence.
type Row struct {
	words.Row
	TVD   law.Value
	CRank int
}

// Ranking is the words of a length, the best mixed first.
type Ranking struct {
	M     int
	Words int
	Cores int   // laws of its words
	Rows  []Row // the first Top of them

	// Tau is Kendall's rank correlation tau-b of the ranking by TVD with those by C
	// and by mean row TVD.
	TauC, TauMeanTVD float64

	// Undecided is the number of distances that cannot be ordered against another within
	// the errors of doubles, though nothing proves them equal (law.Compiled.Key). Their
	// words are ordered as if tied.
	Undecided int
}

// Plan is a ranking that memory allows.
type Plan struct {
	query    words.Query
	alphabet *law.Compiled
	threads  int
}

// NewPlan compiles the letters of a query whose Key and Emax serve for the scores of
// single cards. It refuses more words than maxWords, decks whose laws do not fit in memory
// bytes (number.TooLarge), and more work than maxWork. Where the laws fit, but not for the
// given number of threads, it takes fewer threads.
func NewPlan(ctx context.Context, q words.Query, memory uint64, threads int) (*Plan, error) {
	n := q.Alphabet.N
	if err := checkWords(len(q.Alphabet.Letters), q.M); err != nil {
		return nil, err
	}
	a, err := law.Compile(ctx, n, q.Alphabet.Models(), memory)
	if err != nil {
		return nil, err
	}
	for threads > 1 && a.CoreMemory(q.M, threads) > memory {
		threads--
	}
	if need := a.CoreMemory(q.M, threads); need > memory {
		return nil, a.TooLarge(need, memory)
	}
	laws := (cores{a, q.M}).count(nil)
	if work := laws * a.Work(); work > maxWork {
		return nil, fmt.Errorf(
			"%.0f laws on %d! decks take %.0f times the work allowed; choose shorter words or fewer cards",
			laws, n, math.Ceil(work/maxWork))
	}
	return &Plan{q, a, threads}, nil
}

// checkWords refuses too many words of length m over k letters.
func checkWords(k, m int) error {
	all := new(big.Int).Exp(big.NewInt(int64(k)), big.NewInt(int64(m)), nil)
	if all.Cmp(big.NewInt(maxWords)) > 0 {
		return fmt.Errorf("%v words of length %d are too many to rank by their laws; at most %d", all, m, maxWords)
	}
	return nil
}

// Rank computes the laws of all cores and ranks the words.
func (p *Plan) Rank(ctx context.Context, o run.Options) (Ranking, error) {
	o.Threads = p.threads
	job, _, err := run.Run(ctx, cores{p.alphabet, p.query.M}, o)
	if err == nil {
		err = job.checkTotal()
	}
	if err != nil {
		return Ranking{}, err
	}
	scored, err := p.scores(ctx, job)
	if err != nil {
		return Ranking{}, err
	}
	return p.rank(scored), nil
}

// scores computes the position scores of every core. Deterministic letters at the ends do
// not change them either.
func (p *Plan) scores(ctx context.Context, job *enumeration) (map[string]Row, error) {
	still := new(big.Rat).SetFrac64(1, int64(perm.Factorial(p.alphabet.N)))
	still.Sub(big.NewRat(1, 1), still)
	one, _ := still.Float64()
	job.tvd[""] = law.Value{Exact: still, Float: one} // no random letter: one deck only

	evaluator := words.NewEvaluator(p.query)
	rows := map[string]Row{}
	for core, tvd := range job.tvd {
		row, err := evaluator.Row(ctx, word.Word(core))
		if err != nil {
			return nil, err
		}
		rows[core] = Row{Row: row, TVD: tvd}
	}
	return rows, nil
}

// rank orders the words.
func (p *Plan) rank(cores map[string]Row) Ranking {
	m := p.query.M
	var rows []Row
	var byTVD, byMean ties
	laws := map[string]bool{}
	w := make(word.Word, m)
	var spell func(i int)
	spell = func(i int) {
		if i < m {
			for l := range p.alphabet.Letters {
				w[i] = byte(l)
				spell(i + 1)
			}
			return
		}
		_, core, _ := p.alphabet.Split(w)
		laws[string(core)] = true
		r := cores[string(core)]
		r.Word = p.query.Alphabet.Format(w)
		r.TVD = byTVD.add(p.alphabet.Key(core), r.TVD)
		byMean.add(string(core), law.Value{Float: r.MeanTVD, Error: float64(r.Error/2) + float64(r.MeanTVD*0x1p-46)})
		rows = append(rows, r)
	}
	spell(0)
	place, undecided := byTVD.places()
	meanPlace, _ := byMean.places()

	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return words.ByConvergence.Compare(rows[a].Row, rows[b].Row) })
	for c, i := range order {
		rows[i].CRank = c + 1
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(place[a], place[b]), strings.Compare(rows[a].Word, rows[b].Word))
	})
	white := make([]int, len(rows))
	for i, r := range rows {
		white[i] = -r.White
	}
	r := Ranking{M: m, Words: len(rows), Cores: len(laws), Undecided: undecided}
	r.TauC, r.TauMeanTVD = Tau(place, white), Tau(place, meanPlace)
	for _, i := range order[:min(len(order), p.query.Top)] {
		r.Rows = append(r.Rows, rows[i])
	}
	return r
}

// byLaw is the name of the ranking by TVD on S_n.
const byLaw words.Key = "law"

// Question requests the best words of a length by the distance of their laws.
type Question struct{ words.All }

func (q *Question) Params() param.List {
	return append(q.All.Params(words.Largest), param.Fixed("by", string(byLaw)))
}

func (Question) Schema() string { return results.LawRankSchema }

func (q Question) Check() error {
	if err := law.CheckDeck(q.N); err != nil {
		return err
	}
	if err := q.All.Check(); err != nil {
		return err
	}
	return checkWords(len(q.Letters), q.M)
}

// newCores is about the number of words of the length whose laws no earlier word has.
const newCores = 0.6

func (q Question) Seconds() float64 {
	seconds, step, digits := q.Scoring.Seconds(3), 0.0, 0.0
	for _, l := range q.Letters {
		p := law.PriceOf(q.N, l)
		seconds += p.Outcomes
		step += p.Step / float64(len(q.Letters))
		digits += p.Digits / float64(len(q.Letters))
	}
	all := elementary.Pow(float64(len(q.Letters)), float64(q.M))
	return seconds + float64(newCores*all*step*max(1, float64(digits*float64(q.M))))
}

func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	query, err := q.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	plan, err := NewPlan(ctx, query, env.Limit(), env.Workers())
	if err != nil {
		return nil, results.Refuse(err)
	}
	ranking, err := plan.Rank(ctx, env)
	if err != nil {
		return nil, err
	}
	return ranking.record(q, query), nil
}

// Follows implements [run.Rechecker]. The scores take no laws of whole decks.
func (q Question) Follows(ctx context.Context, _ run.Options, record results.Record) (results.Record, string, error) {
	want := record.(results.LawRank)
	var listed []string
	for _, row := range want.Rows {
		listed = append(listed, row.Word)
	}
	query, rows, err := q.Rescored(ctx, listed, nil)
	if err != nil {
		return nil, "", err
	}
	want.Ranking, want.Precision = words.Heading(q, results.Exact, byLaw, query), precision(query, rows)
	for i, row := range rows {
		want.Rows[i].Rank, want.Rows[i].WordRow = i+1, row.WordRow
	}
	return want, words.RowsRescored, nil
}

// precision is the precision of rows that are listed.
func precision(q words.Query, rows []words.Row) results.Precision {
	close := int64(0)
	for _, row := range rows {
		close += int64(row.Close)
	}
	return words.Precision(q, rows, close)
}

// record is the answer to a question.
func (r Ranking) record(asked Question, q words.Query) results.LawRank {
	record := results.LawRank{
		Ranking:    words.Heading(asked, results.Exact, byLaw, q),
		Laws:       number.OfInt(int64(r.Cores)),
		TauC:       r.TauC,
		TauMeanTVD: r.TauMeanTVD,
		Undecided:  r.Undecided,
		Rows:       []results.LawRankRow{},
	}
	var rows []words.Row
	for i, row := range r.Rows {
		rows = append(rows, row.Row)
		record.LawError = max(record.LawError, row.TVD.Error)
		record.Rows = append(record.Rows,
			results.LawRankRow{Rank: i + 1, CRank: row.CRank, LawTVD: row.TVD.Text(), WordRow: row.WordRow})
	}
	record.Precision = precision(q, rows)
	return record
}

// Tau is Kendall's tau-b of two rankings of the same words. A ranking is the place of each
// word, equal for ties. Let P pairs of words be ordered alike and Q oppositely, and let X
// and Y be the numbers of pairs that the first and the second ranking do not tie. Then
//
//	tau-b = (P - Q) / sqrt(X Y),
//
// from -1 to 1; 0 if a ranking ties all (M. G. Kendall 1945). Pairs are counted in
// O(k log k) by merge sort (W. R. Knight 1966): in the order of the first ranking,
// ties by the second, Q is the number of exchanges that sort the second.
func Tau(x, y []int) float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b])) })
	pairs := float64(float64(len(x)) * float64(len(x)-1) / 2)
	tiedX := tied(order, func(a, b int) bool { return x[a] == x[b] })
	tiedBoth := tied(order, func(a, b int) bool { return x[a] == x[b] && y[a] == y[b] })
	second := make([]int, len(order))
	for i, o := range order {
		second[i] = y[o]
	}
	opposite := exchanges(second, make([]int, len(second)))
	tiedY := tied(second, func(a, b int) bool { return a == b })
	untied := (pairs - tiedX) * (pairs - tiedY)
	if untied == 0 {
		return 0
	}
	alike := pairs - tiedX - tiedY + tiedBoth - opposite
	return (alike - opposite) / math.Sqrt(untied)
}

// tied counts pairs within the runs of equals of a sorted slice.
func tied(sorted []int, same func(a, b int) bool) (pairs float64) {
	run := 0.0
	for i := range sorted {
		if i > 0 && same(sorted[i-1], sorted[i]) {
			run++
		} else {
			run = 0
		}
		pairs += run
	}
	return pairs
}

// exchanges sorts v by merging and counts the pairs that were out of order.
func exchanges(v, spare []int) (count float64) {
	if len(v) < 2 {
		return 0
	}
	mid := len(v) / 2
	count = exchanges(v[:mid], spare[:mid]) + exchanges(v[mid:], spare[mid:])
	i, j := 0, mid
	for k := range spare {
		if j == len(v) || i < mid && v[i] <= v[j] {
			spare[k] = v[i]
			i++
		} else {
			count += float64(mid - i)
			spare[k] = v[j]
			j++
		}
	}
	copy(v, spare)
	return count
}

// ties sorts values of words, where words with the same key have the same value.
type ties struct {
	index  map[string]int // key -> index in values
	values []law.Value
	words  []int // the index of each word's value
}

// add takes the next word, and returns the first value with its key.
func (t *ties) add(key string, v law.Value) law.Value {
	i, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[string]int{}
		}
		i = len(t.values)
		t.index[key] = i
		t.values = append(t.values, v)
	}
	t.words = append(t.words, i)
	return t.values[i]
}

// places is the place of every word in ascending order of values, the same for equal ones.
// Values that may be equal within their errors, directly or through a chain of such
// values, share a place. These are counted as undecided, except exact values among
// themselves.
func (t *ties) places() (places []int, undecided int) {
	order := make([]int, len(t.values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.values[a].Float, t.values[b].Float) })
	place := make([]int, len(t.values))
	next := 0
	for len(order) > 0 {
		size := 1
		for size < len(order) && t.values[order[size-1]].Near(t.values[order[size]]) {
			size++
		}
		group := order[:size]
		order = order[size:]
		exact := !slices.ContainsFunc(group, func(i int) bool { return t.values[i].Exact == nil })
		if exact {
			slices.SortStableFunc(group, func(a, b int) int { return t.values[a].Exact.Cmp(t.values[b].Exact) })
		} else if size > 1 {
			undecided += size
		}
		for k, i := range group {
			if k > 0 && exact && t.values[i].Exact.Cmp(t.values[group[k-1]].Exact) != 0 {
				next++
			}
			place[i] = next
		}
		next++
	}
	for _, i := range t.words {
		places = append(places, place[i])
	}
	return places, undecided
}
